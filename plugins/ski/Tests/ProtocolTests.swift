import PodiumCore
import PodiumPlugin
import PodiumTestKit
import Testing

@testable import SkiModel
@testable import SkiPlugin

/// Protocols as waxers in three languages write them. All are made.
struct ProtocolTests {
  private static let head = "Datum;2026-01-24\nPlats;Idre\nLufttemp;-5\nSnötemp;-7\nNysnö;100\n\n"

  private func imported(_ text: String) throws -> (SkiFixture, CommandReport) {
    var fixture = try SkiFixture(files: ["t.csv": text])
    return (fixture, try fixture.does("ski import t.csv create=yes"))
  }

  // MARK: Words

  @Test(arguments: [
    "not tested", "broken", "DNS", "ej testad", "trasig", "uteslängd", "nicht getestet", "defekt", "utgår", "DNF",
  ])
  func `a word in place of a rank is a remark`(_ word: String) throws {
    let (first, report) = try imported(
      Self.head + "Skidpar;Placering;Glid;Anm\n101;1;1;\n102;\(word);\(word);mjuk\n103;2;2;\n")
    var fixture = first
    let pairs = Dictionary(uniqueKeysWithValues: try fixture.view("1").participations.map { ($0.serialNumber, $0) })
    #expect(try fixture.ranks("1") == ["101": 1, "103": 2])
    #expect(pairs["102"]?.comment == "mjuk; \(word); glide: \(word)" && pairs["101"]?.comment == nil)
    #expect(report.remarked.contains { $0.contains("in place of a rank: '102' \(word)") }, "\(report.remarked)")
    #expect(report.warnings.isEmpty, "\(report.warnings)")
    #expect(try fixture.does("ski import t.csv").column("new").allSatisfy { $0 == "0" })
  }

  @Test func `what cannot be a rank is named with its place and kept as a remark`() throws {
    let (fixture, report) = try imported(Self.head + "Skidpar;Rank\n101;1\n102;4x4\n103;2\n")
    #expect(try fixture.view("1").participations.first { $0.serialNumber == "102" }?.comment == "4x4")
    #expect(
      report.warnings.contains { $0.hasPrefix("'t.csv' line 9, column B ('Rank'): '4x4' is not a rank") },
      "\(report.warnings)")
  }

  @Test func `words in bundles are remarks too`() throws {
    var fixture = try SkiFixture(files: [
      "b/sessions.csv": "session\n1\n", "b/ski_pairs.csv": "serial_number\n101\n102\n",
      "b/participations.csv": "session,serial_number,rank,comment\n1,101,1,\n1,102,trasig,mjuk\n",
    ])
    try fixture.does("ski import b")
    #expect(try fixture.view("1").participations.map(\.comment) == [nil, "mjuk; trasig"])
  }

  @Test(arguments: [
    "2=", "2T", "2-T", "2 (tie)", "2 (delad)", "geteilter 2.", "geteilte 2", "2. Platz geteilt", "delt 2. plass",
    "delad 2:a plats", "2 delade", "jaettu 2.", "2 lika", "2 e.a.", "ex aequo 2", "tied 2nd",
  ])
  func `a shared rank is read in the words of protocols`(_ mark: String) throws {
    let (fixture, report) = try imported(Self.head + "Skidpar;Rank\n101;1\n102;\(mark)\n103;\(mark)\n104;3\n")
    #expect(try fixture.ranks("1") == ["101": 1, "102": 2, "103": 2, "104": 4], "\(report.warnings)")
    #expect(report.warnings.isEmpty, "\(report.warnings)")
  }

  @Test(arguments: ["2. Platz", "Platz 2", "plats 2", "2. plass", "Rang 2", "2nd place", "2°", "sija 2", "4th"])
  func `a rank may have its noun beside it`(_ text: String) {
    #expect(RankText(text) == .rank(text.hasPrefix("4") ? 4 : 2, isTied: false))
  }

  @Test(arguments: ["2 test", "1/8", "1 av 8", "(1)", "1+", "-1", "2 3", "1*"])
  func `a number with something else beside it is not a rank`(_ text: String) { #expect(RankText(text) == .other) }

  // MARK: Numbers of rows

  @Test(arguments: [
    ("Nr;Skidpar;Placering;Anm", "1;4711017;1;bra\n2;4711006;2;\n3;4711005;3;", ["4711005", "4711006", "4711017"]),
    ("Nr;Skidor;Åkare;Rank", "14;4711017;Anna Berg;1\n3;4711006;Anna Berg;2", ["4711006", "4711017"]),
    ("Nr;Par;Rank", "017;Raketen;1\n006;Blixten;2", ["006", "017"]),
    ("Heat;Nr;Vinnare;Förlorare;cm", "a;1;017;006;14\nb;2;017;005;9", ["005", "006", "017"]),
    ("Nr;Vänster;Höger;Resultat", "1;017;006;V 14\n2;005;008;H 3\n1;017;008;V 2", ["005", "006", "008", "017"]),
    ("Nr;Vinnare;Förlorare;cm", "1;1;2;14\n2;2;3;9\n3;;;", ["1", "2", "3"]),
    ("Nr;Rank;;Vinnare;Förlorare;cm", "1;2;;017;006;14\n2;1;;;;", ["006", "017", "1", "2"]),
  ])
  func `a column that numbers rows or heats names no pairs`(_ head: String, _ rows: String, _ serials: [String]) throws
  {
    let (first, report) = try imported(Self.head + head + "\n" + rows + "\n")
    var fixture = first
    #expect(try fixture.does("ski pairs").column("serial_number") == serials, "\(report.remarked)")
  }

  @Test func `times of runs do not make a test of each pair, and times of day do`() throws {
    let runs = "Skidpar;Tid;Rank\n101;12,43;1\n102;12,51;2\n103;12,51;3\n"
    let (first, report) = try imported(Self.head + runs)
    var fixture = first
    #expect(try fixture.ranks("1") == ["101": 1, "102": 2, "103": 3])
    #expect(try fixture.does("ski sessions").column("session") == ["1"])
    #expect(report.remarked.contains { $0.contains("column B ('Tid') has the times of runs") }, "\(report.remarked)")
    let tests = "Tid;Skidpar;Rank\n08:30;101;1\n08:30;102;2\n10:00;101;2\n10:00;102;1\n"
    var other = try imported(Self.head + tests).0
    #expect(try other.does("ski sessions").column("session").count == 2)
  }

  @Test(arguments: ["Summa", "Medelvärde", "Total:", "Mittelwert"])
  func `a row of sums is not a pair`(_ word: String) throws {
    let (first, report) = try imported(Self.head + "Skidpar;Rank\n101;1\n102;2\n\(word);3\n")
    var fixture = first
    #expect(try fixture.does("ski pairs").column("serial_number") == ["101", "102"])
    #expect(report.remarked.contains { $0.contains("not read: '\(word)' (line 10, column A") }, "\(report.remarked)")
  }

  @Test(arguments: [
    ("Ski-Nr.", "Pos"), ("Paar Nr", "Endrang"), ("Par nr", "Sluttplassering"), ("Skidpar nr", "Slutresultat"),
    ("Serial no", "Final rank"), ("Suksi nro", "Sijoitus"),
  ])
  func `headings of pairs and ranks are read in the forms that protocols have`(_ pair: String, _ rank: String) throws {
    let (fixture, _) = try imported("Date;2026-01-24\nTemp (°C);-5\nSnö;-7\n\n\(pair);\(rank)\n101;2\n102;1\n")
    #expect(try fixture.ranks("1") == ["102": 1, "101": 2])
    let conditions = try fixture.view("1").conditions
    #expect(conditions.air == -5 && conditions.snowTemperature == -7)
  }

  @Test func `map= decides which of two columns names the pairs`() throws {
    var fixture = try SkiFixture(files: ["t.csv": Self.head + "Nr;Par;Rank\n017;Raketen 2000;1\n006;Blixten 1000;2\n"])
    let report = try fixture.does("ski import t.csv create=yes map=Nr:serial")
    #expect(try fixture.does("ski pairs").column("serial_number") == ["006", "017"], "\(report.remarked)")
    #expect(report.remarked.contains { $0.contains("ignored columns: B ('Par')") }, "\(report.remarked)")
  }

  // MARK: Languages

  @Test(arguments: [
    """
    Testdatum;2026-01-24
    Starttid;08:30
    Testplats;Idre
    Utetemp;-5
    Snötemp.;-7
    Relativ luftfuktighet;80
    Äldre snö;100
    Disciplin;Skate
    Ansvarig vallare;LN

    Skidor nr;Löpare;Stenslip;Paraffin;Rangordning;Anteckningar
    """,
    """
    Testdato;24.1.2026
    Kl.;08.30
    Teststed;Idre
    Lufttemp.;-5
    Temp. snø;-7
    Rel. fukt;80
    Grovkornet snø;100
    Disiplin;Skate
    Testleder;LN

    Ski nr.;Løper;Steinslip;Glider;Rangering;Notater
    """,
    """
    Datum;24.01.2026
    Startzeit;8:30
    Testort;Idre
    Außentemperatur;-5
    Temp. Schnee;-7
    Relative Luftfeuchtigkeit;80
    Altschnee;100
    Disziplin;Skate
    Servicemann;LN

    Paar Nr;Rennläufer;Steinschliff;Pulver;Rangfolge;Sonstiges
    """,
    """
    Test date;2026-01-24
    Start time;08:30
    Test site;Idre
    T air;-5
    T snow;-7
    Relative humidity;80
    Old snow;100
    Style;Skate
    Technician;LN

    Pair #;Racer;Stone grind;Top coat;Placing;Feeling
    """,
  ])
  func `the words that teams use for one thing are all read`(_ head: String) throws {
    var fixture = try SkiFixture(
      "ski waxer add LN", files: ["t.csv": head + "\n101;Ada Berg;A;HF8;1;mjuk\n102;Ada Berg;B;HF8;2;\n"])
    let report = try fixture.does("ski import t.csv create=yes")
    let test = try fixture.view("1")
    #expect(
      test.place == "Idre" && test.skiType == "Skate" && test.waxer == "LN" && test.day?.description == "2026-01-24")
    #expect(test.conditions.air == -5 && test.conditions.snowTemperature == -7 && test.conditions.humidity == 80)
    #expect(test.conditions.shares?.old == 100 && test.time?.minuteOfDay == 510)
    #expect(test.participations.map(\.rank) == [1, 2] && test.participations.map(\.grinding) == ["A", "B"])
    #expect(test.participations.map(\.comment) == ["mjuk", nil])
    #expect(try fixture.does("ski pair 101").record["owner"] == "Ada Berg")
    #expect(try fixture.does("ski pair 101 grinds").column("recipe").contains("HF8"))
    #expect(!report.remarked.contains { $0.contains("ignored") || $0.contains("not read") }, "\(report.remarked)")
  }

  @Test func `a German protocol is read`() throws {
    let (first, report) = try imported(
      """
      Datum;10.01.2026
      Uhrzeit;09:30
      Ort;Oberhof
      Lufttemperatur;-5,5
      Schneetemperatur;-7
      Neuschnee;50
      Altschnee;50

      Paar;Rang;Schliff;Wachs;Bemerkung
      101;1;A;HF8;
      102;2=;B;HF8;schnell
      103;2=;C;LF6;
      104;nicht getestet;C;;

      """)
    var fixture = first
    let test = try fixture.view("1")
    #expect(test.conditions.air == -5.5 && test.conditions.snowTemperature == -7 && test.place == "Oberhof")
    #expect(test.conditions.shares?.new == 50 && test.conditions.shares?.old == 50)
    #expect(try fixture.ranks("1") == ["101": 1, "102": 2, "103": 2])
    #expect(test.participations.map(\.grinding) == ["A", "B", "C", "C"])
    #expect(report.warnings.isEmpty && !report.remarked.contains { $0.contains("ignored") }, "\(report.outputs)")
    #expect(try fixture.does("ski pair 101 grinds").outputs.description.contains("HF8"))
  }

  // MARK: Heats

  @Test(arguments: [
    "V", "v", "vänster", "left", "L", "links", "venstre", "Vasen", "vänst.", "101", "V 14", "Vänster +14", "L14cm",
  ])
  func `a heat is won by a side`(_ result: String) throws {
    let hasMargin = result.contains("14")
    let (fixture, report) = try imported(
      Self.head + "Heat;Vänster;Höger;V/H;cm\n1;101;102;\(result);\(hasMargin ? "" : "14")\n2;103;101;H;5\n")
    let glides = try fixture.view("1").glides
    #expect(glides.map { [$0.winner, $0.loser] } == [["101", "102"], ["101", "103"]], "\(report.outputs)")
    #expect(glides.map(\.difference) == [14, 5] && glides.map(\.lane) == ["L", "R"] && glides.map(\.run) == [1, 2])
    #expect(report.warnings.isEmpty, "\(report.warnings)")
  }

  @Test(arguments: ["=", "lika", "dött lopp", "uavgjort", "dødt løp", "dead heat", "unentschieden", "remis", "tasan"])
  func `a heat may be a tie in any of the languages`(_ word: String) {
    #expect(HeatText(word)?.winner == .neither && HeatText(word)?.margin == 0)
  }

  @Test func `a tie, a heat without a result and an unknown one are kept apart`() throws {
    let (fixture, report) = try imported(
      Self.head
        + "Heat;Links;Rechts;Sieger;Differenz\n1;101;102;=;\n2;101;103;;4\n3;101;103;x;4\n4;102;;R;3\n5;103;101;R;4\n")
    let glides = try fixture.view("1").glides
    #expect(glides.map { [$0.winner, $0.loser] } == [["101", "102"], ["101", "103"]])
    #expect(glides.first?.difference == 0)
    for (line, words) in [(9, "has no winner"), (10, "'x' is neither a side nor"), (11, "left and one on the right")] {
      #expect(
        report.warnings.contains { $0.hasPrefix("'t.csv' line \(line)") && $0.contains(words) }, "\(report.warnings)")
    }
  }

  @Test func `a knockout without margins gives the ranks and is kept as remarks`() throws {
    let heats = "V;H;Vinnare\n101;108;V\n104;105;H\n102;107;V\n103;106;V\n101;105;V\n102;103;H\n101;103;H\n"
    let (fixture, report) = try imported(Self.head + heats)
    #expect(
      try fixture.ranks("1")
        == ["103": 1, "101": 2, "105": 3, "102": 3, "108": 5, "104": 5, "107": 5, "106": 5])
    #expect(try fixture.view("1").comment?.contains("101 beat 108; 105 beat 104") == true)
    #expect(try fixture.view("1").glides.isEmpty)
    #expect(
      report.remarked.contains { $0.contains("7 heats without a margin in cm") && $0.contains("ranks") },
      "\(report.remarked)")
    // All against all is not a knockout: no ranks.
    let (other, _) = try imported(Self.head + "V;H;Vinnare\n101;102;V\n102;103;V\n103;101;V\n")
    #expect(try other.ranks("1").isEmpty && other.view("1").participations.count == 3)
  }

  @Test func `numbers in place of headings do not make a heat's row a heading`() throws {
    let (fixture, _) = try imported(
      Self.head + "Vinnare;Förlorare;cm;Bana;Testare\n101;102;14;L;R\n102;103;5;R;L\n")
    #expect(try fixture.view("1").glides.map(\.lane) == ["L", "R"])
  }

  // MARK: Sheets

  @Test func `a grinding that each test of a file names is one grinding`() throws {
    let one = { (day: Int, slip: String) in
      "Datum;2026-01-\(day)\nPlats;Idre\n\nSkidpar;Rank;Slip\n101;1;A\n102;2;\(slip)\n\n"
    }
    let (first, _) = try imported(one(10, "A") + one(11, "B") + one(12, "B"))
    var fixture = first
    #expect(try fixture.does("ski pair 101 grinds").column("recipe") == ["A"])
    #expect(try fixture.does("ski pair 102 grinds").column("recipe") == ["A", "B"])
  }

  @Test func `two waxes of one day are both kept, by the time of the tests, or named`() throws {
    let one = { (time: String, wax: String) in
      "Datum;2026-01-10\nTid;\(time)\nPlats;Idre\n\nSkidpar;Rank;Valla\n101;1;\(wax)\n102;2;X\n\n"
    }
    let (first, _) = try imported(one("08:30", "A") + one("11:00", "B"))
    var fixture = first
    #expect(try fixture.does("ski pair 101 grinds").column("recipe") == ["A", "B"])
    let (_, report) = try imported(one("", "A") + one("", "B"))
    #expect(
      report.warnings.contains { $0.contains("column C ('Valla')") && $0.contains("'B' was left out") },
      "\(report.warnings)")
  }

  // MARK: Bad input

  @Test func `rows that are left out leave gaps, and the other ranks stay an order`() throws {
    let list = """
      Datum;Plats;Luft;Skidpar;Rank;Glid;Slip
      2026-01-10;Idre;-5;101;1;1;A
      2026-13-10;Idre;-5;102;2;2;B
      2026-01-10;;-5;103;3;3;B
      2026-01-10;Idre;kallt;104;4;fyra;B
      2026-01-10;Idre;-5;1 06;5;5;C
      2026-01-10;Idre;-5;;6;6;C
      2026-01-10;Idre;-5;107;7;4x4;#REF!

      """
    let (fixture, report) = try imported(list)
    // A row without its place belongs to the test of the day.
    #expect(try fixture.ranks("1") == ["101": 1, "103": 2, "104": 3, "107": 4])
    for (line, column) in [(3, "A"), (5, "C"), (6, "D"), (7, "D"), (8, "F"), (8, "G")] {
      #expect(
        report.warnings.contains { $0.hasPrefix("'t.csv' line \(line), column \(column)") }, "\(report.warnings)")
    }
    #expect(try fixture.view("1").participations.compactMap(\.comment) == ["glide: fyra", "glide: 4x4"])
    // In a protocol too.
    let (other, _) = try imported(Self.head + "Skidpar;Rank\n101;1\n;2\n103;3\n")
    #expect(try other.ranks("1") == ["101": 1, "103": 2])
  }

  @Test func `two pairs of one number are refused with both places and the way out`() throws {
    var fixture = try SkiFixture(files: ["t.csv": Self.head + "Skidpar;Rank\n101;1\n102;2\n101;3\n103;4\n"])
    try fixture.refuses(
      "ski import t.csv create=yes", "repeated-row", naming: "'t.csv' line 10, column A ('Skidpar')",
      "'101' is already in this test ('t.csv' line 8, column A", "right number", "nothing was imported")
    // In a list the column is that of the pairs, not the first one.
    let list =
      "Datum;Plats;Luft;Skidpar;Rank\n24/1 2026;Idre;-4;017;1\n24/1 2026;Idre;-4;018;2\n24/1 2026;Idre;-4;017;3\n"
    var other = try SkiFixture(files: ["t.csv": list])
    try other.refuses("ski import t.csv create=yes", "repeated-row", naming: "line 4, column D ('Skidpar'): pair '017'")
  }

  // MARK: Screens

  @Test func `the audit of a pair says what changed, when, by whom and by which command`() throws {
    var fixture = try SkiFixture(
      "ski pair add 017 018 base=White", "ski pair edit 017 nickname=Raketen",
      "ski session new Oslo at=2026-01-20T09:00Z", "ski rank last 017 018 add=yes",
      "ski pair edit 017 nickname=Blixten base=Black")
    let report = try fixture.does("ski audit pair 017")
    #expect(report.column("after").first == "nickname=Blixten ski_base=Black")
    #expect(report.column("before").first == "nickname=Raketen ski_base=White")
    guard case .table(let output)? = report.outputs.first else { throw Missing() }
    #expect(output.lines.first?.contains("pair 017: nickname Raketen → Blixten, ski_base White → Black") == true)
    #expect(output.lines.first?.hasSuffix("ski pair edit 017 nickname=Blixten base=Black") == true)
    #expect(output.lines.contains { $0.contains("participation 1 017: rank none → 1") }, "\(output.lines)")
    #expect(
      try fixture.does("ski audit Blixten limit=1").column("command") == Array(report.column("command").prefix(1)))
    try fixture.does("ski drop last 017")
    guard case .table(let later)? = try fixture.does("ski audit pair 017").outputs.first else { throw Missing() }
    #expect(later.lines.first?.contains("participation 1 017: removed, rank=1") == true, "\(later.lines)")
  }

  private struct Missing: Error {}

  @Test func `a knockout sheet has no empty lines for glides`() throws {
    let fixture = try SkiFixture(
      "ski session new Oslo at=2026-01-20T09:00Z", "ski sheet 1 empty.html", "ski pair add 101 102 103 104",
      "ski add 1 101 102 103 104", "ski sheet 1 before.html", "ski glide 1 101 beats 104 margin=14",
      "ski sheet 1 after.html")
    func glides(_ name: String) -> String? {
      fixture.file(name)?.split(separator: "<h2>").first { $0.hasPrefix("Glides") }.map(String.init)
    }
    #expect(glides("before.html") == nil && fixture.file("before.html")?.contains("<h2>Knockout</h2>") == true)
    let after = try #require(glides("after.html"))
    #expect(
      after.contains("<td>101</td><td>104</td><td>14</td>")
        && !after.contains("<td></td><td></td><td></td><td></td><td></td>"))
    #expect(glides("empty.html")?.contains("<td></td><td></td>") == true)
  }
}
