import PodiumCore
import PodiumPlugin
import PodiumRecords
import PodiumTestKit
import Testing

@testable import SkiPlugin

/// One bad cell in each column of each importer, one at a time: the other cells are stored, and the bad one is named by file,
/// line and column.
struct BadCellTests {
  /// A file with one bad cell, where the warning must place it, and what becomes of it.
  struct Case: CustomTestStringConvertible {
    var files: [String: String]
    var line: String
    var place: String
    /// The fields of records without which the import is compared with that of the whole file.
    var lacking: [String]
    var testDescription: String { place }
  }

  /// The cells of a table in which one is replaced, and the lines of all.
  private static func table(_ rows: [[String]], mark: String, _ row: Int, _ column: Int, _ bad: String) -> String {
    rows.enumerated().map { place, cells in
      cells.enumerated().map { place == row && $0 == column ? bad : $1 }.joined(separator: mark)
    }.joined(separator: "\n") + "\n"
  }

  private static let bundle: [String: [[String]]] = [
    "sessions.csv": [
      [
        "session", "time_of_test", "utc_offset_minutes", "latitude", "longitude", "air_temperature_c",
        "snow_temperature_c", "humidity_pct", "snow_humidity_pct", "using_manual_rank",
      ],
      ["1", "2026-01-10T09:00:00Z", "60", "63", "14", "-5", "-6", "80", "70", "true"],
      ["2", "2026-01-11T09:00:00Z", "60", "63", "14", "-4", "-6", "80", "70", "true"],
    ],
    "ski_pairs.csv": [
      ["serial_number", "acquired", "weight_for_measure_kg", "height_full_weight_mm"],
      ["101", "2025-10-01", "70", "1.2"],
      ["102", "2025-10-01", "71", "1.3"],
    ],
    "grinding_moments.csv": [
      ["serial_number", "grinding", "date"], ["101", "A", "2025-11-01"], ["102", "B", "2025-11-02"],
    ],
    "snow.csv": [["session", "snow_type", "percentage"], ["1", "New snow", "100"], ["2", "New snow", "100"]],
    "participations.csv": [
      ["session", "serial_number", "rank", "glide_rank", "kick_rank", "uphill_rank", "stored_rank"],
      ["1", "101", "1", "1", "1", "1", "1"], ["1", "102", "2", "2", "2", "2", "2"],
      ["2", "101", "1", "1", "1", "1", "1"],
    ],
    "glides.csv": [
      ["session", "winner", "loser", "difference_cm", "run"], ["1", "101", "102", "5", "1"],
      ["1", "101", "102", "7", "2"],
    ],
    "conditions.csv": [
      ["session", "moment", "air_temperature_c", "snow_temperature_c", "humidity_pct"],
      ["1", "2026-01-10T10:00:00Z", "-4", "-5", "80"],
    ],
    "athletes.csv": [["number", "last_name", "fis_code"], ["7", "Berg", "3505000"], ["8", "Dal", "3505001"]],
  ]
  /// The columns of a bundle in which any text is valid.
  private static let texts: Set<String> = [
    "session", "serial_number", "snow_type", "grinding", "winner", "loser", "last_name", "number",
  ]

  /// Every number, day, truth and rank of a bundle.
  static let bundleCases: [Case] = bundle.keys.sorted().flatMap { file -> [Case] in
    let rows = bundle[file] ?? []
    return rows[0].indices.filter { !texts.contains(rows[0][$0]) }.map { column in
      var files = bundle.mapValues { table($0, mark: ",", -1, -1, "") }
      files[file] = table(rows, mark: ",", 1, column, "odd")
      return Case(
        files: Dictionary(uniqueKeysWithValues: files.map { ("b/" + $0, $1) }), line: "ski import b",
        place: rows[0][column], lacking: [file])
    }
  }

  @Test(arguments: bundleCases) func `a bundle keeps the other cells`(_ bad: Case) throws {
    let file = bad.lacking[0]
    var whole = try SkiFixture(
      files: Dictionary(
        uniqueKeysWithValues: Self.bundle.map { ("b/" + $0, Self.table($1, mark: ",", -1, -1, "")) }))
    try whole.does("ski import b")
    var fixture = try SkiFixture(files: bad.files)
    let report = try fixture.does(bad.line)
    #expect(
      report.warnings.contains {
        $0.contains("'b/\(file)'") && $0.contains("'\(bad.place)'") && $0.contains("line 2") && $0.contains("'odd'")
      }, "\(report.warnings)")
    // Only the record of the cell differs, and one more whose rank or number moves up.
    let (all, kept) = (Set(try whole.kept()), Set(try fixture.kept()))
    #expect((1...2).contains(all.subtracting(kept).count), "\(all.subtracting(kept))")
    #expect(kept.subtracting(all).count <= 2, "\(kept.subtracting(all))")
  }

  // MARK: Sheets

  private static let sheet: [[String]] = [
    ["Datum", "2026-01-24", "Tid", "08:30", "Plats", "Idre", "", "", "", ""],
    ["Luft", "-5", "Snötemp", "-6", "Luftfuktighet", "80", "Snöfuktighet", "70", "Nysnö", "100"],
    ["", "", "", "", "", "", "", "", "", ""],
    ["Skidpar", "Rank", "Glid", "Fäste", "Uppför", "", "Vinnare", "Förlorare", "Skillnad", "Åk"],
    ["101", "1", "1", "1", "1", "", "101", "102", "5", "1"], ["102", "2", "2", "2", "2", "", "102", "103", "7", "1"],
    ["103", "3", "3", "3", "3", "", "", "", "", ""],
  ]
  /// Rows, columns, and what is put there.
  private static let sheetCells: [(Int, Int, String)] =
    [(0, 3, "odd")] + [1, 3, 5, 7, 9].map { (1, $0, "odd") } + [(1, 1, "99"), (1, 5, "180"), (1, 1, "#DIV/0!")]
    + [1, 2, 3, 4].map { (5, $0, "odd") } + ["=A1", "<1", "-5", "−5"].map { (0, 3, $0) }
    + ["½", "-999", "0", "=A2"].map { (5, 1, $0) } + [
      (4, 8, "odd"), (4, 9, "odd"), (4, 8, "-5"), (4, 6, "1 1"), (5, 0, "1 0 2"),
    ]

  /// Whether a note says that a word in place of a rank became a remark.
  private static func keeps(_ word: String, _ line: Int, _ report: CommandReport) -> Bool {
    report.remarked.contains { $0.hasPrefix("kept as remarks") && $0.contains("\(word) (line \(line))") }
  }

  @Test(arguments: sheetCells.indices) func `a waxer's sheet keeps the other cells`(_ index: Int) throws {
    let (row, column, text) = Self.sheetCells[index]
    var whole = try SkiFixture(files: ["t.csv": Self.table(Self.sheet, mark: ";", -1, -1, "")])
    try whole.does("ski import t.csv create=yes")
    var fixture = try SkiFixture(files: ["t.csv": Self.table(Self.sheet, mark: ";", row, column, text)])
    let report = try fixture.does("ski import t.csv create=yes")
    let place = "'t.csv' line \(row + 1), column \(CellLetters.text(column))"
    let isNamed = report.warnings.contains { $0.hasPrefix(place) && $0.contains(text) }
    #expect(isNamed || Self.keeps(text, row + 1, report), "\(place): \(report.warnings)")
    let (all, kept) = (try whole.view("1"), try fixture.view("1"))
    #expect(kept.participations.count >= all.participations.count - 1 && kept.glides.count >= all.glides.count - 1)
    #expect(kept.time != nil && kept.place == "Idre")
    let missing = Set(try whole.kept()).subtracting(try fixture.kept())
    #expect((1...3).contains(missing.count), "\(missing)")
  }

  @Test func `a new number is not one that another test of the file gives itself`() throws {
    func sheet(_ head: String, _ pairs: (Int, Int)) -> String {
      head + "Plats;Idre\nLuft;-5\nNysnö;100\n\nSkidpar;Rank\n\(pairs.0);1\n\(pairs.1);2\n\n"
    }
    let text = sheet("Datum;2026-01-10\n", (101, 102)) + sheet("Test;1\nDatum;2026-01-11\n", (103, 104))
    var fixture = try SkiFixture(files: ["two.csv": text])
    _ = try fixture.does("ski import two.csv create=yes")
    let sessions = try fixture.does("ski sessions")
    #expect(sessions.column("session") == ["1", "2"] && sessions.column("best") == ["103", "101"])
  }

  @Test func `a list keeps its other rows, and an unreadable day leaves out its own`() throws {
    let rows = [
      ["Datum", "Plats", "Luft", "Nysnö", "Skidpar", "Rank"], ["2026-01-24", "Idre", "-5", "100", "101", "1"],
      ["2026-01-25", "Idre", "-4", "100", "101", "1"], ["2026-01-26", "Idre", "-3", "100", "101", "1"],
    ]
    for (column, bad, days) in [(0, "odd", 2), (2, "odd", 3), (3, "odd", 3), (4, "1 1", 3), (5, "odd", 3)] {
      var fixture = try SkiFixture(files: ["t.csv": Self.table(rows, mark: ";", 2, column, bad)])
      let report = try fixture.does("ski import t.csv create=yes")
      let place = "'t.csv' line 3, column \(CellLetters.text(column)) ('\(rows[0][column])')"
      let isNamed = report.warnings.contains { $0.hasPrefix(place) && $0.contains("'\(bad)'") }
      #expect(isNamed || Self.keeps(bad, 3, report), "\(place): \(report.warnings)")
      #expect(try fixture.does("ski sessions").column("session").count == days)
    }
  }

  @Test func `rows of one test that differ about it are named, and a readable value counts`() throws {
    let list =
      "Datum;Plats;Skidpar;Rank;Luft\n2026-01-10;Idre;101;1;kallt\n2026-01-10;Idre;102;2;-5\n2026-01-10;Idre;103;3;-6\n"
    var fixture = try SkiFixture(files: ["t.csv": list])
    let report = try fixture.does("ski import t.csv create=yes")
    #expect(try fixture.view("1").conditions.air == -5 && fixture.ranks("1").count == 3)
    for (line, text) in [(2, "'kallt' is not a number"), (4, "'-6' was left out")] {
      let place = "'t.csv' line \(line), column E ('Luft'): "
      #expect(report.warnings.contains { $0.hasPrefix(place) && $0.contains(text) }, "\(report.warnings)")
    }
  }

  @Test func `glides and athletes keep the other rows`() throws {
    let glides = [
      ["session", "winner", "loser", "difference_cm", "run"], ["1", "101", "102", "5", "1"],
      ["1", "101", "102", "6", "2"],
    ]
    for (column, bad, count) in [(3, "odd", 1), (4, "odd", 2), (1, "1 1", 1), (2, "", 1), (0, "", 1), (0, "a,b", 1)] {
      var fixture = try SkiFixture(files: ["g.csv": Self.table(glides, mark: ";", 2, column, bad)])
      let report = try fixture.does("ski import g.csv create=yes")
      let place = "'g.csv' line 3, column \(CellLetters.text(column)) ('\(glides[0][column])')"
      #expect(report.warnings.contains { $0.hasPrefix(place) && $0.contains(bad) }, "\(place): \(report.warnings)")
      #expect(try fixture.view("1").glides.count == count)
    }
    let athletes = [
      ["Fiscode", "Lastname", "Firstname", "Gender"], ["3505000", "Berg", "Eva", "F"], ["3505001", "Dal", "Per", "M"],
    ]
    for (column, bad, count) in [(0, "odd", 2), (3, "odd", 2), (1, "", 1), (2, "a,b", 1)] {
      var fixture = try SkiFixture(files: ["a.csv": Self.table(athletes, mark: ";", 2, column, bad)])
      let report = try fixture.does("ski import a.csv")
      #expect(
        report.warnings.contains { $0.hasPrefix("'a.csv' line 3, column ") && $0.contains(bad) }, "\(report.warnings)")
      #expect(report.record["new"] == String(count))
    }
  }

  @Test func `the service's JSON keeps the other values`() throws {
    let json = """
      {"athlete": [{"pk": 3, "last_name": "Berg", "fis_code": 3505000, "gender": "F"}],
       "ski_pair": [{"pk": 1, "owner": 3, "serial_number": "101", "weight_for_measure": 70}, {"pk": 2, "serial_number": "102"}],
       "test_session": [{"pk": 5, "time_of_test": "2026-01-08T09:00:00Z", "air_temperature": "-5.00", "air_humidity": 80},
         {"pk": 6, "time_of_test": "2026-01-09T09:00:00Z", "air_temperature": "-4.00"}],
       "snow_composition_part": [{"test_session": 5, "snow_type": {"name": "New snow"}, "percentage": 100}],
       "ski_participation": [{"ski_pair": 1, "test_session": 5, "manual_rank": 1}, {"ski_pair": 2, "test_session": 5, "manual_rank": 2}],
       "ski_versus": [{"test_session": 5, "winner": 1, "looser": 2, "difference": 14}, {"test_session": 5, "winner": 1, "looser": 2, "difference": 12}]}
      """
    for (old, new, place) in [
      ("3505000", "\"odd\"", "athlete 1 fis_code"), ("\"F\"", "\"odd\"", "athlete 1 gender"),
      ("70}", "\"odd\"}", "ski_pair 1 weight_for_measure"), ("-5.00", "odd", "test_session 1 air_temperature"),
      ("80}", "\"odd\"}", "test_session 1 air_humidity"),
      ("2026-01-09T09:00:00Z", "odd", "test_session 2 time_of_test"),
      ("100}", "\"odd\"}", "snow_composition_part 1"),
      ("\"manual_rank\": 1", "\"manual_rank\": \"odd\"", "ski_participation 1 manual_rank"),
      ("\"difference\": 14", "\"difference\": \"odd\"", "ski_versus 1"),
    ] {
      var fixture = try SkiFixture(files: ["r.json": json.replacing(old, with: new)])
      let report = try fixture.does("ski import r.json")
      #expect(report.warnings.contains { $0.hasPrefix("'r.json' \(place)") }, "\(place): \(report.warnings)")
      #expect(try fixture.view("5").participations.count == 2)
      #expect(try !fixture.view("5").glides.isEmpty)
    }
  }
}
