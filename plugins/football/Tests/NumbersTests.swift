import FootballModel
import PodiumAssembly
import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumTestKit
import Testing

@testable import FootballPlugin

/// Fits, forecasts and simulations of real seasons, beside two independent programs.
@Suite(.enabled(if: Reference.goldenIsThere, Reference.absent))
struct NumbersTests {
  private func session() throws(Diagnostic) -> Interpreter {
    try Assembly.session(folder: Checkout.shared("data/football"), datasets: [])
  }

  /// Runs commands and takes the numbers of the last one's record.
  static func record(_ lines: [String], in session: inout Interpreter) throws -> [String: Double] {
    var reports: [CommandReport] = []
    for line in lines { _ = session.run(line) { reports.append($0) } }
    guard case .record(let record)? = reports.last?.outputs.first else {
      throw Diagnostic("no-record", reports.last?.error?.message ?? "no record")
    }
    return Dictionary(
      uniqueKeysWithValues: record.fields.compactMap { field in
        field.values.first?.asNumber.map { (field.name, $0) }
      })
  }

  private func near(_ a: Double?, _ b: Double?, _ distance: Double) -> Bool {
    if let a, let b { abs(a - b) <= distance } else { false }
  }

  @Test func `a season is fitted at the maximum of its likelihood`() throws {
    var session = try session()
    let fit = try Self.record(
      ["football import football-data/E0_2018-19.csv", "football fit dixon-coles E0 2018-19"], in: &session)
    #expect(near(fit["log_likelihood"], -1064.943134, 1e-4))
    #expect(near(fit["home"], 0.224583, 1e-5))
    #expect(near(fit["rho"], -0.041023, 1e-5))
    #expect(near(fit["intercept"], 0.124103, 1e-5))
    #expect(fit["matches"] == 380)
    #expect((fit["gradient"] ?? 1) < 1e-4)
    let table = try TableRun.last(["football fit dixon-coles E0 2018-19"], in: &session)
    let golden = try Reference.golden("dc_E0_2018-19_params.csv")
    let byTeam = Dictionary(uniqueKeysWithValues: golden.map { ($0["team"] ?? "", $0) })
    for row in 0..<table.rowCount {
      let expected = byTeam[table["team"]?[row].fileText ?? ""]
      for name in ["attack", "defence"] {
        #expect(near(table[name]?[row].asNumber, expected?[name].flatMap { Double($0) }, 1e-4))
      }
    }
    #expect(near(table["attack"]?.numbers?.reduce(0, +), 0, 1e-9))
    let poisson = try Self.record(["football fit poisson E0 2018-19"], in: &session)
    #expect(near(poisson["log_likelihood"], -1065.076974, 1e-4))
    #expect(near(poisson["home"], 0.224823, 1e-5))
  }

  @Test func `the markets of a match follow from the grid`() throws {
    var session = try session()
    var lines = ["football import football-data/E0_2018-19.csv"]
    for row in try Reference.golden("dc_E0_2018-19_fitted_last10.csv") {
      let (home, away) = (row["home"] ?? "", row["away"] ?? "")
      let found = try Self.record(lines + ["football predict E0 2018-19 \"\(home)\" \"\(away)\""], in: &session)
      lines = []
      for (ours, theirs) in [
        ("expected_home", "exp_home"), ("expected_away", "exp_away"), ("p_home", "p_home"), ("p_draw", "p_draw"),
        ("p_away", "p_away"), ("p_over_2_5", "p_over25"), ("p_both_score", "p_btts"),
      ] { #expect(near(found[ours], row[theirs].flatMap { Double($0) }, 1e-4), "\(home) \(ours)") }
    }
  }

  @Test func `rolling forecasts and odds equal those of another program`() throws {
    var session = try session()
    _ = try TableRun.last(
      [
        "football import football-data/E0_2017-18.csv", "football import football-data/E0_2018-19.csv",
        "football matches",
      ],
      in: &session)
    var reports: [CommandReport] = []
    _ = session.run("football evaluate E0 2018-19 train=2017-18 rows=yes xi=0.0018") { reports.append($0) }
    let tables = (reports.first?.outputs ?? []).compactMap {
      if case .table(let table) = $0 { table.table } else { nil }
    }
    let summary = try #require(tables.first)
    let expected: [String: [Double]] = [
      "uniform": [0.247641, 1.098612, 0.666667, 0.476712], "climatology": [0.238783, 1.042334, 0.629501, 0.476712],
      "dixon-coles": [0.187043, 0.895571, 0.52235, 0.589041], "odds-basic": [0.186678, 0.892579, 0.52165, 0.580822],
      "odds-power": [0.186441, 0.890974, 0.520846, 0.580822], "odds-shin": [0.186514, 0.89166, 0.521137, 0.580822],
    ]
    for row in 0..<summary.rowCount {
      guard let golden = expected[summary["model"]?[row].fileText ?? ""] else { continue }
      #expect(summary["matches"]?[row] == .integer(365))
      for (name, value) in zip(["rps", "log_loss", "brier", "accuracy"], golden) {
        #expect(near(summary[name]?[row].asNumber, value, 2e-4), "\(summary["model"]?[row].fileText ?? "") \(name)")
      }
    }
    let rows = try #require(tables.last)
    let golden = try Reference.golden("rolling_E0_2018-19.csv")
    var byMatch: [String: [String: String]] = [:]
    for row in golden { byMatch["\(row["home"] ?? "") \(row["away"] ?? "")"] = row }
    var seen = 0
    for row in 0..<rows.rowCount {
      let match = "\(rows["home"]?[row].fileText ?? "") \(rows["away"]?[row].fileText ?? "")"
      let prefixes = ["dixon-coles": ("dc", 1e-3), "odds-shin": ("shin", 1e-6), "odds-power": ("power", 1e-6)]
      guard let (prefix, distance) = prefixes[rows["model"]?[row].fileText ?? ""], let expected = byMatch[match] else {
        continue
      }
      seen += 1
      for (ours, theirs) in [("p_home", "_h"), ("p_draw", "_d"), ("p_away", "_a")] {
        #expect(
          near(rows[ours]?[row].asNumber, expected[prefix + theirs].flatMap { Double($0) }, distance),
          "\(match) \(prefix)")
      }
    }
    #expect(seen == 3 * 365)
  }

  @Test func `Elo ratings equal those of another program`() throws {
    var session = try session()
    let golden = try Reference.golden("elo_E0_2018-19.csv")
    let byTeam = Dictionary(uniqueKeysWithValues: golden.map { ($0["team"] ?? "", $0) })
    var lines = ["football import football-data/E0_2018-19.csv"]
    for (margin, name) in [("none", "elo_k20_h100"), ("sqrt", "elo_sqrt_gd")] {
      let table = try TableRun.last(lines + ["football elo E0 2018-19 margin=" + margin], in: &session)
      lines = []
      #expect(table.rowCount == 20)
      for row in 0..<table.rowCount {
        let team = table["team"]?[row].fileText ?? ""
        #expect(near(table["rating"]?[row].asNumber, byTeam[team]?[name].flatMap { Double($0) }, 1e-6), "\(team)")
      }
    }
  }
}
