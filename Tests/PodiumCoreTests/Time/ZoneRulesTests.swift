import Glibc
import PodiumCore
import PodiumTestKit
import Testing

/// Time zones as the system's database has them.
struct ZoneRulesTests {
  static func bytes(_ zone: String) throws -> [UInt8] {
    let descriptor = open("/usr/share/zoneinfo/" + zone, O_RDONLY)
    try #require(descriptor >= 0, "the Debian package tzdata is not installed")
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(descriptor, &bytes, bytes.count)
    return Array(bytes.prefix(max(0, count)))
  }

  private static func hours(_ zone: String, _ moment: String) throws -> Double {
    let rules = try ZoneRules(try bytes(zone))
    return Double(rules.offset(at: try #require(Moment(iso: moment)))) / 3600
  }

  @Test(arguments: [
    ("Europe/Stockholm", "2026-03-29T00:59:59Z", 1.0), ("Europe/Stockholm", "2026-03-29T01:00Z", 2),
    ("Europe/Stockholm", "2026-10-25T00:59:59Z", 2), ("Europe/Stockholm", "2026-10-25T01:00Z", 1),
    // Beyond every listed change the rule in the footer applies.
    ("Europe/Stockholm", "2150-07-01T00:00Z", 2), ("Europe/Stockholm", "2150-12-01T00:00Z", 1),
    // Sweden had no summer time from 1917 to 1979.
    ("Europe/Stockholm", "1958-07-01T00:00Z", 1), ("Europe/Stockholm", "1980-07-01T00:00Z", 2),
    ("Europe/London", "2019-08-01T00:00Z", 1), ("Europe/London", "2019-12-01T00:00Z", 0),
    // Britain kept summer time all year from 1968 to 1971.
    ("Europe/London", "1970-01-15T00:00Z", 1),
    ("Asia/Kolkata", "2026-06-01T00:00Z", 5.5), ("Australia/Sydney", "2026-01-01T00:00Z", 11),
    ("Australia/Sydney", "2026-07-01T00:00Z", 10), ("Australia/Lord_Howe", "2060-01-01T00:00Z", 11),
    ("America/New_York", "2070-03-08T12:00Z", -5), ("America/New_York", "2070-03-09T12:00Z", -4),
    ("UTC", "2026-01-01T00:00Z", 0),
  ])
  func `offsets match the database`(_ zone: String, _ moment: String, _ hours: Double) throws {
    #expect(try Self.hours(zone, moment) == hours)
  }

  @Test(arguments: [
    "Europe/Stockholm", "Europe/London", "Australia/Sydney", "America/Santiago", "Africa/Casablanca", "Asia/Gaza",
  ])
  func `offsets match those of the C library`(_ zone: String) throws {
    let rules = try ZoneRules(try Self.bytes(zone))
    // A process of its own: the zone of this one is shared by all tests.
    let moments = stride(from: -2_000_000_000, through: 4_000_000_000, by: 7_654_321).map { $0 }
    let run = try ProgramRun(
      ["/usr/bin/date", "--file", "-", "+%s %::z"], input: Array(moments.map { "@\($0)\n" }.joined().utf8),
      environment: ["PATH": "/usr/bin:/bin", "TZ": zone], folder: "/")
    let lines = run.outputText.split(separator: "\n")
    #expect(lines.count == moments.count)
    for line in lines {
      let parts = line.split(separator: " ")
      let seconds = try #require(Int(parts[0]))
      let clock = parts[1].dropFirst().split(separator: ":").compactMap { Int($0) }
      let size = clock[0] * 3600 + clock[1] * 60 + clock[2]
      let offset = parts[1].hasPrefix("-") ? -size : size
      #expect(rules.offset(at: Moment(microseconds: seconds * 1_000_000)) == offset, "\(zone) \(seconds)")
    }
  }

  @Test func `every prefix and every changed byte is read or refused`() throws {
    let bytes = try Self.bytes("Europe/Stockholm")
    for count in bytes.indices { #expect(throws: Diagnostic.self) { try ZoneRules(Array(bytes.prefix(count))) } }
    for place in stride(from: 0, to: bytes.count, by: 3) {
      var changed = bytes
      changed[place] ^= 0xFF
      if let rules = try? ZoneRules(changed) { _ = rules.offset(at: Moment(microseconds: 0)) }
    }
    #expect(throws: Diagnostic.self) { try ZoneRules(Array("not a zone".utf8)) }
  }

  @Test func `offsets at the ends of time exist`() throws {
    let rules = try ZoneRules(try Self.bytes("Australia/Sydney"))
    for microseconds in [Int.min, Int.max] {
      #expect((9...11).contains(rules.offset(at: Moment(microseconds: microseconds)) / 3600))
    }
  }
}
