import FootballModel
import PodiumCore
import Testing

@testable import FootballPlugin

/// Seasons as typed and as inferred from dates.
struct SeasonTests {
  @Test(arguments: [
    ("2012", "2012"), ("2018-19", "2018-19"), ("2018/19", "2018-19"), ("2018-2019", "2018-19"),
    ("2018/2019", "2018-19"), ("1999-00", "1999-00"), ("1999/2000", "1999-00"),
  ])
  func `a season is read in its usual forms`(_ typed: String, _ shown: String) {
    #expect(Season(typed)?.description == shown)
  }

  @Test(arguments: ["", "12", "2018-18", "2018-20", "2018-19-20", "18-19", "2018-", "x", "20188", "1500", "２０１８"])
  func `an invalid season is not read`(_ typed: String) { #expect(Season(typed) == nil) }

  @Test func `a winter season runs from July to June, except in the summer of 2020`() throws {
    func season(_ date: String, _ competition: String = "E0") -> String? {
      CalendarDate(iso: date).map { Season(winter: $0, competition: competition).description }
    }
    #expect(season("2018-07-01") == "2018-19")
    #expect(season("2019-06-30") == "2018-19")
    #expect(season("2020-07-26") == "2019-20")
    #expect(season("2020-08-02", "I1") == "2019-20")
    #expect(season("2020-08-01", "SC0") == "2020-21")
    #expect(season("2020-08-08") == "2020-21")
  }

  @Test func `a file that spans a year is one season, a longer one is split`() throws {
    let long = try MadeFile.main("10/08/19,A,B,1,0", "26/07/20,B,A,1,0", "12/09/20,A,B,1,0").file()
    #expect(long.matches.map(\.season?.description) == ["2019-20", "2019-20", "2020-21"])
    let short = try MadeFile.main("12/09/19,A,B,1,0", "31/08/20,B,A,1,0").file()
    #expect(short.matches.map(\.season?.description) == ["2019-20", "2019-20"])
    let named = try MadeFile.main("10/08/19,A,B,1,0").file(competition: "X", season: Season("2021"))
    #expect(named.matches.map(\.season?.description) == ["2021"])
    #expect(named.matches.map(\.competition) == ["X"])
  }

  @Test func `seasons sort in order`() throws {
    let typed = ["2013", "2012-13", "2012"].compactMap { Season($0) }
    #expect(typed.sorted().map(\.description) == ["2012", "2012-13", "2013"])
  }
}
