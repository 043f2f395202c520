import PodiumCore
import PodiumPlugin
import SkiModel
import Testing

@testable import SkiPlugin

/// The table of bad input (section 6 of the specification), row by row: refused as a whole, or stored with a warning.
struct BadInputTests {
  @Test func `snow percentages that are invalid or do not sum to 100 are refused with their sum`() throws {
    var fixture = try SkiFixture()
    try fixture.refuses("ski session new Falun new=50 old=49", "bad-snow", naming: "99")
    try fixture.refuses("ski session new Falun new=50 old=51", "bad-snow", naming: "101")
    try fixture.refuses("ski session new Falun new=-10 old=110", "bad-value")
    try fixture.refuses("ski session new Falun mix=Firn:150", "bad-snow", naming: "150")
    try fixture.refuses("ski session new Falun old=50 mix=\"Old snow:50\"", "bad-snow", naming: "twice")
    try fixture.does("ski session new Falun new=50 old=49 normalise=yes")
    let shares = try fixture.view("1").conditions.snow.map(\.share)
    #expect(abs(shares.reduce(0, +) - 100) < 1e-9 && abs(shares[0] - 5000.0 / 99) < 1e-9)
  }

  @Test func `thirds with one decimal are stored as entered`() throws {
    var fixture = try SkiFixture("ski session new Falun new=33.3 old=33,3 wet=33.3")
    #expect(try fixture.view("1").conditions.snow.map(\.share) == [33.3, 33.3, 33.3])
    try fixture.refuses("ski session new Falun new=33.2 old=33.3 wet=33.3", "bad-snow")
  }

  @Test(arguments: [
    "t.json": "{\"ski_pair\":[{\"serial_number\":\"1\",\"nickname\":\"a\\u0000b\"}]}",
    "t.csv": "odd,winner,loser,difference_cm,lane,run\n0,001,002,12,a\u{0}b\n1,002,003,5,2,1\n",
  ])
  func `a NUL character is refused, since no export could contain it`(_ name: String, _ text: String) throws {
    var fixture = try SkiFixture(files: [name: text])
    try fixture.refuses("ski import \(name) create=yes", "bad-value", naming: "NUL")
  }

  static let bundle = [
    "sessions.csv": "session,time_of_test,air_temperature_c\n1,2020-01-01T09:00:00Z,-5\n",
    "ski_pairs.csv": "serial_number,ski_type,ski_base\n001,Skate,Black\n002,Skate,Black\n003,Skate,White\n",
    "grinding_moments.csv": "serial_number,grinding,date\n001,A,2019-11-01T09:00:00Z\n",
    "snow.csv": "session,snow_type,percentage\n1,New snow,100\n",
    "participations.csv": "session,serial_number,rank\n1,001,1\n1,002,2\n1,003,3\n",
  ]

  private func fixture(_ changed: [String: String], now: String? = nil) throws -> SkiFixture {
    let files = Self.bundle.merging(changed) { _, new in new }
    return try SkiFixture(files: Dictionary(uniqueKeysWithValues: files.map { ("b/" + $0, $1) }), now: now)
  }

  @Test(arguments: ["1,1,1", "1,1,2", "1,2,4", "1,3,3", "2,3,4"])
  func `ranks of a file that form no order are refused with their rows, or renumbered on request`(
    _ ranks: String
  ) throws {
    let cells = ranks.split(separator: ",", omittingEmptySubsequences: false)
    let rows = zip(["001", "002", "003"], cells).map { "1,\($0),\($1)\n" }.joined()
    var fixture = try fixture(["participations.csv": "session,serial_number,rank\n" + rows])
    try fixture.refuses("ski import b", "bad-rank", naming: "session '1'", "repair=yes")
    let report = try fixture.does("ski import b repair=yes")
    #expect(report.warnings.contains { $0.contains("renumbered") })
    #expect(try fixture.ranks("1").values.sorted() == Array(1...cells.count { !$0.isEmpty }))
  }

  @Test func `pairs are tied if marked as tied`() throws {
    var fixture = try fixture([
      "participations.csv": "session,serial_number,rank,tied\n1,001,1,false\n1,002,2,true\n1,003,2,true\n"
    ])
    try fixture.does("ski import b")
    #expect(try fixture.ranks("1") == ["001": 1, "002": 2, "003": 2])
    try fixture.does("ski rank 1 001/002 003")
    #expect(try fixture.ranks("1") == ["001": 1, "002": 1, "003": 3])
    try fixture.refuses("ski rank 1 001 002 001", "repeated-pair", naming: "/")
  }

  @Test func `impossible glides and unknown pairs are refused, and unusual glides cause a warning`() throws {
    var fixture = try SkiFixture.thesis()
    try fixture.refuses("ski glide 1 001 beats 001 margin=1", "same-pair")
    try fixture.refuses("ski glide 1 001 beats 002 margin=-1", "bad-margin")
    try fixture.refuses("ski glide 1 001 beats 002 margin=nan", "bad-value")
    try fixture.refuses("ski glide 1 001 beats 002 margin=200000", "bad-margin")
    try fixture.warns("ski glide 1 001 beats 002 margin=5m", "500 cm")
    try fixture.refuses("ski glide 1 001 beats 017 margin=1", "not-in-session", naming: "ski add 1 017")
  }

  @Test func `a cycle of winners is stored with a warning that names the glide to repeat`() throws {
    var fixture = try SkiFixture.thesis("ski glide 1 001 beats 002 margin=10", "ski glide 1 002 beats 003 margin=8")
    try fixture.warns("ski glide 1 003 beats 001 margin=4", "003 > 001 > 002 > 003; repeat 003 against 001")
    #expect(try fixture.view("1").glides.count == 3)
  }

  @Test func `a repeat that goes the other way is stored with a warning`() throws {
    var fixture = try SkiFixture.thesis("ski glide 1 001 beats 002 margin=10")
    try fixture.warns("ski glide 1 002 beats 001 margin=5", "15 cm")
    #expect(try fixture.view("1").glides.count == 2)
  }

  @Test func `future dates are refused, a session before its pair is reported, and a later grinding has no effect`()
    throws
  {
    var fixture = try SkiFixture(
      "ski pair add 001 acquired=2026-01-15", "ski session new Falun at=2026-01-10", now: "2026-02-01T12:00:00Z")
    try fixture.refuses("ski session new Falun at=2026-02-03", "future-date")
    try fixture.does("ski session new Falun at=2026-02-02")
    try fixture.refuses("ski grind 001 A on=2027-01-01", "future-date")
    try fixture.warns("ski add 1 001", "was acquired on 2026-01-15")
    try fixture.does("ski grind 001 A on=2026-01-20")
    #expect(try fixture.view("1").participations[0].grinding == nil)
    var file = try self.fixture(
      ["sessions.csv": "session,time_of_test,air_temperature_c\n1,2030-01-01T09:00:00Z,-5\n"],
      now: "2026-02-01T12:00:00Z")
    try file.refuses("ski import b", "future-date")
  }

  @Test func `two grindings at one moment are refused, and no grinding before the session is reported`() throws {
    var fixture = try SkiFixture("ski pair add 001", "ski grind 001 A on=2026-01-10")
    try fixture.refuses("ski grind 001 B on=2026-01-10", "taken-key", naming: "'A'")
    try fixture.does("ski grind 001 B on=2026-01-10T14:00")
    var file = try self.fixture([:])
    let report = try file.does("ski import b")
    #expect(report.remarked.contains { $0.contains("2 participations without a grinding") })
    #expect(try file.view("1").participations.map(\.grinding) == ["A", nil, nil])
  }

  @Test func `a number that a pair of the session ends with means that pair, whoever else has it`() throws {
    var fixture = try SkiFixture(
      "ski pair add 4711017 017 4711018 4711019", "ski session new Falun number=1", "ski add 1 4711017")
    try fixture.does("ski rank 1 017 4711018/4711019 add=yes")
    #expect(try fixture.ranks("1") == ["4711017": 1, "4711018": 2, "4711019": 2])
    try fixture.refuses("ski rank 1 4711018 4711018 add=yes", "repeated-pair")
    try fixture.refuses("ski rank 1 4711018 77 add=yes", "unknown-pair")
  }

  @Test func `an unknown serial number suggests the nearest, several matches are listed, and 17 is not 017`() throws {
    var fixture = try SkiFixture(
      "ski pair add 4711017 type=Klister base=White owner=\"Anna Nilsson\"", "ski pair add 4812017 type=Skate")
    try fixture.refuses("ski pair 4711018", "unknown-pair", naming: "4711017")
    try fixture.refuses("ski pair 017", "ambiguous-pair", naming: "Anna Nilsson", "Klister", "White", "4812017")
    try fixture.warns("ski pair add 04812017", "leading zeros")
    // The first of those that there are is named, of several that are added at once too.
    try fixture.warns("ski pair add 77001 077001 0077001", "'77001' also exists")
    try fixture.refuses("ski pair add 88001 88002 88001", "taken-key")
    #expect(try fixture.does("ski pair 4812017").record["serial_number"] == "4812017")
    #expect(try fixture.does("ski pair 04812017").record["serial_number"] == "04812017")
  }

  @Test(arguments: [
    "air=-46", "air=26", "air=nan", "air=inf", "snow=0.5", "humidity=101", "humidity=-1", "air=", "air=1e999",
    "air=1,2,3",
    "latitude=91 longitude=1",
  ])
  func `impossible weather is refused`(_ key: String) throws {
    var fixture = try SkiFixture()
    #expect(try fixture.run("ski session new Falun \(key)").error != nil)
    #expect(try fixture.kept().isEmpty)
  }

  @Test func `unusual weather causes a warning, and a decimal comma is accepted`() throws {
    var fixture = try SkiFixture()
    try fixture.warns("ski session new Falun air=-6 wet=100", "unusual")
    try fixture.warns("ski session new Falun air=23", "Fahrenheit")
    try fixture.does("ski session new Falun air=-5,5 snow=-0,5")
    #expect(try fixture.view("3").conditions.air == -5.5)
  }

  @Test func `one coordinate alone is refused, and swapped ones for a known place cause a warning`() throws {
    var fixture = try SkiFixture("ski session new Östersund latitude=63.2 longitude=14.6")
    try fixture.refuses("ski session new Östersund latitude=63.2", "bad-place")
    try fixture.warns("ski session new Östersund latitude=14.6 longitude=63.2", "swapped")
  }

  @Test func `a pair of another type than the session's causes a warning`() throws {
    var fixture = try SkiFixture("ski pair add 001 type=Skate", "ski session new Falun type=Classic")
    try fixture.warns("ski add 1 001", "of type Skate")
  }

  @Test func `gender and FIS code are checked, and each code belongs to one athlete`() throws {
    var fixture = try SkiFixture("ski athlete add \"Anna Nilsson\" fis=3505000 gender=F")
    try fixture.refuses("ski athlete add \"Eva Berg\" gender=\"\"", "bad-value")
    try fixture.refuses("ski athlete add \"Eva Berg\" gender=X", "bad-value")
    try fixture.refuses("ski athlete add \"Eva Berg\" fis=abc", "bad-value")
    try fixture.refuses("ski athlete add \"Eva Berg\" fis=3505000", "taken-key", naming: "Anna Nilsson")
    try fixture.does("ski athlete add \"Eva Berg\"")
    try fixture.refuses("ski athlete edit Berg fis=3505000", "taken-key")
  }

  @Test func `a table in another encoding and dialect is read, and dropped zeros cause a warning`() throws {
    let text = "\u{FEFF}session;winner;loser;difference_cm;comment\r\nA;017;6;14,5;blöt snö\r\nA;017;005;3;\r\n"
    var fixture = try SkiFixture(files: ["g.csv": text])
    try fixture.warns("ski import g.csv create=yes", "differ in length")
    #expect(try fixture.view("A").glides.map(\.difference) == [14.5, 3])
    #expect(try fixture.view("A").participations.map(\.serialNumber) == ["005", "017", "6"])
    let latin = Array("session;winner;loser;difference_cm;comment\nÖ;1;2;3;bl\n".unicodeScalars.map { UInt8($0.value) })
    var other = try SkiFixture(bytes: ["g.csv": latin])
    try other.does("ski import g.csv create=yes")
    #expect(try other.view("Ö").glides.count == 1)
  }

  @Test(arguments: [
    ("1,001,001,3", "same-pair"), ("1,001,002,-3", "bad-margin"), ("1,001,002,far", "bad-margin"),
    ("1,001,,3", "missing-key"),
    ("1,001,002,", "missing-key"), (",001,002,3", "missing-key"), ("1,001,002,99999", "bad-margin"),
    ("1,0/1,002,3", "bad-serial"),
  ])
  func `a bad row of a file of glides is left out and named, and a file of such rows is refused`(
    _ row: String, _ code: String
  ) throws {
    let head = "session,winner,loser,difference_cm\n"
    var fixture = try SkiFixture(files: ["g.csv": head + "1,001,002,5\n\(row)\n", "h.csv": head + row + "\n"])
    try fixture.warns("ski import g.csv create=yes", "'g.csv' line 3, column ")
    #expect(try fixture.view("1").glides.map(\.difference) == [5])
    try fixture.refuses("ski import h.csv create=yes", code, naming: "'h.csv' line 2, column ")
  }

  @Test func `a bundle that contradicts itself anywhere is refused as a whole`() throws {
    for (file, text, code) in [
      ("snow.csv", "session,snow_type,percentage\n1,New snow,90\n", "bad-snow"),
      ("snow.csv", "session,snow_type,percentage\n1,New snow,50\n1,New snow,50\n", "repeated-row"),
      ("snow.csv", "session,snow_type,percentage\n9,New snow,100\n", "unknown-session"),
      ("participations.csv", "session,serial_number,rank\n1,001,1\n1,001,2\n", "repeated-row"),
      ("participations.csv", "session,serial_number,rank\n1,009,1\n", "unknown-pair"),
      ("participations.csv", "session,serial_number\n,001\n", "missing-key"),
      ("sessions.csv", "session,time_of_test\n1,01/02/2020\n", "ambiguous-date"),
      (
        "grinding_moments.csv", "serial_number,grinding,date\n001,A,2019-11-01T09:00:00Z\n001,B,2019-11-01T09:00:00Z\n",
        "repeated-row"
      ),
      ("glides.csv", "session,winner,loser,difference_cm\n1,001,001,3\n", "same-pair"),
      ("glides.csv", "session,number,winner,loser,difference_cm\n1,0,001,002,3\n", "bad-value"),
    ] {
      var fixture = try fixture([file: text])
      try fixture.refuses("ski import b", code)
    }
  }

  @Test func `weather in a bundle that cannot be is left unknown, and a pair without a valid number is left out`()
    throws
  {
    var cold = try fixture(["sessions.csv": "session,time_of_test,air_temperature_c\n1,2020-01-01T09:00:00Z,-60\n"])
    try cold.warns(
      "ski import b", "'b/sessions.csv' line 2, column 'air_temperature_c': '-60' is not a number from -45")
    #expect(try cold.view("1").conditions.air == nil && cold.view("1").time != nil)
    var half = try fixture(["sessions.csv": "session,latitude\n1,63\n"])
    try half.warns("ski import b", "'b/sessions.csv' line 2, column 'latitude'")
    var odd = try fixture(["ski_pairs.csv": "serial_number,ski_type\n0 1,Skate\n001,Skate\n002,Skate\n003,Skate\n"])
    try odd.warns("ski import b", "'b/ski_pairs.csv' line 2, column 'serial_number': '0 1' is not a serial number")
    #expect(try odd.ranks("1") == ["001": 1, "002": 2, "003": 3])
  }

  @Test func `numbers beyond all bounds are refused without a trap`() throws {
    var fixture = try fixture([
      "sessions.csv": "session,time_of_test,utc_offset_minutes\n1,2020-01-01T09:00:00Z,9223372036854775807\n"
    ])
    try fixture.does("ski import b")
    try fixture.does("ski session 1")
    try fixture.does("ski conditions 1 at=10:30 air=-1")
    #expect(try fixture.run("ski move 1 001 9223372036854775807").error == nil)
    try fixture.refuses("ski move 1 001 9223372036854775808", "bad-value")
    #expect(try fixture.run("ski session new Falun at=9999-12-31T23:59:59Z").error == nil)
    try fixture.does("ski session 9223372036854775806", or: "unknown-session")
  }

  @Test func `session numbers continue even with names in between`() throws {
    var fixture = try SkiFixture(
      "ski session new Falun number=A1", "ski session new Falun", "ski session new Falun number=7")
    #expect(try fixture.does("ski session new Falun").record["session"] == "8")
    try fixture.refuses("ski session new Falun number=7", "taken-key")
    try fixture.refuses("ski session new Falun number=last", "bad-name")
  }

  @Test(arguments: [
    ("a.json", "{\"results\":[", "'a.json' is not complete JSON: "),
    ("b.csv", "session,winner,loser\n1,017,\n", "'b.csv' line 2"),
  ])
  func `a truncated file is named with a remedy, and nothing of it is stored`(
    _ name: String, _ text: String, _ says: String
  ) throws {
    var fixture = try SkiFixture(files: [name: text])
    let report = try fixture.run("ski import \(name) create=yes")
    #expect(report.error?.message.contains(says) == true, "\(report.error?.message ?? "no error")")
    #expect(report.error?.help?.contains("nothing was imported") == true)
    #expect(try fixture.kept().isEmpty)
  }
}

extension SkiFixture {
  /// Runs a line that works or fails with a code.
  mutating func does(_ line: String, or code: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let report = try run(line)
    #expect(report.error == nil || report.error?.code == code, sourceLocation: sourceLocation)
  }
}
