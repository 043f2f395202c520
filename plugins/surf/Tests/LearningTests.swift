import Foundation
import PodiumCore
import PodiumEngine
import PodiumLearn
import PodiumPlugin
import SurfModel
import Testing

@testable import SurfPlugin

/// Windows, back-tests, comparisons and the consensus of a journal. All files are made.
struct LearningTests {
  /// Daily issues of two days at 00:00 UTC: waves of 1.8 m on days that divide by three, else of 0.6 m.
  private static func issues(_ days: Int, extra: String = "") -> String {
    var lines = ["issued,valid,wave_height_m,wave_period_s,wave_direction_deg,wind_speed_ms,wind_direction_deg"]
    let start = Moment(iso: "2026-03-02T00:00Z")?.microseconds ?? 0
    for day in 0..<days {
      for hour in 0..<48 {
        let valid = day * 24 + hour
        let height = (valid / 24) % 3 == 0 ? 1.8 : 0.6
        lines.append(
          "\(at(start, day * 24)),\(at(start, valid)),\(height),\(10 + valid / 24 % 3),\(270 + valid % 7),\(2 + valid % 5),0"
        )
      }
    }
    return lines.joined(separator: "\n") + "\n" + extra
  }

  private static func at(_ start: Int, _ hours: Int) -> String {
    Moment(microseconds: start + hours * 3_600_000_000).description
  }

  /// A journal in which every day was surfed, and the days that divide by three were good.
  private static func journal(_ days: Int) -> String {
    var lines = ["spot,start,end,rating,person"]
    let start = Moment(iso: "2026-03-02T00:00Z")?.microseconds ?? 0
    for day in 1..<days {
      let rating = day % 3 == 0 ? 5 : 2
      for (person, hour) in [("ann", 10), ("bo", 12)] {
        lines.append("Ramp,\(at(start, day * 24 + hour)),\(at(start, day * 24 + hour + 2)),\(rating),\(person)")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func session(days: Int = 60, others: [String: String] = [:]) throws -> Interpreter {
    var session = try SurfFixture.session(
      files: ["issues.csv": Self.issues(days), "journal.csv": Self.journal(days)].merging(others) { $1 })
    let last = session.report(
      "surf spot add Ramp 0,0.1 zone=UTC facing=270", "surf import forecast issues.csv spot=ramp model=coast",
      "surf import sessions journal.csv", "surf prefer any height=1.2..2.4 person=ann")
    #expect(last?.error == nil)
    return session
  }

  @Test func `windows have the wind of another model beside many issues of waves`() throws {
    func part(_ keep: (Int) -> Bool) -> String {
      Self.issues(20).split(separator: "\n").map { line in
        line.split(separator: ",").enumerated().filter { keep($0.offset) }.map(\.element).joined(separator: ",")
      }.joined(separator: "\n") + "\n"
    }
    var session = try SurfFixture.session(files: [
      "waves.csv": part({ $0 < 5 }), "wind.csv": part({ $0 < 2 || $0 > 4 }),
      "journal.csv": Self.journal(20),
    ])
    let report = session.report(
      "surf spot add Ramp 0,0.1 zone=UTC facing=270 model=waves",
      "surf import forecast waves.csv spot=ramp model=waves", "surf import forecast wind.csv spot=ramp model=wind",
      "surf import sessions journal.csv", "surf windows ramp lead=24h person=all as ramp")
    #expect(report?.error == nil)
    let table = try #require(session.state.current?.table)
    let (waves, wind) = (table["wave_height_m"]?.numbers ?? [], table["wind_speed_ms"]?.numbers ?? [])
    #expect(waves.count > 100 && waves.count == wind.count && !wind.contains { $0.isNaN })
  }

  @Test func `windows have the forecast of the wanted lead, and what came after is ignored`() throws {
    var session = try session(days: 20)
    let report = session.report("surf windows ramp lead=24h person=all as ramp")
    #expect(report?.error == nil)
    let table = try #require(session.state.current?.table)
    #expect(table.columns(with: .target).map(\.name) == ["good"])
    let features = table.columns(with: .feature).map(\.name)
    for hidden in ["session", "rating", "lead_h", "issued", "to"] { #expect(!features.contains(hidden)) }
    for name in ["spot", "person", "wave_height_m", "onshore_ms"] { #expect(features.contains(name)) }
    let leads = try #require(table["lead_h"]?.numbers)
    #expect(leads.allSatisfy { $0 >= 24 } && leads.contains { $0 < 48 })
    // Half of a window of two hours is covered by a session: those of 10 to 12 and 12 to 14 are whole.
    #expect(table["session"].map { column in (0..<column.count).count { !column[$0].isMissing } } == 2 * 19)
    #expect(session.report("encode", "cv knn(k=3)")?.error == nil)
  }

  @Test func `an issue that was not known in time changes no window: a planted future raises no score`() throws {
    var plain = try session(days: 30)
    // The same hours again with the outcome as a height, issued when each window is over.
    var lines = [Self.issues(0).trimmingLine]
    let start = Moment(iso: "2026-03-02T00:00Z")?.microseconds ?? 0
    for valid in 0..<(30 * 24) {
      let height = (valid / 24) % 3 == 0 ? 9 : 0.1
      lines.append("\(Self.at(start, (valid / 24 + 1) * 24)),\(Self.at(start, valid)),\(height),10,270,2,0")
    }
    var planted = try session(days: 30, others: ["future.csv": lines.joined(separator: "\n") + "\n"])
    #expect(planted.report("surf import forecast future.csv spot=ramp model=coast")?.error == nil)
    for lead in ["0h", "24h"] {
      let (a, b) = (
        plain.report("surf windows ramp lead=\(lead) person=all"),
        planted.report("surf windows ramp lead=\(lead) person=all")
      )
      #expect(table(a)?.rowCount ?? 0 > 100)
      #expect(column(a, "wave_height_m") == column(b, "wave_height_m") && column(a, "issued") == column(b, "issued"))
    }
    let (a, b) = (
      plain.report("surf backtest ramp first=10 step=10 person=all"),
      planted.report("surf backtest ramp first=10 step=10 person=all")
    )
    #expect(a?.error == nil && column(a, "average_precision") == column(b, "average_precision"))
  }

  @Test func `a back-test reports every method beside the base rate, with intervals`() throws {
    var session = try session()
    let report = session.report("surf backtest ramp first=21 step=14 person=all lead=24h")
    #expect(report?.error == nil)
    #expect(column(report, "method") == AlertStudy.Method.allCases.map(\.rawValue))
    let precision = try #require(table(report)?["precision"]?.numbers)
    let rate = try #require(table(report)?["base_rate"]?.numbers?.first)
    let area = try #require(table(report)?["average_precision"]?.numbers)
    #expect(rate > 0.02 && rate < 0.2)
    // The journal follows the height, which is learned and the stated range holds.
    let learned = try #require(AlertStudy.Method.allCases.firstIndex(of: .learned))
    #expect(area[learned] > rate + 0.1 && (0...1).contains(precision[learned]))
    #expect(column(report, "brier")[1] == "" && column(report, "brier")[0] != "")
    let bins = session.report("surf backtest ramp first=21 step=14 person=all by=reliability")
    #expect(table(bins)?.rowCount == 5 * AlertStudy.Method.allCases.count(where: \.hasChances))
    #expect(session.report("surf backtest ramp first=300 person=all")?.error?.code == "too-few-days")
    let few = try self.session(days: 12)
    var short = few
    #expect(short.report("surf backtest ramp first=7 step=3 person=all")?.remarks.first?.hasPrefix("too few") == true)
  }

  @Test func `no method alerts in windows in which the spot does not work`() throws {
    var (plain, closed, narrow) = (try session(), try session(), try session())
    // The forecasts come from 270 to 276 degrees: one spot never works, one on some days.
    #expect(closed.report("surf spot ramp edit swell=90..100")?.error == nil)
    #expect(narrow.report("surf spot ramp edit swell=270..273")?.error == nil)
    let line = "surf backtest ramp first=21 step=14 person=all"
    let (open, shut, some) = (plain.report(line), closed.report(line), narrow.report(line))
    #expect(shut?.error == nil && Set(column(shut, "alerts")) == ["0"])
    #expect(column(shut, "good") == column(open, "good"))
    let alerts = [open, some].map { table($0)?["alerts"]?.numbers ?? [] }
    // Closed windows cut stretches, so that there may be more of them.
    #expect(zip(alerts[0], alerts[1]).contains { $0 != $1 && $1 > 0 })
    func footer(_ report: CommandReport?) -> String {
      for case .table(let output) in report?.outputs ?? [] { return output.footer.joined(separator: " ") }
      return ""
    }
    #expect(!footer(open).contains("does not work") && footer(shut).contains("in which the spot does not work"))
  }

  @Test func `learned ranges are beside stated ones, and too few sessions are reported`() throws {
    var session = try session()
    let report = session.report("surf compare any person=ann")
    #expect(report?.error == nil && report?.remarks == [])
    let height = try #require(column(report, "condition").firstIndex(of: "wave_height_m"))
    #expect(column(report, "verdict")[height] == "agrees" && column(report, "n")[height] == "19")
    #expect((Double(column(report, "weight")[height]) ?? 0) > 0.4)
    session.report("surf prefer low height=0.2..0.7 person=ann")
    #expect(column(session.report("surf compare low person=ann"), "verdict")[height] == "conflict")
    let similar = session.report("surf similar 6 top=5")
    #expect(column(similar, "similarity").count == 5)
    let values = table(similar)?["similarity"]?.numbers ?? []
    #expect(values == values.sorted(by: >) && values.allSatisfy { (0...1).contains($0) })
    var few = try self.session(days: 9)
    #expect(few.report("surf compare any person=ann")?.remarks.first?.hasPrefix("too few") == true)
  }

  @Test func `a consensus names no one, counts each person once and withholds small cells`() throws {
    var session = try session(days: 10)
    #expect(session.report("surf consensus ramp")?.error?.code == "too-few-people")
    for (place, name) in ["cy", "di"].enumerated() {
      session.report("surf log ramp \"2026-03-05 1\(place):00\" 60 \(4 + place) person=\(name)")
      session.report("surf log ramp \"2026-03-08 1\(place):30\" 60 1 person=\(name)")
    }
    let report = session.report("surf consensus ramp")
    #expect(report?.error == nil)
    let names = ["ann", "bo", "cy", "di"]
    #expect(
      !(table(report)?.columns ?? []).contains { column in
        (0..<column.count).contains { names.contains(column[$0].fileText) }
      })
    #expect(
      (table(report)?["people"].map { column in (0..<column.count).allSatisfy { (Int(column[$0].fileText) ?? 0) >= 3 } })
        == true)
  }

  @Test func `the regression of earlier versions is named with what to use in its place`() throws {
    var session = try session(days: 9)
    let error = session.report("surf windows ramp person=all as windows", "encode", "cv surf.pooled")?.error
    #expect(error?.code == "unknown-learner" && error?.help?.contains("logistic(by=person,slopes=yes)") == true)
    // A model that was saved is looked up in the same way.
    let saved = #expect(throws: Diagnostic.self) { try session.registry.learners.require("surf.pooled") }
    #expect(saved?.help == error?.help)
  }

  @Test func `a study that moved to the benchmark is named where it was`() throws {
    var session = try session(days: 9)
    let error = session.report("surf simulate users=6")?.error
    #expect(error?.code == "unknown-command" && error?.help?.contains("surf-bench simulate") == true)
  }
}

extension String {
  /// The first line.
  fileprivate var trimmingLine: String { String(split(separator: "\n").first ?? "") }
}
