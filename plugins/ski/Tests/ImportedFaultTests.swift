import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumRecords
import PodiumTestKit
import Testing

@testable import SkiPlugin

/// What a file says of people, tests and values is stored as it says it, or named: one import per way to say it.
struct ImportedFaultTests {
  @Test(arguments: [
    "24. Januar 2026", "24. Jänner 2026", "Sa, 24.01.2026", "Samstag, 24. Januar 2026", "la 24.1.2026",
    "24. tammikuuta 2026", "24 tammi 2026", "den 24 januari 2026", "2026-01-24 (lör)", "Jan 24 2026", "lør. 24/1-2026",
    "Sa 24. Januar", "la 24.1.",
  ])
  func `a day is read with its weekday and month in all five languages`(_ text: String) throws {
    let dates = SheetDates([text, "2026-02-01"], try SheetDates.Choice())
    #expect(dates.reading(text) == .day(try #require(CalendarDate(iso: "2026-01-24"))))
  }

  @Test func `months of German and Finnish and a time after its word are read, and other words are not`() throws {
    let (open, texts) = (
      try SheetDates.Choice(), ["24. März 2026": "03", "24. Dezember 2026": "12", "24 lokakuuta 2026": "10"]
    )
    for (text, month) in texts {
      #expect(SheetDates([text], open).reading(text).date?.description == "2026-\(month)-24")
    }
    for text in ["24/1 2026 kl 08.30", "24.01.2026 08:30 Uhr", "24. tammikuuta 2026 klo 8.30", "24 jan 2026 kl. 0830"] {
      guard case .moment(let moment, nil) = SheetDates([text], open).reading(text) else {
        Issue.record("\(text) is not a moment")
        continue
      }
      #expect(moment.description.hasPrefix("2026-01-24T08:30"), "\(moment)")
    }
    for text in ["vecka 4", "lördag", "snart", "24 foo 2026", "2026-01-24T08:30:00Z"] {
      #expect(SheetDates.plain(text) == text || SheetDates([text], open).reading(text) == .none)
    }
    #expect(SheetDates.plain("2026-01-24T08:30:00Z") == "2026-01-24T08:30:00Z")
  }

  private func fixture(_ lines: String..., bundle: [String: String]) throws -> SkiFixture {
    var fixture = try SkiFixture(
      files: Dictionary(uniqueKeysWithValues: bundle.map { ("b/\($0).csv", $1) }))
    for line in lines { try fixture.does(line) }
    return fixture
  }

  // MARK: People

  private static let people = "number,first_name,last_name,fis_code\n1,Anna,Nilsson,3425001\n2,Per,Berg,3420002\n"

  private func people(_ fixture: SkiFixture) throws -> [Athlete] {
    try Athlete.thing.items(in: try fixture.session.store()).sorted { $0.number < $1.number }
  }

  /// Who owns which pair, with their codes.
  private func owners(_ fixture: SkiFixture) throws -> [String] {
    let athletes = try people(fixture)
    return try SkiRecords.pairs(try fixture.session.store()).map { pair in
      let owner = athletes.first { $0.number == pair.owner }
      return "\(pair.serialNumber) \(owner?.name ?? "no owner") \(owner?.fisCode.map(String.init) ?? "")"
    }
  }

  @Test func `owners by name are the athletes of the file, and new people get numbers that are free`() throws {
    let pairs = "serial_number,owner\n101,Per Berg\n102,Anna Nilsson\n103,Bo New\n104,1\n105,3420002\n"
    var fixture = try fixture("ski import b", bundle: ["athletes": Self.people, "ski_pairs": pairs])
    let expected = [
      "101 Per Berg 3420002", "102 Anna Nilsson 3425001", "103 Bo New ", "104 Anna Nilsson 3425001",
      "105 Per Berg 3420002",
    ]
    #expect(try owners(fixture) == expected)
    #expect(try fixture.does("ski athletes").column("number").sorted() == ["1", "2", "3"])
    try fixture.does("ski import b")
    #expect(try owners(fixture) == expected)
  }

  @Test func `a person whose number belongs to another in the workspace gets a new one`() throws {
    let pairs = "serial_number,owner\n101,1\n102,2\n"
    var fixture = try fixture(
      "ski athlete add \"Per Berg\" fis=3420002", "ski athlete add \"Eva Dal\"", "ski import b",
      bundle: ["athletes": Self.people, "ski_pairs": pairs])
    #expect(try owners(fixture) == ["101 Anna Nilsson 3425001", "102 Per Berg 3420002"])
    #expect(try people(fixture).count == 3)
    try fixture.does("ski import b")
    #expect(try people(fixture).count == 3)
  }

  @Test func `a name or a code that was corrected is the same person, and a code of two people is refused`() throws {
    let fixture = try fixture(
      "ski athlete add \"Anna Nilson\" fis=3425001", "ski import b",
      bundle: ["athletes": Self.people, "ski_pairs": "serial_number\n101\n"])
    #expect(try people(fixture).map(\.name) == ["Anna Nilson", "Per Berg"])
    var twice = try self.fixture(
      bundle: ["athletes": "number,last_name,fis_code\n1,Ek,7\n2,Dal,7\n", "ski_pairs": "serial_number\n101\n"])
    try twice.refuses("ski import b", "repeated-row", naming: "line 3", "FIS code 7")
  }

  @Test func `an owner in the service's JSON who is in no list is a new person`() throws {
    let json = """
      {"athlete": [{"pk": 1, "first_name": "Anna", "last_name": "Nilsson"}],
       "ski_pair": [{"pk": 1, "serial_number": "101", "owner": "Bo New"}, {"pk": 2, "serial_number": "102", "owner": 1}]}
      """
    var fixture = try SkiFixture(files: ["r.json": json])
    try fixture.does("ski import r.json")
    #expect(try owners(fixture) == ["101 Bo New ", "102 Anna Nilsson "])
  }

  // MARK: Lists

  /// The rows of a list, whose pairs are numbered from 101 again and again, and how many pairs each test has.
  @Test(arguments: [
    ("2026-01-24;08:30;Idre|2026-01-24;8:30;Idre|24/1 2026;0830;idre", 3, [3]),
    ("2026-01-24;08:30;Idre|2026-01-24;;Idre|2026-01-24;;Idre", 3, [3]),
    ("2026-01-24;;Idre|2026-01-24;8:30;Idre|2026-01-24;8:30;", 3, [3]),
    ("2026-01-24;08:30;Idre|2026-01-24;08:30;|;;", 3, [3]), ("2026-01-24;08:30;Idre|;;|;13:00;|;;", 2, [2, 2]),
    ("2026-01-24;08:30;Idre|;;|2026-01-24;8:30;Falun|;;", 2, [2, 2]),
    ("2026-01-24;;Idre|2026-01-25;;Idre|2026-01-24;;Idre", 3, [2, 1]),
    ("2026-01-24;;Idre|2026-01-24;;Idre|2026-01-24;13:00;Idre|2026-01-24;13:00;", 2, [2, 2]),
  ])
  func `rows of a list that say the same in other words are one test`(_ rows: String, _ pairs: Int, _ counts: [Int])
    throws
  {
    let lines = rows.split(separator: "|").enumerated().map { "\($1);\(101 + $0 % pairs)\n" }
    var fixture = try SkiFixture(files: ["l.csv": "Datum;Tid;Plats;Skidpar\n" + lines.joined()])
    #expect(try fixture.does("ski import l.csv create=yes").warnings == [])
    for (place, count) in counts.enumerated() {
      let test = try fixture.view(String(place + 1))
      #expect(test.participations.count == count && test.place != nil && test.time != nil)
    }
    #expect(try fixture.does("ski sessions").column("session").count == counts.count)
  }

  @Test(arguments: ["x", "8.3o", "25:99"]) func `an unreadable time in a list costs nothing else`(_ bad: String) throws
  {
    for row in 0..<4 {
      let times = (0..<4).map { $0 == row ? bad : $0 < 2 ? "08:30" : "13:00" }
      let rows = (0..<4).map { "2026-01-24;\(times[$0]);Idre;\(101 + $0 % 2);\(1 + $0 % 2)\n" }
      var fixture = try SkiFixture(files: ["l.csv": "Datum;Tid;Plats;Skidpar;Rank\n" + rows.joined()])
      let report = try fixture.does("ski import l.csv create=yes")
      #expect(report.warnings.count == 1 && report.warnings[0].hasPrefix("'l.csv' line \(row + 2), column B ('Tid'): "))
      for (number, hour) in [("1", "08:30"), ("2", "13:00")] {
        #expect(try fixture.ranks(number) == ["101": 1, "102": 2])
        #expect(try fixture.view(number).time?.description.contains(hour) == true)
      }
    }
  }

  @Test func `a row that fits several tests is left out and named`() throws {
    let rows = "2026-01-24;8:30;Idre;101\n2026-01-24;8:30;Falun;101\n2026-01-25;9:00;Idre;101\n2026-01-24;8:30;;102\n"
    var fixture = try SkiFixture(files: ["l.csv": "Datum;Tid;Plats;Skidpar\n" + rows])
    try fixture.warns("ski import l.csv create=yes", "'l.csv' line 5, column A ('Datum'): the row fits 2 tests")
  }

  @Test func `two pairs of a sheet may share the last rank, which is named`() throws {
    var fixture = try SkiFixture(files: ["t.csv": "Datum;1 febr. 2026\n\nSkidpar;Rank\n101;1\n102;2\n103;2\n"])
    try fixture.warns("ski import t.csv create=yes", "'102' and '103' share the last rank")
    #expect(try fixture.ranks("1") == ["101": 1, "102": 2, "103": 2])
    #expect(try fixture.view("1").time?.date.description == "2026-02-01")
  }

  // MARK: Values

  @Test(arguments: [
    (
      "conditions", "session,moment,air_temperature_c,snow_temperature_c", "1,2026-01-10T10:00:00Z,90,-5", "'90'", "air"
    ),
    (
      "conditions", "session,moment,humidity_pct,air_temperature_c", "1,2026-01-10T10:00:00Z,900,-5", "'900'",
      "humidity"
    ),
    ("conditions", "session,moment,snow_temperature_c,humidity_pct", "1,2026-01-10T10:00:00Z,30,80", "'30'", "snow_"),
    ("athletes", "number,last_name,gender", "1,Ek,q", "'q' is not one of M, F", "gender"),
    ("athletes", "number,last_name,fis_code", "1,Ek,-5", "'-5'", "fis_code"),
    ("ski_pairs", "serial_number,weight_for_measure_kg,nickname", "101,7000,x", "'7000'", "weight"),
    ("terms", "list,name,icssg,counts_as", "snow,Foo,XX,new", "'XX'", "icssg"),
    ("terms", "list,name,latitude,longitude", "place,Foo,91,14", "'91'", "latitude"),
    ("sessions", "session,time_of_test,utc_offset_minutes", "1,2026-01-10T09:00:00Z,99999999", "'99999999'", "utc"),
    ("covers", "waxer,athlete,from,until", "LN,7,2026-01-10,2026-01-09", "end is not after", "until"),
  ])
  func `a value out of range is a bad cell, and its row stays`(
    _ file: String, _ head: String, _ row: String, _ said: String, _ column: String
  ) throws {
    var bundle = [
      "sessions": "session,time_of_test\n1,2026-01-10T09:00:00Z\n", "ski_pairs": "serial_number\n101\n",
      "waxers": "code\nLN\n", "athletes": "number,last_name\n7,Dal\n",
    ]
    bundle[file] = "\(head)\n\(row)\n"
    var fixture = try fixture(bundle: bundle)
    let report = try fixture.does("ski import b")
    #expect(
      report.warnings.contains {
        $0.hasPrefix("'b/\(file).csv' line 2, column '\(column)") && $0.contains(said)
          && $0.hasSuffix("it was left unknown")
      }, "\(report.warnings)")
    let kind = try #require(BundleLayout.file(file + ".csv")?.kind)
    let kept = try fixture.kept().filter { $0.hasPrefix(kind + " ") }
    let others = row.split(separator: ",").filter { !said.contains($0) && !$0.contains("-01-") && $0 != "14" }
    #expect(others.allSatisfy { value in kept.contains { $0.contains("=" + value) } }, "\(kept)")
    #expect(!kept.contains { $0.contains("=" + said.filter { $0 != "'" }) })
  }

  @Test(arguments: [
    (
      "treatments", "serial_number,moment,kind", "101,2026-01-09T00:00:00Z,paint", "101,2026-01-09T00:00:00Z,wax",
      "kind"
    ),
    ("terms", "list,name", "widget,Foo", "brand,Foo", "list"),
    ("glides", "session,number,winner,loser,difference_cm", "1,zwei,101,102,4", "1,1,101,102,14", "number"),
    ("glides", "session,number,winner,loser,difference_cm", "1,-3,101,102,4", "1,1,101,102,14", "number"),
    ("leaves", "waxer,from,until", "LN,2026-01-10,2026-01-09", "LN,2026-01-11,2026-01-12", "until"),
  ])
  func `a row that cannot do without a bad cell is left out and named`(
    _ file: String, _ head: String, _ bad: String, _ good: String, _ column: String
  ) throws {
    var fixture = try fixture(bundle: [
      "sessions": "session,time_of_test\n1,2026-01-10T09:00:00Z\n", "ski_pairs": "serial_number\n101\n102\n",
      "waxers": "code\nLN\n", file: "\(head)\n\(good)\n\(bad)\n",
    ])
    let place = "'b/\(file).csv' line 3, column '\(column)'"
    let report = try fixture.does("ski import b")
    #expect(
      report.warnings.contains { $0.hasPrefix(place) && $0.hasSuffix("the row was left out") }, "\(report.warnings)")
    let kind = try #require(BundleLayout.file(file + ".csv")?.kind)
    #expect(try fixture.kept().count { $0.hasPrefix(kind + " ") } == 1)
  }

  @Test func `a team that neither the file nor the workspace has is refused`() throws {
    let bundle = ["ski_pairs": "serial_number\n101\n", "athletes": "number,last_name,team\n1,Ek,Nope\n"]
    var fixture = try fixture(bundle: bundle)
    try fixture.refuses("ski import b", "other-team", naming: "'b/athletes.csv' line 2", "'Nope'")
    var whole = try self.fixture(bundle: bundle.merging(["teams": "name\nNope\n"]) { $1 })
    try whole.does("ski import b")
  }

  // MARK: The service's JSON

  private static let json = """
    {"athlete": [{"pk": 3, "first_name": "Eva", "last_name": "Berg"}], "waxer": [{"pk": 1, "username": "LN"}],
     "ski_brand": [{"pk": 1, "name": "Fischer"}], "ski_type": [{"pk": 1, "name": "Classic"}],
     "ski_base": [{"pk": 1, "name": "White"}], "ski_tag": [],
     "ski_pair": [{"pk": 1, "owner": 3, "serial_number": "101", "brand": 1, "type": 1, "base": 1, "tags": [], "nickname": "n"},
       {"pk": 2, "serial_number": "102"}],
     "test_session": [{"pk": 5, "time_of_test": "2026-01-08T09:00:00Z", "name_of_place": "Idre", "ski_type": {"pk": 1},
       "using_manual_rank": true, "created_by": 1, "comment": "c"}],
     "snow_composition_part": [{"test_session": 5, "snow_type": {"name": "New snow"}, "percentage": 60},
       {"test_session": 5, "snow_type": {"name": "Old snow"}, "percentage": 40}],
     "ski_participation": [{"ski_pair": 1, "test_session": 5, "manual_rank": 1, "comment": "good", "tied": false},
       {"ski_pair": 2, "test_session": 5, "manual_rank": 2}]}
    """

  @Test(arguments: [
    ("\"brand\": 1", "77", "ski_pair 1 brand"), ("\"type\": 1", "\"x?!\"", "ski_pair 1 type"),
    ("\"base\": 1", "{\"a\": [1]}", "ski_pair 1 base"), ("\"tags\": []", "[9]", "ski_pair 1 tags"),
    ("\"tags\": []", "9", "ski_pair 1 tags"), ("\"ski_type\": {\"pk\": 1}", "77", "test_session 1 ski_type"),
    ("\"using_manual_rank\": true", "\"x?!\"", "test_session 1 using_manual_rank"),
    ("\"created_by\": 1", "77", "test_session 1 created_by"), ("\"tied\": false", "9", "ski_participation 1 tied"),
    ("\"first_name\": \"Eva\"", "[1]", "athlete 1 first_name"), ("\"nickname\": \"n\"", "{}", "ski_pair 1 nickname"),
    ("\"name_of_place\": \"Idre\"", "[1]", "test_session 1 name_of_place"), ("\"owner\": 3", "[]", "ski_pair 1 owner"),
    ("\"comment\": \"good\"", "{}", "ski_participation 1 comment"), ("\"username\": \"LN\"", "[1]", "waxer 1 username"),
    ("\"snow_type\": {\"name\": \"New snow\"}", "77", "snow_composition_part 1 snow_type"),
    ("\"ski_tag\": []", "8", "ski_tag"),
  ])
  func `a bad value of the service's JSON is named, and costs no other`(_ old: String, _ new: String, _ place: String)
    throws
  {
    let name = old.prefix { $0 != ":" }
    var fixture = try SkiFixture(files: ["r.json": Self.json.replacing(old, with: "\(name): \(new)")])
    let report = try fixture.does("ski import r.json")
    #expect(report.warnings.count == 1 && report.warnings[0].hasPrefix("'r.json' \(place): "), "\(report.warnings)")
    #expect(try fixture.ranks("5") == ["101": 1, "102": 2])
  }

  @Test func `a whole number is a text where the service's JSON has one`() throws {
    var json = Self.json.replacing("\"101\"", with: "101").replacing("\"Eva\"", with: "7")
    json = json.replacing("\"Idre\"", with: "9")
    var fixture = try SkiFixture(files: ["r.json": json])
    #expect(try fixture.does("ski import r.json").warnings == [])
    #expect(try fixture.ranks("5") == ["101": 1, "102": 2] && fixture.view("5").place == "9")
    #expect(try owners(fixture).first == "101 7 Berg ")
  }
}
