import PodiumCore
import PodiumPlugin
import PodiumRecords
import PodiumTestKit
import Testing

@testable import SkiPlugin

/// Days with times as people type them.
struct TypedDayTests {
  @Test(arguments: [
    ("yesterday 8am", "2026-01-23 08:00"), ("today 8:30", "2026-01-24 08:30"),
    ("24 januar 2026 kl 9", "2026-01-24 09:00"),
    ("24/1/2026 9.15", "2026-01-24 09:15"), ("24. tammikuuta 2026 klo 8.30", "2026-01-24 08:30"),
    ("2026-01-24 8:30 pm", "2026-01-24 20:30"), ("24 Januar 2026", "2026-01-24 00:00"),
    ("yesterday 08:30+01:00", "2026-01-23 08:30"), ("igår kl 9", "2026-01-23 09:00"),
    ("i lördags 8.30", "2026-01-17 08:30"), ("heute früh 8:30", "2026-01-24 08:30"),
    ("friday evening 7:30", "2026-01-23 19:30"), ("gestern Abend 7:30", "2026-01-23 19:30"),
  ])
  func `a session is entered at a day and a time in words`(_ typed: String, _ moment: String) throws {
    var fixture = try SkiFixture(now: "2026-01-24T21:00:00Z")
    try fixture.does("ski session new Oslo number=1 at=\"\(typed)\"")
    let test = try fixture.view("1")
    #expect(TypedMoment.text(test.time, offset: test.utcOffsetMinutes)?.hasPrefix(moment) == true, "\(typed)")
  }

  @Test func `other words are refused as they were typed`() throws {
    var fixture = try SkiFixture(now: "2026-01-24T21:00:00Z")
    for typed in ["soon 8am", "yesterday 25:00", "24 foo 2026 kl 9", "01/02/2026x 9:00"] {
      try fixture.refuses("ski session new Oslo at=\"\(typed)\"", "bad-value", naming: typed)
    }
    try fixture.refuses("ski session new Oslo at=01/02/2026", "ambiguous-date")
  }
}
