import PodiumCore
import PodiumPlugin
import PodiumTestKit
import Testing

@testable import SkiPlugin

/// The joined table of a bundle, its roles and the notes on missing values.
struct ImporterTests {
  private let importer = SkiImporter()

  private func load(_ bundle: MadeBundle) throws -> ImportedTable {
    try importer.load(bundle, options: .none)
  }

  private func texts(_ table: Table, _ column: String) -> [String] {
    guard let column = table[column] else { return [] }
    return (0..<table.rowCount).map { column[$0].fileText }
  }

  private func failure(_ bundle: MadeBundle) -> Diagnostic? {
    do throws(Diagnostic) {
      _ = try importer.load(bundle, options: .none)
      return nil
    } catch {
      return error
    }
  }

  @Test func `sessions are in order of their numbers and pairs in order of their serial numbers`() throws {
    let loaded = try load(MadeBundle())
    #expect(texts(loaded.table, "session") == ["2", "2", "10", "10"])
    #expect(texts(loaded.table, "serial_number") == ["007", "012", "007", "012"])
    #expect(texts(loaded.table, "rank") == ["2", "1", "2", "1"])
    #expect(loaded.notes.isEmpty)
  }

  @Test func `the columns have the names and roles of the field`() throws {
    let loaded = try load(MadeBundle())
    let table = loaded.table
    #expect(
      table.names == [
        "session", "serial_number", "ski_type", "base", "grinding", "air_temperature", "new", "old", "wet",
        "rank",
      ])
    #expect(
      table.columns.map(\.role) == [
        .group, .id, .ignored, .feature, .feature, .feature, .feature, .feature, .feature, .ignored,
      ])
    let labelling = try #require(loaded.labelling)
    #expect(labelling.ranks == ["rank"])
    #expect(labelling.group == "session")
    #expect(labelling.names == ["Top pick", "Ok", "Rejected"])
    #expect(loaded.evaluators == ["ski.risk"])
  }

  @Test func `snow becomes three percentages, and unlisted kinds are 0`() throws {
    let table = try load(MadeBundle()).table
    #expect(texts(table, "new") == ["0", "0", "30", "30"])
    #expect(texts(table, "old") == ["100", "100", "0", "0"])
    #expect(texts(table, "wet") == ["0", "0", "70", "70"])
  }

  @Test func `the grinding is the latest strictly before the session`() throws {
    var bundle = MadeBundle()
    #expect(texts(try load(bundle).table, "grinding") == ["A", "C", "B", "C"])
    // A grinding at the time of the test is too late, and a pair has one grinding at a time.
    bundle.contents["grinding_moments.csv", default: ""] += "007,D,2018-02-08T09:00:00Z\n012,E,2018-02-08T08:59:59Z\n"
    #expect(texts(try load(bundle).table, "grinding") == ["A", "C", "B", "E"])
    bundle.contents["grinding_moments.csv", default: ""] += "012,F,2018-02-08T08:59:59Z\n"
    #expect(failure(bundle)?.code == "repeated-row")
  }

  @Test func `a day without a time means its beginning`() throws {
    var bundle = MadeBundle()
    bundle.contents["grinding_moments.csv"] =
      "serial_number,grinding,date\n007,A,2018-01-08\n012,C,2018-01-09\n"
    #expect(texts(try load(bundle).table, "grinding") == ["A", "", "A", "C"])
  }

  @Test func `missing values are kept and reported`() throws {
    var bundle = MadeBundle()
    bundle.contents["participations.csv"] = "session,serial_number,rank\n2,007,1\n2,012,\n10,012,1\n"
    bundle.contents["sessions.csv"] =
      "session,time_of_test,air_temperature_c\n2,2017-10-01T09:00:00Z,\n10,2017-10-02T09:00:00Z,\n"
    bundle.contents["ski_pairs.csv"] = "serial_number,ski_type,ski_base\n007,Cold,\n012,Warm,White\n"
    bundle.contents["snow.csv"] = nil
    let loaded = try load(bundle)
    #expect(loaded.table.rowCount == 3)
    #expect(texts(loaded.table, "base") == ["", "White", "White"])
    #expect(texts(loaded.table, "grinding") == ["", "", ""])
    #expect(texts(loaded.table, "air_temperature") == ["", "", ""])
    #expect(texts(loaded.table, "rank") == ["1", "", "1"])
    #expect(texts(loaded.table, "wet") == ["", "", ""])
    for part in [
      "kept 1 row without base: 007 in session 2", "kept 1 row without rank: 012 in session 2",
      "kept 3 rows without snow", "kept 3 rows without air temperature",
      "kept 3 rows without grinding: 007 in session 2, 012 in session 2, 012 in session 10",
    ] {
      #expect(loaded.notes.contains { $0.hasPrefix(part) }, "\(part)\n\(loaded.notes)")
    }
  }

  @Test(arguments: [("ski_pairs.csv", "unknown-pair"), ("sessions.csv", "unknown-session")])
  func `what a row refers to is in the bundle`(_ file: String, _ code: String) {
    var bundle = MadeBundle()
    bundle.contents[file] = nil
    #expect(failure(bundle)?.code == code)
  }

  @Test func `snow that does not sum to 100 is scaled only on request`() throws {
    var bundle = MadeBundle()
    bundle.contents["snow.csv"] = "session,snow_type,percentage\n2,Old snow,90\n10,New snow,30\n10,Corn snow,70\n"
    #expect(failure(bundle)?.code == "bad-snow")
    var options = ImportOptions.none
    options[SkiImportCommand.normalise] = true
    let loaded = try importer.load(bundle, options: options)
    #expect(loaded.notes.contains("session '2': Old snow scaled to 100 %"), "\(loaded.notes)")
    #expect(loaded.notes.contains("session '10' has snow of an unknown type, which is none of new, old and wet"))
    #expect(texts(loaded.table, "new") == ["0", "0", "30", "30"])
    #expect(texts(loaded.table, "old") == ["100", "100", "0", "0"])
  }

  @Test func `snow without one percentage is missing and reported`() throws {
    var bundle = MadeBundle()
    bundle.contents["snow.csv"] =
      "session,snow_type,percentage\n2,Old snow,100\n10,New snow,\n10,Wet snow,70\n"
    let loaded = try load(bundle)
    #expect(texts(loaded.table, "new") == ["0", "0", "", ""])
    #expect(loaded.notes.contains { $0.contains("the snow of session '10' was left unknown") }, "\(loaded.notes)")
  }

  @Test func `a repeated type of snow in a session is refused`() {
    var bundle = MadeBundle()
    bundle.contents["snow.csv"] =
      "session,snow_type,percentage\n2,Old snow,50\n2,Old snow,50\n10,New snow,100\n"
    #expect(failure(bundle)?.code == "repeated-row")
    #expect(failure(bundle)?.message.hasSuffix("have the same key: 2, Old snow") == true)
  }

  @Test func `a repeated pair in a session is refused`() {
    var bundle = MadeBundle()
    bundle.contents["participations.csv", default: ""] += "2,012,3\n"
    #expect(failure(bundle)?.code == "repeated-row")
    #expect(failure(bundle)?.message.contains("pair '012' is already in this test") == true)
  }

  @Test(arguments: ["sessions.csv", "ski_pairs.csv"])
  func `a repeated key is refused`(_ file: String) throws {
    var bundle = MadeBundle()
    let last = try #require(bundle.contents[file]?.split(separator: "\n").last)
    bundle.contents[file, default: ""] += last + "\n"
    let error = try #require(failure(bundle))
    #expect(error.code == "repeated-row")
    #expect(error.message.hasPrefix("'made/\(file)' row "))
  }

  @Test func `a participation without its keys is left out and named`() throws {
    var bundle = MadeBundle()
    bundle.contents["participations.csv", default: ""] += "2,,3\n"
    let loaded = try load(bundle)
    #expect(loaded.table.rowCount == 4)
    #expect(
      loaded.notes.contains {
        $0.hasPrefix("'made/participations.csv' row 5")
          && $0.hasSuffix("serial_number is missing; the row was left out")
      }, "\(loaded.notes)")
  }

  @Test func `ranks, days and words are read as ski import reads them`() throws {
    var bundle = MadeBundle()
    bundle.contents["participations.csv"] =
      "session,serial_number,rank\n2,007,1=\n2,012,=1\n10,007,2\n10,012,1\n"
    bundle.contents["sessions.csv"] =
      "session,time_of_test,air_temperature_c\n2,24/1/2018 09:00,-15\n10,8/2/2018 09:00,0.5\n"
    bundle.contents["snow.csv"] = "session,snow_type,percentage\n2,nysnö,100\n10,old snow,100\n"
    let loaded = try load(bundle)
    #expect(texts(loaded.table, "rank") == ["1", "1", "2", "1"])
    #expect(texts(loaded.table, "grinding") == ["A", "C", "B", "C"])
    #expect(texts(loaded.table, "new") == ["100", "100", "0", "0"])
    // A day that could be two is asked about.
    bundle.contents["sessions.csv"] =
      "session,time_of_test,air_temperature_c\n2,4/1/2018 09:00,-15\n10,8/2/2018 09:00,0.5\n"
    #expect(failure(bundle)?.code == "ambiguous-date")
    var options = ImportOptions.none
    options[SkiImportCommand.dates] = "dmy"
    #expect(texts(try importer.load(bundle, options: options).table, "grinding") == ["A", "C", "B", "C"])
  }

  @Test func `invalid numbers become missing values and are reported with their file`() throws {
    var bundle = MadeBundle()
    bundle.contents["sessions.csv"] =
      "session,time_of_test,air_temperature_c\n2,2018-01-08T09:00:00Z,cold\n10,2018-02-08T09:00:00Z,1\n"
    let loaded = try load(bundle)
    #expect(texts(loaded.table, "air_temperature") == ["", "", "1", "1"])
    #expect(loaded.notes.contains { $0.contains("sessions.csv") && $0.contains("cold") }, "\(loaded.notes)")
  }

  @Test func `sessions with names instead of plain numbers stay separate`() throws {
    var bundle = MadeBundle()
    bundle.contents["snow.csv"] = nil
    bundle.contents["sessions.csv"] = "session\n1\n01\nfinal\n"
    bundle.contents["participations.csv"] = "session,serial_number,rank\n1,007,1\n01,007,1\nfinal,007,1\n"
    #expect(texts(try load(bundle).table, "session") == ["01", "1", "final"])
    bundle.contents["participations.csv"] = "session,serial_number,rank\n1,007,1\n01,007,1\n"
    #expect(texts(try load(bundle).table, "session") == ["01", "1"])
  }

  @Test(arguments: MadeBundle().files)
  func `a file without one of its columns is refused`(_ file: String) throws {
    var bundle = MadeBundle()
    bundle.contents[file] = "other\n1\n"
    let error = try #require(failure(bundle))
    #expect(error.code == "missing-column")
    #expect(error.message.hasPrefix("'made/\(file)' has no column '"))
    #expect(error.help == "its columns are other")
  }

  @Test func `other folders and single files are not bundles`() {
    var bundle = MadeBundle()
    bundle.contents = ["photo.jpg": ""]
    #expect(!importer.recognises(bundle))
    #expect(
      failure(bundle)?.message == "the folder 'made' is not a ski bundle: it has no sessions.csv and no ski_pairs.csv")
    bundle = MadeBundle()
    bundle.contents["participations.csv"] = nil
    #expect(failure(bundle)?.message == "'made' has no participations.csv")
    bundle = MadeBundle()
    #expect(importer.recognises(bundle))
    bundle.isFolder = false
    #expect(!importer.recognises(bundle))
    #expect(failure(bundle)?.message == "'made' is a file, not a ski bundle")
  }

  @Test func `stored ranks and ready labels are loaded with the role ignored`() throws {
    var bundle = MadeBundle()
    bundle.contents["participations.csv"] =
      "session,serial_number,rank,stored_rank,label,stored_label,source\n2,012,1,1,Top pick,Ok,s\n2,007,2,3,Ok,Ok,s\n"
    let loaded = try load(bundle)
    #expect(loaded.labelling?.ranks == ["rank", "stored_rank"])
    #expect(loaded.table.names.suffix(4) == ["stored_rank", "label", "stored_label", "source"])
    #expect(loaded.table.columns.suffix(5).allSatisfy { $0.role == .ignored })
    #expect(texts(loaded.table, "stored_rank") == ["3", "1"])
  }

  @Test func `a bundle without participations is an empty table`() throws {
    var bundle = MadeBundle()
    bundle.contents["participations.csv"] = "session,serial_number,rank\n"
    #expect(try load(bundle).table.rowCount == 0)
  }
}
