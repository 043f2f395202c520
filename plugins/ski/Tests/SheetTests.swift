import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumRecords
import PodiumTestKit
import SkiModel
import Testing

@testable import SkiPlugin

/// What people write into sheets: nothing of it is lost or changed in silence. All sheets are made.
struct SheetTests {
  private static func protocolOf(_ labels: String, _ rows: String = "101;1\n102;2\n", _ head: String = "Skidpar;Rank")
    -> String
  { labels + "\n\n" + head + "\n" + rows }

  private func imported(_ text: String, _ keys: String = "", before: [String] = []) throws -> (
    SkiFixture, CommandReport
  ) {
    var fixture = try SkiFixture(files: ["t.csv": text])
    for line in before { try fixture.does(line) }
    return (fixture, try fixture.does("ski import t.csv create=yes \(keys)"))
  }

  @Test(arguments: ["Skidpar;Plats", "Par;Plass", "Ski;Place"])
  func `a column of places under the pairs is the rank where it holds ranks`(_ head: String) throws {
    let labels = "Datum;2026-01-24\nPlats;Idre\nLuft;-5"
    var (fixture, report) = try imported(Self.protocolOf(labels, "101;1\n102;2=\n103;2=\n104;DNS\n", head))
    let view = try fixture.view("1")
    #expect(view.place == "Idre" && view.participations.map(\.rank) == [1, 2, 2, nil], "\(report.remarked)")
    #expect(try fixture.does("ski sessions").column("session") == ["1"])
  }

  @Test func `a table of labels belongs to the table of results below it`() throws {
    let page = Self.page([
      "Datum;2026-01-24\nPlats;Idre\nLuft;-5", "Skidpar;Rank\n101;1\n102;2", "Nr;Märke\n103;Fischer",
    ])
    var fixture = try SkiFixture(files: ["t.html": page])
    let report = try fixture.does("ski import t.html create=yes")
    let view = try fixture.view("1")
    #expect(view.place == "Idre" && view.conditions.air == -5 && view.time != nil)
    #expect(!report.remarked.contains { $0.hasPrefix("not imported") }, "\(report.remarked)")
    #expect(try fixture.does("ski sessions").column("session") == ["1"])
  }

  @Test func `a column of places in a list of tests is where they were`() throws {
    var fixture = try imported("Datum;Plats;Skidpar\n2026-01-24;Idre;101\n2026-01-25;Falun;101").0
    #expect(try fixture.does("ski sessions").column("place") == ["Falun", "Idre"])
  }

  // MARK: Workbooks

  /// Tables of a page, which are read as the sheets of a workbook are.
  private static func page(_ tables: [String]) -> String {
    tables.map { table in
      "<table>"
        + table.split(separator: "\n", omittingEmptySubsequences: false).map { row in
          "<tr>" + row.split(separator: ";", omittingEmptySubsequences: false).map { "<td>\($0)</td>" }.joined()
        }.joined() + "</table>"
    }.joined()
  }

  private static let test = "Datum;2026-01-10\nTid;08:30\nPlats;Idre\nLuft;-5\nNysnö;100\n\nSkidpar;Rank\n101;1\n102;2"

  @Test func `a remark in place of a rank is named with its sheet where there are several`() throws {
    let tables = [10, 11].map { "Datum;2026-01-\($0)\nPlats;Idre\n\nSkidpar;Rank\n101;1\n102;trasig" }
    var fixture = try SkiFixture(files: ["t.html": Self.page(tables), "one.html": Self.page([tables[0]])])
    let note = try #require(try fixture.does("ski import t.html create=yes").remarked.first { $0.contains("trasig") })
    #expect(note.contains("'102' trasig ('t.html' sheet ") && note.split(separator: "sheet").count == 3, "\(note)")
    let one = try fixture.does("ski import one.html").remarked.first { $0.contains("trasig") }
    #expect(one?.contains("'102' trasig (line ") == true, "\(one ?? "")")
  }

  @Test func `lists of pairs and of grindings are not tests, and glides on a sheet apart are those of their day`()
    throws
  {
    let pairs =
      "Skidnr;Åkare;Märke;Belag;Smeknamn;Typ\n101;Ada Berg;Madshus;Svart;Raketen;Klassisk\n102;Ada Berg;Fischer;Vit;;Klassisk"
    let grindings = "Skidnr;Slip;Datum;Kommentar\n101;C3;2026-01-05;ny\n102;C1;2026-01-06;"
    let glides = "Datum;2026-01-10\n\nVinnare;Förlorare;Skillnad cm\n101;102;14"
    var fixture = try SkiFixture(files: ["t.html": Self.page([pairs, Self.test, glides, grindings])])
    let report = try fixture.does("ski import t.html create=yes")
    #expect(try fixture.does("ski sessions").column("session") == ["1"])
    let view = try fixture.view("1")
    #expect(view.glides.map(\.difference) == [14] && view.place == "Idre")
    #expect(report.remarked.contains { $0.hasPrefix("the glides in") }, "\(report.remarked)")
    let list = try fixture.does("ski pairs")
    #expect(list.column("owner") == ["Ada Berg", "Ada Berg"] && list.column("brand") == ["Madshus", "Fischer"])
    #expect(list.column("nickname")[0] == "Raketen" && list.column("grinding") == ["C3", "C1"])
    // The grinding applies to the test after it.
    #expect(view.participations.map(\.grinding) == ["C3", "C1"])
    let again = try fixture.does("ski import t.html create=yes")
    #expect(again.warnings.isEmpty)
    #expect(try fixture.does("ski sessions").column("session") == ["1"])
    #expect(try fixture.does("ski pair 101 grinds").column("moment").count == 1)
  }

  @Test func `a list of pairs keeps what needs no day, and names the rest`() throws {
    var fixture = try SkiFixture(files: [
      "t.csv": "Skidnr;Märke;Slip;Kommentar\n101;Madshus;C3;ny\n1 0 2;Fischer;;\n103;;;"
    ])
    try fixture.refuses("ski import t.csv", "unknown-pair", naming: "create=yes")
    let report = try fixture.does("ski import t.csv create=yes")
    #expect(try fixture.does("ski pairs").column("serial_number") == ["101", "103"])
    #expect(report.warnings.contains { $0.contains("line 2") && $0.contains("without a test or a day") })
    #expect(report.warnings.contains { $0.contains("line 3") && $0.contains("1 0 2") }, "\(report.warnings)")
    #expect(try SkiRecords(fixture.session.store()).sessions.isEmpty)
    // A form without ranks yet is a test.
    var form = try SkiFixture(files: ["f.csv": "Skidnr;Märke;Rank\n101;Madshus;"])
    try form.does("ski import f.csv create=yes")
    #expect(try form.does("ski sessions").column("session") == ["1"])
  }

  @Test func `an owner in two columns is one, and a column that a pair has no place for is named`() throws {
    let rows = "101;1;Anna;Nilsson;SWE\n102;2;Anna;Nilsson;SWE\n"
    var (fixture, report) = try imported(
      Self.protocolOf("Datum;2026-01-24\nTestare;LE och MN", rows, "Skidpar;Rank;Förnamn;Efternamn;Nation"))
    #expect(try fixture.does("ski pairs").column("owner") == ["Anna Nilsson", "Anna Nilsson"])
    #expect(report.remarked.contains("'t.csv': ignored columns: E ('Nation')"), "\(report.remarked)")
    #expect(try fixture.view("1").comment == "tester: LE och MN")
    report = try fixture.does("ski pairs owner=nilsson")
    #expect(report.column("serial_number") == ["101", "102"])
  }

  @Test func `labels above a table are about all of its pairs`() throws {
    let top = "Datum;2026-01-24\nÅkare;Anna Nilsson\nMärke;Fischer\nBelag;Svart\nValla;HF8\nTyp;Klassisk"
    let (fixture, _) = try imported(Self.protocolOf(top, "101;1;\n102;2;Madshus\n", "Skidpar;Rank;Märke"))
    var pairs = fixture
    let list = try pairs.does("ski pairs")
    #expect(
      list.column("owner") == ["Anna Nilsson", "Anna Nilsson"] && list.column("brand") == ["Fischer", "Madshus"])
    #expect(list.column("ski_base") == ["Svart", "Svart"] && list.column("ski_type") == ["Klassisk", "Klassisk"])
    #expect(try pairs.does("ski pair 101 grinds").column("recipe") == ["HF8"])
  }

  @Test(arguments: [
    (
      "Dato;Klokkeslett;Sted;Lufttemperatur;Snøtemp;Nysnø;Gammel snø", "Skipar;Løper;Merke;Såle;Plassering;Merknad",
      "hvit"
    ),
    (
      "Datum;Uhrzeit;Ort;Lufttemperatur;Schneetemp;Neuschnee;Altschnee", "Skipaar;Athlet;Marke;Belag;Rang;Bemerkung",
      "weiß"
    ),
    (
      "Päivämäärä;Kello;Paikka;Ilman lämpötila;Lumen lämpötila;Uusi lumi;Vanha lumi",
      "Suksipari;Urheilija;Merkki;Pohja;Sijoitus;Huomautus", "valkoinen"
    ),
  ])
  func `headings are read in Norwegian, German and Finnish`(_ labels: String, _ head: String, _ white: String) throws {
    let values = ["24.01.2026", "08.30", "Vuokatti", "-5,5", "-7", "60", "40"]
    let top = zip(labels.split(separator: ";"), values).map { "\($0);\($1)" }.joined(separator: "\n")
    let rows =
      "101;Aino Øye;Peltonen;\(white);1.;god\n102;Aino Øye;Peltonen;\(white);2T;\n103;Aino Øye;Yoko;\(white);2T;\n"
    let (fixture, report) = try imported(Self.protocolOf(top, rows, head), before: ["ski term add base White"])
    let view = try fixture.view("1")
    #expect(view.place == "Vuokatti" && view.conditions.air == -5.5 && view.conditions.snow.map(\.share) == [60, 40])
    #expect(try fixture.ranks("1") == ["101": 1, "102": 2, "103": 2])
    #expect(view.participations.map(\.base) == ["White", "White", "White"] && view.participations[0].comment == "god")
    #expect(!report.remarked.contains { $0.contains("ignored") } && report.warnings.isEmpty, "\(report.remarked)")
    #expect(try Athlete.thing.items(in: fixture.session.store()).map(\.name) == ["Aino Øye"])
  }

  // MARK: Ranks

  @Test(
    arguments: [
      ("1 2 2= 4", [1, 2, 2, 4]), ("1 2 2 4", [1, 2, 2, 4]), ("1= 1= 3 4", [1, 1, 3, 4]), ("1 =2 =2 4", [1, 2, 2, 4]),
      ("1 T2 T2 4", [1, 2, 2, 4]), ("1 2= 2= 3", [1, 2, 2, 4]), ("1 2 3= 3=", [1, 2, 3, 3]), ("1: 2. 3) #4", nil),
      ("1. 2. 3. 4.", [1, 2, 3, 4]), ("1:a 2:a 3:e 4:e", [1, 2, 3, 4]), ("1st 2nd 3rd 4th", [1, 2, 3, 4]),
      ("1 2-3 2-3 4", [1, 2, 2, 4]), ("1 2,5 2.5 4", [1, 2, 2, 4]), ("1 2½ 2T T2", [1, 2, 2, 2]),
    ] as [(String, [Int]?)])
  func `ties are read as people write them, in every column of ranks`(_ ranks: String, _ order: [Int]?) throws {
    let cells = ranks.split(separator: " ")
    let rows = zip(101...104, cells).map { "\($0);\($1);\($1);\($1);\($1)\n" }.joined()
    let (fixture, _) = try imported(Self.protocolOf("Datum;2026-01-24", rows, "Skidpar;Rank;Glid;Fäste;Uppför"))
    let pairs = try fixture.view("1").participations
    for part in RankPart.allCases {
      let read = Dictionary(uniqueKeysWithValues: pairs.map { ($0.serialNumber, part.rank($0)) })
      guard let order else { continue }
      #expect((101...104).map { read[String($0)] ?? nil } == order.map { $0 }, "\(part)")
    }
  }

  @Test(arguments: ["DNS", "-", "", "trasig", "ej åkt", "–", "99999", "99999="])
  func `a pair without a rank stays without one, and the others keep their order`(_ word: String) throws {
    let (fixture, report) = try imported(Self.protocolOf("Datum;2026-01-24", "101;1\n102;\(word)\n103;3\n104;2\n"))
    #expect(try fixture.ranks("1") == ["101": 1, "104": 2, "103": 3])
    #expect(try fixture.view("1").participations.count == 4)
    #expect(report.remarked.contains("session '1': no rank for '102'"), "\(report.remarked)")
  }

  @Test func `ranks that form no order are refused with their place, and repair=yes renumbers them`() throws {
    var fixture = try SkiFixture(files: ["t.csv": Self.protocolOf("Datum;2026-01-24", "101;1\n102;2\n103;2\n104;3\n")])
    try fixture.refuses("ski import t.csv create=yes", "bad-rank", naming: "'t.csv' line 6, column B ('Rank')", "2=")
    try fixture.does("ski import t.csv create=yes repair=yes")
    #expect(try fixture.ranks("1") == ["101": 1, "102": 2, "103": 3, "104": 4])
  }

  @Test func `bundles and the service's JSON take the same ranks`() throws {
    let sessions = "session,time_of_test\n1,2026-01-24T08:00:00Z\n"
    var fixture = try SkiFixture(files: [
      "b/sessions.csv": sessions, "b/ski_pairs.csv": "serial_number\n101\n102\n103\n104\n",
      "b/participations.csv": "session,serial_number,rank,kick_rank\n1,101,1,T1\n1,102,2=,T1\n1,103,2,3\n1,104,DNF,4\n",
      "r.json": """
      {"test_session": [{"pk": 2, "time_of_test": "2026-01-25T08:00:00Z"}],
       "ski_pair": [{"pk": 1, "serial_number": "101"}, {"pk": 2, "serial_number": "102"}, {"pk": 3, "serial_number": "103"}],
       "ski_participation": [{"ski_pair": 1, "test_session": 2, "manual_rank": "1="},
         {"ski_pair": 2, "test_session": 2, "manual_rank": 1}, {"ski_pair": 3, "test_session": 2, "manual_rank": "3"}]}
      """,
    ])
    let report = try fixture.does("ski import b")
    #expect(try fixture.ranks("1") == ["101": 1, "102": 2, "103": 2])
    #expect(RankPart.kick.ranks(try fixture.view("1").participations) == ["101": 1, "102": 1, "103": 3, "104": 4])
    #expect(
      report.warnings.contains { $0.contains("line 5, column 'rank': 'DNF' is not a rank") }, "\(report.warnings)")
    try fixture.does("ski import r.json")
    #expect(try fixture.ranks("2") == ["101": 1, "102": 1, "103": 3])
  }

  // MARK: Days and times

  @Test(arguments: [
    ("24 jan 2026", "0830", "2026-01-24T08:30Z"), ("01/24/2026", "8.30", "2026-01-24T08:30Z"),
    ("24/1 2026", "kl 9", "2026-01-24T09:00Z"), ("24/1-26", "08:30-10:00", "2026-01-24T08:30Z"),
    ("lör 24 jan. 2026", "8:30 pm", "2026-01-24T20:30Z"), ("20260124", "830", "2026-01-24T08:30Z"),
    ("24 maj 2025", "8:05", "2025-05-24T08:05Z"), ("2026-01-24 00:00:00", "08:30", "2026-01-24T08:30Z"),
    ("2026-01-24T00:00:00Z", "08:30:15", "2026-01-24T08:30Z"), ("2026-01-24", "08:30+01:00", "2026-01-24T07:30Z"),
    ("2026-01-24 10:00", "08:30", "2026-01-24T08:30Z"), ("2026-01-24 10:00", "", "2026-01-24T10:00Z"),
    ("2026-01-24 00:00:00", "", "2026-01-24T00:00Z"), ("04/04/2026", "", "2026-04-04T00:00Z"),
  ])
  func `days and times of day are read as people write them`(_ day: String, _ clock: String, _ moment: String) throws {
    let (fixture, report) = try imported(Self.protocolOf("Datum;\(day)\nTid;\(clock)"))
    #expect(try fixture.view("1").time == Moment(iso: moment))
    #expect(report.warnings.isEmpty == (day != "2026-01-24 10:00" || clock.isEmpty), "\(report.warnings)")
  }

  @Test func `a day that could be two is refused, unless another day of the file or dates= shows the order`() throws {
    let list = "Datum;Plats;Skidpar;Rank\n01/02/2026;Idre;101;1\n%;Idre;101;1\n"
    func days(_ other: String, _ keys: String = "") throws -> [String] {
      let (fixture, _) = try imported(list.replacing("%", with: other), keys)
      return try ["1", "2"].map { try fixture.view($0).time?.date.description ?? "" }
    }
    #expect(try days("13/02/2026") == ["2026-02-01", "2026-02-13"])
    #expect(try days("02/13/2026") == ["2026-01-02", "2026-02-13"])
    #expect(try days("3/1 2026") == ["2026-02-01", "2026-01-03"])
    #expect(try days("02/03/2026", "dates=mdy") == ["2026-01-02", "2026-02-03"])
    for other in ["02/03/2026", "2026-05-01"] {
      var fixture = try SkiFixture(files: ["t.csv": list.replacing("%", with: other)])
      try fixture.refuses(
        "ski import t.csv create=yes", "ambiguous-date", naming: "'t.csv' line 2, column A ('Datum')", "2026-02-01",
        "2026-01-02", "dates=dmy")
    }
    var short = try SkiFixture(files: ["t.csv": Self.protocolOf("Datum;26-01-24")])
    try short.refuses("ski import t.csv create=yes", "ambiguous-date", naming: "2026-01-24", "2024-01-26")
  }

  @Test(arguments: ["24/1", "24.1.", "24.1", "24-1", "24 jan", "24 januari", "Jan 24", "Lördag 24/1"])
  func `a day without a year is of the winter of the other days, or of season=`(_ day: String) throws {
    let list = "Datum;Plats;Skidpar;Rank\n\(day);Idre;101;1\n%;Idre;101;1\n"
    for (other, keys) in [("25/12 2025", ""), ("25/12", "season=2025-26"), ("3/4 2027", "season=2025-26")] {
      let (fixture, report) = try imported(list.replacing("%", with: other), keys)
      #expect(try fixture.view("1").time?.date.description == "2026-01-24", "\(other)")
      #expect(report.remarked.contains("read days without a year as those of the winter 2025-26"))
    }
    // No row is lost where nothing shows the winter, and the 3rd of April could be the 4th of March.
    var fixture = try SkiFixture(files: [
      "t.csv": list.replacing("%", with: "25/12"),
      "o.csv": list.replacing("%", with: "3/4").replacing(day, with: "4/3"),
    ])
    try fixture.refuses(
      "ski import t.csv create=yes", "ambiguous-date", naming: "'t.csv' line 2, column A ('Datum')", "no year",
      "season=")
    try fixture.refuses("ski import o.csv create=yes season=2025-26", "ambiguous-date", naming: "dates=dmy")
    try fixture.refuses("ski import t.csv create=yes season=2025-27", "bad-value")
  }

  // MARK: Words

  @Test func `Swedish words for known terms are those terms, and what is added or set aside is named`() throws {
    let text = Self.protocolOf(
      "Datum;2026-01-24\nPlats;oslo\nTyp;Klassisk\nVallare;LE",
      "101;1;vit;c;fischer;Çelik, Ayşe\n102;2;Grön;D;Atomic;\n",
      "Skidpar;Rank;Belag;Slip;Märke;Åkare")
    let (fixture, report) = try imported(
      text,
      before: [
        "ski session new Oslo type=Classic", "ski pair add 001 base=White brand=Fischer",
        "ski grind 001 C on=2025-12-01",
      ])
    let session = try fixture.view("2")
    #expect(session.skiType == "Classic" && session.place == "Oslo" && session.comment == "waxer: LE")
    #expect(session.participations.map(\.grinding) == ["C", "D"])
    for note in [
      "read ski type 'Klassisk' as 'Classic'", "read ski base 'vit' as 'White'",
      "added ski base 'Grön'; known: 'White'",
      "added grinding 'D'; known: 'C'", "added brand 'Atomic'; known: 'Fischer'", "added athlete 'Ayşe Çelik'",
      "'t.csv' line 4, column B: there is no waxer 'LE', so the name is in the comment; use ski waxer add LE to add one",
    ] { #expect(report.remarked.contains(note), "\(note)\n\(report.remarked)") }
    #expect(!report.remarked.contains { $0.contains("added place") || $0.contains("added ski type") })
  }

  @Test func `a name with the last name first is read so, in sheets and lists of athletes`() throws {
    let (first, _) = try imported(Self.protocolOf("Datum;2026-01-24", "101;1;Çelik, Ayşe\n", "Skidpar;Rank;Åkare"))
    var fixture = first
    let owner = try fixture.does("ski athlete Çelik").record
    #expect(owner["last_name"] == "Çelik" && owner["first_name"] == "Ayşe")
    var list = try SkiFixture(files: ["a.csv": "Fiscode,Name\n3505000,\"Çelik, Ayşe\"\n"])
    try list.does("ski import a.csv")
    #expect(try list.does("ski athlete 3505000").record["first_name"] == "Ayşe")
  }

  // MARK: Sheets

  @Test func `all tables of a page, and all tests of a sheet, are imported`() throws {
    let one = { (day: Int, first: String) in
      "Datum;2026-01-\(day)\nPlats;Idre\n\nSkidpar;Rank\n\(first);1\n103;2\nKommentar;dag \(day)\n"
    }
    let (stacked, _) = try imported(one(10, "101") + "\n" + one(11, "102"))
    #expect(try stacked.ranks("1") == ["101": 1, "103": 2] && stacked.ranks("2") == ["102": 1, "103": 2])
    #expect(try stacked.view("1").comment == "dag 10" && stacked.view("2").comment == "dag 11")
    let tables = [(10, "101"), (11, "102")].map { day, first in
      "<table><tr><td>Datum<td>2026-01-\(day)<tr><td>Plats<td>Idre<tr><td>&nbsp;<td>&nbsp;<tr><th>Skidpar<th>Rank"
        + "<tr><td>\(first)<td>1</table>"
    }
    var page = try SkiFixture(files: ["p.html": "<!DOCTYPE html><p>x" + tables.joined()])
    try page.does("ski import p.html create=yes")
    #expect(try page.ranks("1") == ["101": 1] && page.ranks("2") == ["102": 1])
    try page.does("ski import p.html")
    #expect(try page.run("ski session 3").error?.code == "unknown-session")
  }

  @Test func `tables beside each other and groups below a blank row are read, and other cells are named`() throws {
    let text = """
      Datum;2026-01-24;;;;
      Underlag;konstsnö;;;;

      Skidpar;Rank;Betyg;;Skidpar;Rank
      101;1;bra;;103;3
      102;2;;;104;4

      105;5;;;;
      ;6;;;;
      Kommentar;Solen kom fram;;;;
      """
    let (fixture, report) = try imported(text)
    #expect(try fixture.ranks("1") == ["101": 1, "102": 2, "103": 3, "104": 4, "105": 5])
    #expect(try fixture.view("1").comment == "Solen kom fram")
    #expect(report.remarked.contains("'t.csv': ignored columns: C ('Betyg')"), "\(report.remarked)")
    #expect(report.remarked.contains { $0.contains("'Underlag' (line 2, column A); 'konstsnö'") }, "\(report.remarked)")
    #expect(
      report.warnings.contains(
        "'t.csv' line 9, column A ('Skidpar'): the serial number is missing; the pair was left out"),
      "\(report.warnings)")
  }
}
