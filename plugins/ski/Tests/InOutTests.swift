import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumRecords
import PodiumTestKit
import Testing

@testable import SkiModel
@testable import SkiPlugin

/// Sheets, the service's JSON, import and export of bundles, pseudonyms and forgetting.
struct InOutTests {
  /// A protocol as waxers fill it in: weather at the top, pairs on the left, glides next to them.
  static let protocolSheet = """
    Testprotokoll;;;;;;;
    Datum:;24/1 2026;Tid:;08.30;Plats:;Bruksvallarna;;
    Lufttemp (°C);-5,5;Snötemp;−7;Luftfuktighet;80 %;;
    Nysnö;50;Gammal snö;50;;;;
    Skidtyp;Klister;;;;;;
    ;;;;;;;
    Nr;Åkare;Slip;Placering;;Vinnare;Förlorare;Skillnad (cm)
    017;Danielsson;C;1;;017;018;14
    018;Danielsson;C;2=;;019;020;3,5
    019;Nilsson;D;2=;;017;019;21
    020;Nilsson;D;4;;;;
    Kommentar:;Solen kom fram
    """

  @Test func `a sheet is not read on after Ctrl-C`() throws {
    let fixture = try SkiFixture(files: ["sheet.csv": Self.protocolSheet])
    let context = try fixture.session.session.importContext(of: "/here/sheet.csv")
    let (grids, workspace) = (
      try IncomingSheet.all(context, in: fixture.session.session.registry), try SkiWorkspace(fixture.session.session)
    )
    let words = try SheetWords.columns()
    let cancellation = Cancellation()
    let read = try SheetBlocks(grids[0], words: words, cancellation: cancellation)
    var sheet = try SheetImport(
      read.blocks, dates: SheetDates.Choice(), workspace: workspace, creates: true, cancellation: cancellation)
    cancellation.cancel()
    #expect(throws: Diagnostic.interrupted) { try sheet.files(of: "t", session: nil) }
    #expect(throws: Diagnostic.interrupted) { try SheetBlocks(grids[0], words: words, cancellation: cancellation) }
  }

  private func check(_ fixture: inout SkiFixture) throws {
    let session = try fixture.view("1")
    #expect(session.time == Moment(iso: "2026-01-24T08:30Z") && session.place == "Bruksvallarna")
    #expect(
      session.conditions.air == -5.5 && session.conditions.snowTemperature == -7 && session.conditions.humidity == 80)
    #expect(session.conditions.shares == SnowShares(new: 50, old: 50))
    #expect(session.skiType == "Klister" && session.comment == "Solen kom fram")
    #expect(try fixture.ranks("1") == ["017": 1, "018": 2, "019": 2, "020": 4])
    #expect(session.glides.map(\.difference) == [14, 3.5, 21] && session.glides[1].winner == "019")
    #expect(session.participations.map(\.grinding) == ["C", "C", "D", "D"])
    #expect(try fixture.does("ski pair 019").record["owner"] == "Nilsson")
  }

  @Test func `a Swedish protocol in Latin-1 is read, and importing it again adds nothing`() throws {
    let latin = Self.protocolSheet.map { $0 == "−" ? "-" : $0 }
    let bytes = String(latin).unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    var fixture = try SkiFixture(bytes: ["p.csv": bytes])
    try fixture.refuses("ski import p.csv", "unknown-pair", naming: "create=yes", "line 8")
    try fixture.does("ski import p.csv create=yes")
    try check(&fixture)
    let before = try fixture.kept()
    try fixture.does("ski import p.csv")
    #expect(try fixture.kept() == before)
  }

  @Test func `a test without a day is the same when it is imported again, and another with other ranks`() throws {
    func sheet(_ first: Int, _ second: Int) -> String {
      "Place:\tFalun\nAir temperature\t-5\nNew snow\t100\n\nSerial number\tRank\n101\t\(first)\n102\t\(second)\n"
    }
    var fixture = try SkiFixture(files: ["a.tsv": sheet(1, 2), "b.tsv": sheet(2, 1)])
    try fixture.does("ski import a.tsv create=yes")
    let before = try fixture.kept()
    try fixture.does("ski import a.tsv")
    #expect(try fixture.kept() == before)
    try fixture.does("ski import b.tsv")
    #expect(try fixture.does("ski sessions").table?.rowCount == 2)
  }

  @Test func `the same sheet is read in English, with decimal points and tabs`() throws {
    let text = """
      Test protocol
      Date:\t2026-01-24\tTime:\t8:30\tPlace:\tBruksvallarna
      Air temperature\t-5.5\tSnow temp\t-7\tHumidity\t80%
      New snow\t50\tOld snow\t50
      Ski type\tKlister\tNotes:\tSolen kom fram

      Serial number\tAthlete\tGrinding\tRank
      017\tDanielsson\tC\t1
      018\tDanielsson\tC\t2=
      019\tNilsson\tD\t2=
      020\tNilsson\tD\t4

      Winner\tLoser\tDifference cm
      017\t018\t14
      019\t020\t3.5
      017\t019\t21
      """
    var fixture = try SkiFixture(files: ["p.txt": text])
    try fixture.does("ski import p.txt format=sheet create=yes")
    try check(&fixture)
  }

  @Test func `a sheet may name known pairs by their last digits`() throws {
    let text = "Datum;2026-01-24\nPlats;Falun\n\nNr;Placering\n017;1\n006;2\n"
    var fixture = try SkiFixture("ski pair add 4711017", "ski pair add 4711006", files: ["p.csv": text])
    try fixture.does("ski import p.csv")
    #expect(try fixture.ranks("1") == ["4711017": 1, "4711006": 2])
  }

  @Test func `a season in one list becomes a session for each day and place`() throws {
    let text = """
      Datum;Plats;Lufttemp;Nysnö;Gammal snö;Skidnr;Plac;Kommentar
      2026-01-24;Falun;-5,5;100;0;001;1;snabb
      2026-01-24;Falun;-5,5;100;0;002;2;
      2026-01-25;Falun;-2;0;100;002;1;
      2026-01-25;Falun;-2;0;100;001;2;
      """
    var fixture = try SkiFixture(files: ["s.csv": text])
    try fixture.does("ski import s.csv create=yes")
    #expect(try fixture.ranks("1") == ["001": 1, "002": 2] && fixture.ranks("2") == ["002": 1, "001": 2])
    #expect(try fixture.view("1").conditions.air == -5.5 && fixture.view("2").conditions.shares == SnowShares(old: 100))
    #expect(try fixture.view("1").participations[0].comment == "snabb")
  }

  @Test func `a workbook is read like delimited text, and custom headings are mapped`() throws {
    var fixture = try SkiFixture(files: [
      "t.csv": "Skidan;Blev;Datum;Plats\nA1;1;2026-01-24;Falun\nB2;2;2026-01-24;Falun\n"
    ]
    )
    try fixture.does("load t.csv")
    try fixture.does("save t.xlsx")
    try fixture.refuses("ski import t.xlsx create=yes", "not-ski-data", naming: "map=")
    try fixture.refuses("ski import t.xlsx map=colour:Blev", "bad-value")
    try fixture.does("ski import t.xlsx create=yes map=serial:Skidan,rank:Blev")
    #expect(try fixture.ranks("1") == ["A1": 1, "B2": 2])
  }

  @Test func `a sheet that contradicts itself, or of which nothing is left, is refused`() throws {
    for (text, code) in [
      ("Datum;soon\n\nNr;Placering\n001;1\n", "bad-value"),
      ("Datum;2026-01-24\n\nNr;Placering\n0 1;1\n", "bad-serial"),
      ("Datum;01/02/2026\n\nNr;Placering\n001;1\n", "ambiguous-date"),
      ("Datum;2026-01-24\nNysnö;60\nGammal snö;60\n\nNr;Placering\n001;1\n", "bad-snow"),
      ("Datum;2026-01-24\n\nNr;Placering\n001;1\n002;1\n", "bad-rank"),
      ("Datum;2026-01-24\n\nVinnare;Förlorare;Skillnad\n001;001;3\n", "same-pair"),
    ] {
      var fixture = try SkiFixture(files: ["p.csv": text])
      try fixture.refuses("ski import p.csv create=yes", code)
    }
  }

  @Test func `glides of a file are added once, however often it is imported, and repeats within it stay`() throws {
    let text = "session,winner,loser,difference_cm,run\nA,1,2,5,1\nA,1,2,5,2\nA,2,3,4,1\nA,2,3,4,1\n"
    var fixture = try SkiFixture(files: ["g.csv": text, "h.csv": text + "A,3,1,9,2\n"])
    #expect(try fixture.does("ski import g.csv create=yes").record["new"] == "4")
    #expect(try fixture.does("ski import g.csv").record["same"] == "4")
    #expect(try fixture.does("ski import h.csv").record["new"] == "1")
    #expect(try fixture.view("A").glides.map(\.number) == [1, 2, 3, 4, 5])
    #expect(try fixture.view("A").usesManualRank == false)
  }

  @Test func `a list of athletes fills missing values, and differences are reported`() throws {
    let list =
      "Fiscode,Lastname,Firstname,Nationcode,Gender,Points\n3505000,NILSSON,Anna,SWE,W,12.5\n3506000,BERG,Per,SWE,M,8\n"
    var fixture = try SkiFixture("ski athlete add \"Anna Nilsson\" nation=NOR", files: ["fis.csv": list])
    let report = try fixture.does("ski import fis.csv")
    #expect(report.record["new"] == "1" && report.record["changed"] == "1")
    #expect(report.warnings.contains { $0.contains("nation is 'NOR' in the workspace and 'SWE' in the file") })
    #expect(try fixture.does("ski athlete 3505000").record["gender"] == "F")
    #expect(try fixture.does("ski import fis.csv").record["new"] == "0")
  }

  @Test func `an exported bundle is read back unchanged, with ties`() throws {
    var fixture = try SkiFixture(
      "ski team add Sweden", "ski waxer add UN",
      "ski pair add 001 owner=\"Anna Nilsson\" tags=race nickname=Raketen base=White",
      "ski pair add 002", "ski grind 001 A on=2026-01-01", "ski treat 001 structure m3 on=2026-01-02",
      "ski session new Falun at=2026-01-10T08:30+01:00 air=-5 new=50 old=50 waxer=UN comment=\"a, b\"",
      "ski rank 1 001/002 add=yes", "ski rank 1 002 001 rater=UN",
      "ski glide 1 001 beats 002 margin=3 treatments=HF8,LF6",
      "ski conditions 1 at=10:00 air=-4", "ski cover UN Nilsson")
    try fixture.does("ski export out")
    let written = try fixture.kept()
    let files = Dictionary(uniqueKeysWithValues: fixture.fileNames.map { ($0, fixture.file($0) ?? "") })
    var other = try SkiFixture(files: files)
    try other.does("ski import out")
    #expect(try other.kept() == written)
    try other.does("load ski out")
  }

  @Test func `another test with a known number is refused, or gets a new number`() throws {
    let services = try SkiFixture.thesis().session.services
    var own = try SkiFixture()
    let store = own.session.services.store
    own.session.services = services
    own.session.services.store = store
    for line in ["ski session new Falun at=2026-01-24", "ski pair add 017", "ski rank 1 017 add=yes"] {
      try own.does(line)
    }
    try own.refuses(
      "ski import ski-thesis", "other-session", naming: "line 2: session '1'", "2018-01-08", "2026-01-24",
      "renumber=yes")
    let report = try own.does("ski import ski-thesis renumber=yes")
    #expect(report.remarked.contains { $0.contains("1 is now 15") })
    #expect(try own.ranks("1") == ["017": 1] && own.ranks("15").values.sorted() == Array(1...8))
    #expect(try own.view("15").conditions.shares == SnowShares(old: 100))
    // A second import finds the renumbered sessions.
    #expect(try own.does("ski import ski-thesis renumber=yes").column("new") == ["0", "0", "0", "0", "0", "0"])
  }

  @Test func `ranks of a file and stored ranks are never mixed`() throws {
    let file = "session,serial_number,rank\n1,001,1\n1,002,2\n"
    let files = [
      "b/participations.csv": file, "b/sessions.csv": "session\n1\n", "b/ski_pairs.csv": "serial_number\n001\n002\n",
    ]
    var fixture = try SkiFixture(
      "ski pair add 003", "ski session new Falun number=1", "ski rank 1 003 add=yes", files: files)
    try fixture.refuses("ski import b", "bad-rank", naming: "session '1'", "other pairs")
    try fixture.refuses("ski import b replace=yes", "bad-rank")
    try fixture.does("ski move 1 003 none")
    try fixture.does("ski import b")
    #expect(try fixture.ranks("1") == ["001": 1, "002": 2])
    try fixture.does("ski rank 1 002 001")
    try fixture.does("ski import b")
    #expect(try fixture.ranks("1") == ["001": 2, "002": 1])
    try fixture.does("ski import b replace=yes")
    #expect(try fixture.ranks("1") == ["001": 1, "002": 2])
  }

  @Test func `a missing margin is not a tie`() throws {
    var fixture = try SkiFixture(files: [
      "a.csv": "session,winner,loser\n1,017,006\n", "b.csv": "Vinnare;Förlorare;Skillnad\n017;006;\n",
      "c.csv": "Vinnare;Förlorare;Skillnad\n017;006;0\n",
    ])
    try fixture.refuses("ski import a.csv create=yes", "missing-key", naming: "margin", "line 2")
    try fixture.refuses("ski import b.csv create=yes", "missing-key", naming: "margin", "write 0 for a tie")
    try fixture.does("ski import c.csv create=yes")
  }

  @Test func `the rank of another program is stored, exported and available to label`() throws {
    var fixture = try SkiFixture.thesis("ski table")
    let columns = try #require(fixture.session.state.current?.table)
    #expect(columns.names.suffix(2) == ["stored_rank", "source"])
    let classes = { (fixture: inout SkiFixture) throws -> [Int] in
      try fixture.does("label stored_rank")
      let label = try #require(fixture.session.state.current?.table.columns.first { $0.role == .target })
      return ["Top pick", "Ok", "Rejected"].map { name in (0..<label.count).count { label[$0].fileText == name } }
    }
    #expect(try classes(&fixture) == [28, 41, 43])
    let stored = try RecordRows(
      RecordQuery(SkiKinds.participation, where: [.equals("session", .text("10"))]), ["serial_number", "stored_rank"],
      in: fixture.session.store())
    #expect(stored.integers("stored_rank").compactMap { $0 }.max() == 9)
    let files = try BundleExport(fixture.session.store(), sessions: nil).files
    let written = try #require(files.first { $0.0.name == "participations.csv" }?.1["stored_rank"])
    #expect(written.missingCount == 0)
    // Without such ranks there is no such column.
    var other = try SkiFixture("ski session new Falun", "ski pair add 001", "ski rank 1 001 add=yes", "ski table")
    #expect(other.session.state.current?.table["stored_rank"] == nil)
    try other.refuses("label stored_rank", "unknown-column")
  }

  @Test func `values that contradict the workspace are reported and ignored, and missing values are filled`() throws {
    let text = ["ski_pairs.csv": "serial_number,ski_base,nickname\n001,Black,Raketen\n"]
    var fixture = try SkiFixture("ski pair add 001 base=White", files: ["b/ski_pairs.csv": text["ski_pairs.csv"] ?? ""])
    let report = try fixture.does("ski import b")
    let difference = "ski_base is 'White' in the workspace and 'Black' in the file; kept the workspace's value"
    #expect(report.warnings.contains { $0.contains(difference) })
    let shown = try fixture.does("ski pair 001").record
    #expect(shown["ski_base"] == "White" && shown["nickname"] == "Raketen")
    try fixture.does("ski import b replace=yes")
    #expect(try fixture.does("ski pair 001").record["ski_base"] == "Black")
  }

  @Test func `rows of an unknown team are refused`() throws {
    let text = "number,last_name,team\n7,Berg,Norway\n"
    var fixture = try SkiFixture(
      "ski team add Sweden", files: ["b/athletes.csv": text, "b/ski_pairs.csv": "serial_number\n001\n"])
    try fixture.refuses("ski import b", "other-team", naming: "Norway", "Sweden")
  }

  @Test func `a removed athlete is in no record and no log, and the skis stay`() throws {
    var fixture = try SkiFixture(
      "ski waxer add UN", "ski athlete add \"Anna Nilsson\" fis=3505000", "ski athlete edit Nilsson brand=Fischer",
      "ski pair add 001 owner=\"Anna Nilsson\"", "ski cover UN Nilsson", "ski session new Falun",
      "ski rank 1 001 add=yes")
    try fixture.does("ski forget Nilsson yes=yes")
    #expect(try !fixture.kept().contains { $0.contains("Nilsson") || $0.contains("3505000") })
    let log = try fixture.session.store().changes(kind: nil, record: nil, limit: 1000)
    #expect(!log.isEmpty)
    for change in log {
      #expect(!change.command.contains("Nilsson") && !change.command.contains("3505000"))
      #expect(!change.before.values.contains { $0.fileText.contains("Nilsson") })
    }
    #expect(try fixture.session.store().check().isEmpty)
    #expect(try fixture.view("1").participations.map(\.serialNumber) == ["001"])
    #expect(try fixture.run("undo").error?.code == "nothing-to-undo")
    #expect(try !fixture.kept().contains { $0.contains("Nilsson") })
  }

  @Test func `the service's JSON is imported and exported with its fields`() throws {
    let json = """
      {"athlete": [{"pk": 3, "first_name": "Anna", "last_name": "Nilsson", "fis_code": 3505000, "ski_brand": {"pk": 1, "name": "Fischer"}, "gender": "F"}],
       "waxer": [{"pk": 9, "username": "UN", "first_name": "Urban", "last_name": "N", "athletes": [3]}],
       "ski-type": [{"pk": 2, "name": "Skate"}],
       "ski_base": {"results": [{"pk": 4, "name": "White", "description": ""}]},
       "ski_pair": [
         {"pk": 11, "owner": 3, "serial_number": "017", "brand": {"pk": 1, "name": "Fischer"}, "type": 2, "tags": [{"pk": 1, "name": "race"}],
          "nickname": "", "description": "stiff", "base": 4, "weight_for_measure": 70, "height_full_body_weight": "1.2",
          "height_half_body_weight": "6.3", "weight_for_complete_pushdown": null},
         {"pk": 12, "owner": null, "serial_number": "006", "type": 2, "base": 4}],
       "test_session": [{"pk": 5, "created_by": 9, "time_of_test": "2018-01-08T09:00:00Z", "name_of_place": "Falun", "latitude": null,
         "longitude": null, "comment": "", "air_temperature": "-5.00", "snow_temperature": null, "air_humidity": "80.00",
         "snow_humidity": null, "ski_type": {"pk": 2, "name": "Skate"}, "using_manual_rank": true}],
       "snow_composition_part": [{"pk": 1, "test_session": 5, "snow_type": {"pk": 1, "name": "New snow"}, "percentage": 100}],
       "grinding": [{"pk": 1, "name": "A"}],
       "grinding_moment": [{"pk": 1, "date": "2017-11-01T09:00:00Z", "ski_pair": 11, "grinding": 1}],
       "ski_participation": [{"pk": 1, "ski_pair": 11, "test_session": 5, "manual_rank": 1, "calculated_rank": null, "comment": ""},
         {"pk": 2, "ski_pair": 12, "test_session": 5, "manual_rank": 2, "calculated_rank": null, "comment": "slow"}],
       "ski_versus": [{"pk": 1, "test_session": 5, "winner": 11, "looser": 12, "difference": 14, "comment": ""}]}
      """
    var fixture = try SkiFixture(files: ["rest.json": json])
    try fixture.does("ski import rest.json")
    let session = try fixture.view("5")
    #expect(session.waxer == "UN" && session.conditions.air == -5 && session.conditions.shares == SnowShares(new: 100))
    #expect(try fixture.ranks("5") == ["017": 1, "006": 2])
    #expect(session.glides == [Glide(number: 1, winner: "017", loser: "006", difference: 14)])
    let pair = try fixture.does("ski pair 017").record
    #expect(
      pair["owner"] == "Anna Nilsson" && pair["grinding"] == "A" && pair["comment"] == "stiff"
        && pair["height_half_weight_mm"] == "6.3")
    try fixture.does("ski rank 5 017/006")
    try fixture.does("ski export out.json format=rest")
    var other = try SkiFixture(files: ["out.json": fixture.file("out.json") ?? ""])
    try other.does("ski import out.json")
    #expect(try other.ranks("5") == ["017": 1, "006": 1] && other.view("5").glides == fixture.view("5").glides)
    #expect(try other.view("5").conditions == fixture.view("5").conditions)
    for (text, code) in [
      ("{\"a\": []}", "not-ski-data"), ("[1]", "not-ski-data"), ("{\"ski_pair\": [{\"pk\": 1}]}", "missing-key"),
      ("{\"test_session\": [{\"pk\": 1, \"time_of_test\": 5}]}", "bad-value"),
    ] {
      var bad = try SkiFixture(files: ["x.json": text])
      try bad.refuses("ski import x.json", code)
    }
  }

  @Test func `a session becomes a page with everything filled in and no active content`() throws {
    var fixture = try SkiFixture(
      "ski pair add 001", "ski pair add 002",
      "ski session new Falun at=2026-01-10 air=-5 comment=\"<script>alert(1)</script>\"",
      "ski rank 1 002 001 add=yes", "ski glide 1 002 beats 001 margin=14", "ski comment 1 001 \"<b>slow\"")
    try fixture.does("ski sheet 1 s.html")
    let page = try #require(fixture.file("s.html"))
    #expect(
      page.hasPrefix("<!DOCTYPE html>") && page.contains("Falun") && page.contains("-5 °C") && page.contains("+14 cm"))
    #expect(!page.contains("<script") && !page.contains("<b>slow") && page.contains("&lt;b&gt;slow"))
    #expect(!page.contains("http") && !page.contains("src="))
    try fixture.refuses("ski sheet 1 s.html", "file-exists", naming: "replace=yes")
    try fixture.does("ski sheet 1 s.html replace=yes")
    try fixture.does("ski sheet 1 to t.html")
    #expect(fixture.file("t.html") == fixture.file("s.html"))
    try fixture.refuses("ski sheet 1 to t.html", "file-exists")
    try fixture.does("ski sheet 1 >! t.html")
  }
}
