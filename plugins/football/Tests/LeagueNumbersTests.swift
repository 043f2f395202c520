import FootballModel
import Foundation
import PodiumAssembly
import PodiumCore
import PodiumEngine
import PodiumPlugin
import PodiumTestKit
import Testing

@testable import FootballPlugin

/// Tables, ratings, fits and forecasts of the made league, beside a program in Python that shares no code with podium.
///
/// `plugins/football/Expected/make_golden.py` writes the figures.
@Suite struct LeagueNumbersTests {
  struct Expected: Decodable {
    /// A team with won, drawn, lost, goals for, goals against and points.
    struct Line: Decodable {
      let team: String
      let figures: [Int]
      init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        team = try list.decode(String.self)
        var figures: [Int] = []
        while !list.isAtEnd { figures.append(try list.decode(Int.self)) }
        self.figures = figures
      }
    }
    struct Fit: Decodable {
      let logLikelihood, intercept, home, rho: Double
      let attack, defence: [String: Double]
      enum CodingKeys: String, CodingKey {
        case intercept, home, rho, attack, defence
        case logLikelihood = "log_likelihood"
      }
    }
    struct Market: Decodable {
      let home, away: String
      let figures: [String: Double]
      init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        home = try values.decode(String.self, forKey: Key("home"))
        away = try values.decode(String.self, forKey: Key("away"))
        var figures: [String: Double] = [:]
        for key in values.allKeys where !["home", "away"].contains(key.stringValue) {
          figures[key.stringValue] = try values.decode(Double.self, forKey: key)
        }
        self.figures = figures
      }
    }
    struct Key: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }
      init(_ text: String) { stringValue = text }
      init?(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }
    struct Forecast: Decodable {
      let home, away: String
      let dixonColes, shin, power: [Double]
      enum CodingKeys: String, CodingKey {
        case home, away
        case dixonColes = "dixon-coles"
        case shin = "odds-shin"
        case power = "odds-power"
      }
      /// The three probabilities by model, with the distance allowed.
      var byModel: [String: ([Double], Double)] {
        ["dixon-coles": (dixonColes, 1e-5), "odds-shin": (shin, 1e-6), "odds-power": (power, 1e-6)]
      }
    }
    struct Rolling: Decodable {
      /// Ranked probability score, log loss, Brier score and accuracy by model.
      let summary: [String: [Double]]
      let matches: [Forecast]
    }
    /// By the arguments of `football table`.
    let tables: [String: [Line]]
    let form: [String: [String: String]]
    /// By margin, then team.
    let elo: [String: [String: Double]]
    let dixonColes, poisson: Fit
    let markets: [Market]
    let rolling: Rolling
    enum CodingKeys: String, CodingKey {
      case tables, form, elo, poisson, markets, rolling
      case dixonColes = "dixon-coles"
    }
  }

  private static let load = "football import datasets/football-league/league.csv"
  private static let season = "M1 2024-25"

  private let expected: Expected
  private var session: Interpreter

  init() throws {
    let url = URL(fileURLWithPath: Checkout.path("plugins/football/Expected/league.json"))
    expected = try JSONDecoder().decode(Expected.self, from: Data(contentsOf: url))
    session = try Assembly.session(folder: Checkout.root, datasets: [])
    _ = try TableRun.last([Self.load, "football matches"], in: &session)
  }

  private func near(_ a: Double?, _ b: Double?, _ distance: Double) -> Bool {
    if let a, let b { abs(a - b) <= distance } else { false }
  }

  @Test(arguments: ["", " at=home", " at=away", " asof=2024-12-31"])
  mutating func `a table has the same lines in the same order`(_ arguments: String) throws {
    let wanted = try #require(expected.tables[arguments])
    let table = try TableRun.last(["football table \(Self.season)\(arguments)"], in: &session)
    #expect(table.rowCount == wanted.count && wanted.count == 16)
    for (row, line) in wanted.enumerated() {
      #expect(table["team"]?[row].fileText == line.team, "\(row + 1)")
      for (name, figure) in zip(["won", "drawn", "lost", "goals_for", "goals_against", "points"], line.figures) {
        #expect(table[name]?[row] == .integer(figure), "\(line.team) \(name)")
      }
    }
  }

  @Test(arguments: ["", " at=home", " at=away"])
  mutating func `form lists the same last five results`(_ side: String) throws {
    let wanted = try #require(expected.form[side])
    let table = try TableRun.last(["football table \(Self.season) form=5\(side)"], in: &session)
    #expect(table.rowCount == wanted.count)
    for row in 0..<table.rowCount {
      let team = table["team"]?[row].fileText ?? ""
      #expect(table["form"]?[row].fileText == wanted[team], "\(team)")
    }
  }

  @Test(arguments: ["none", "sqrt"])
  mutating func `Elo ratings are the same`(_ margin: String) throws {
    let wanted = try #require(expected.elo[margin])
    let table = try TableRun.last(["football elo \(Self.season) margin=\(margin)"], in: &session)
    #expect(table.rowCount == wanted.count)
    for row in 0..<table.rowCount {
      let team = table["team"]?[row].fileText ?? ""
      #expect(near(table["rating"]?[row].asNumber, wanted[team], 1e-6), "\(team)")
    }
  }

  @Test(arguments: ["dixon-coles", "poisson"])
  mutating func `a season is fitted at the maximum of its likelihood`(_ model: String) throws {
    let wanted = model == "poisson" ? expected.poisson : expected.dixonColes
    let line = "football fit \(model) \(Self.season)"
    let fit = try NumbersTests.record([line], in: &session)
    #expect(near(fit["log_likelihood"], wanted.logLikelihood, 1e-6))
    #expect(near(fit["intercept"], wanted.intercept, 1e-5))
    #expect(near(fit["home"], wanted.home, 1e-5))
    if model != "poisson" { #expect(near(fit["rho"], wanted.rho, 1e-5)) }
    let table = try TableRun.last([line], in: &session)
    #expect(table.rowCount == wanted.attack.count)
    for row in 0..<table.rowCount {
      let team = table["team"]?[row].fileText ?? ""
      #expect(near(table["attack"]?[row].asNumber, wanted.attack[team], 1e-5), "\(team)")
      #expect(near(table["defence"]?[row].asNumber, wanted.defence[team], 1e-5), "\(team)")
    }
  }

  @Test mutating func `the markets of a match are the same`() throws {
    #expect(expected.markets.count == 10)
    for market in expected.markets {
      let line = "football predict \(Self.season) \"\(market.home)\" \"\(market.away)\""
      let found = try NumbersTests.record([line], in: &session)
      #expect(market.figures.count == 7)
      for (name, figure) in market.figures { #expect(near(found[name], figure, 1e-5), "\(line) \(name)") }
    }
  }

  @Test mutating func `rolling forecasts and odds are the same, match by match`() throws {
    var reports: [CommandReport] = []
    _ = session.run("football evaluate \(Self.season) train=2023-24 rows=yes xi=0.0018") { reports.append($0) }
    let tables = (reports.first?.outputs ?? []).compactMap {
      if case .table(let table) = $0 { table.table } else { nil }
    }
    let summary = try #require(tables.first)
    var compared = 0
    for row in 0..<summary.rowCount {
      guard let wanted = expected.rolling.summary[summary["model"]?[row].fileText ?? ""] else { continue }
      compared += 1
      #expect(summary["matches"]?[row] == .integer(expected.rolling.matches.count))
      for (name, value) in zip(["rps", "log_loss", "brier", "accuracy"], wanted) {
        #expect(near(summary[name]?[row].asNumber, value, 1e-5), "\(summary["model"]?[row].fileText ?? "") \(name)")
      }
    }
    #expect(compared == expected.rolling.summary.count)
    let rows = try #require(tables.last)
    let byMatch = Dictionary(uniqueKeysWithValues: expected.rolling.matches.map { ("\($0.home) \($0.away)", $0) })
    var seen = 0
    for row in 0..<rows.rowCount {
      let match = "\(rows["home"]?[row].fileText ?? "") \(rows["away"]?[row].fileText ?? "")"
      let model = rows["model"]?[row].fileText ?? ""
      guard let (wanted, distance) = byMatch[match]?.byModel[model] else { continue }
      seen += 1
      for (name, value) in zip(["p_home", "p_draw", "p_away"], wanted) {
        #expect(near(rows[name]?[row].asNumber, value, distance), "\(match) \(model)")
      }
    }
    #expect(seen == 3 * expected.rolling.matches.count)
  }

  @Test mutating func `a simulation is the same with any number of threads, and its shares add up`() throws {
    var texts: [String] = []
    for threads in [1, 2, 3] {
      let table = try TableRun.last(
        [
          "set threads=\(threads) seed=5", "football simulate \(Self.season) asof=2024-12-31 runs=1200",
        ], in: &session)
      texts.append(
        (0..<table.rowCount).map { row in table.columns.map { $0[row].fileText }.joined(separator: ",") }.joined())
      for row in 0..<table.rowCount {
        let shares = (1...16).compactMap { table["p\($0)"]?[row].asNumber }
        #expect(abs(shares.reduce(0, +) - 1) < 1e-9)
      }
      for position in 1...16 {
        #expect(abs((table["p\(position)"]?.numbers ?? []).reduce(0, +) - 1) < 1e-9)
      }
    }
    #expect(Set(texts).count == 1)
  }
}
