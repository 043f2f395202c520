import PodiumCore
import PodiumEngine
import PodiumLearn
import PodiumPlugin
import Testing

@testable import FootballModel
@testable import FootballPlugin

/// Dixon and Coles after few matches: `fit`, `predict`, `evaluate` and the learner of `cv` keep `rho` within the bounds of the
/// strengths at hand, so that no score is impossible. The matches are made: alone they would give `rho` no bound.
struct CorrelationTests: CommandSuite {
  private static let teams = (0..<8).map { "Team \($0)" }
  private static let matches = [
    (0, 7, 5, 1), (1, 6, 1, 2), (2, 5, 5, 3), (3, 4, 2, 0), (6, 0, 0, 0), (5, 7, 4, 1), (4, 1, 2, 0), (3, 2, 1, 8),
    (0, 5, 3, 0), (6, 4, 2, 0), (7, 3, 1, 3), (1, 2, 1, 3), (4, 0, 0, 0), (3, 5, 0, 2), (2, 6, 2, 2), (1, 7, 1, 1),
  ].enumerated().map {
    ForecastMatch(
      day: 17_000 + 7 * ($0 / 4), home: $1.0, away: $1.1, homeGoals: $1.2, awayGoals: $1.3)
  }

  private static var file: String {
    "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG\n"
      + matches.map { match in
        let (year, month, day) = CalendarDate(days: match.day).civil
        return
          "X,\(day)/\(month)/\(year),\(teams[match.home]),\(teams[match.away]),\(match.homeGoals),\(match.awayGoals)\n"
      }.joined()
  }

  private static func fit() throws -> GoalModelFit {
    try GoalModelFit(
      matches.map { GoalRow($0) },
      teams: teams, options: .init(ridge: 1))
  }

  private static let pairs = (0..<8).flatMap { home in (0..<8).filter { $0 != home }.map { (home, $0) } }

  private func expectBounds(_ model: GoalModel) {
    for (home, away) in CorrelationTests.pairs {
      let (lambda, mu) = model.rates(home: home, away: away)
      #expect(model.rho > max(-1 / lambda, -1 / mu) && model.rho < min(1 / (lambda * mu), 1))
    }
  }

  private func number(_ record: [String: String], _ name: String) -> Double {
    record[name].flatMap { Double($0) } ?? .nan
  }

  @Test func `fit and predict`() throws {
    let fit = try CorrelationTests.fit()
    #expect(fit.isLimited)
    expectBounds(fit.model)
    var session = try session(["few.csv": CorrelationTests.file])
    let fitted = try report(
      "football import few.csv season=2016", "football fit dixon-coles X 2016 ridge=1", in: &session)
    #expect((number(record(fitted), "rho") - fit.model.rho).magnitude < 1e-6, "\(record(fitted))")
    #expect(said(fitted).contains { $0.hasPrefix("limited rho to") })
    for (home, away) in CorrelationTests.pairs {
      let names = (CorrelationTests.teams[home], CorrelationTests.teams[away])
      let found = record(try report("football predict X 2016 \"\(names.0)\" \"\(names.1)\" ridge=1", in: &session))
      for (name, expected) in zip(["p_home", "p_draw", "p_away"], fit.model.grid(home: home, away: away).results) {
        let chance = number(found, name)
        #expect((chance - expected).magnitude < 1e-6 && chance > 0 && chance < 1, "\(names) \(name)")
      }
    }
  }

  @Test(arguments: [0.1, 1, 10])
  func `low scores of one kind alone have a fit`(_ ridge: Double) throws {
    let rows = [(0, 1, 0), (2, 3, 0), (1, 0, 0), (0, 2, 1)].map {
      GoalRow(home: $0.0, away: $0.1, homeGoals: 1, awayGoals: $0.2)
    }
    let fit = try GoalModelFit(rows, teams: ["A", "B", "C", "D"], options: .init(ridge: ridge))
    #expect(fit.isLimited && fit.model.rho == 0)
    #expect(fit.model.grid(home: 0, away: 1).results.allSatisfy { $0 > 0 && $0 < 1 })
  }

  @Test func `evaluate`() throws {
    let fit = try CorrelationTests.fit()
    // Every pair on one day after the matches.
    let later = CorrelationTests.pairs.map {
      ForecastMatch(day: 17_100, home: $0.0, away: $0.1, homeGoals: 1, awayGoals: 0)
    }
    let all = CorrelationTests.matches + later
    let known = Array(CorrelationTests.matches.indices)
    let rolling = try RollingForecasts(
      all, folds: [(known, Array(all.indices.dropFirst(known.count)))], teams: CorrelationTests.teams,
      models: [.dixonColes], options: .init(ridge: 1, minimumPlayed: 4))
    let found = rolling.rows.filter { $0.match >= CorrelationTests.matches.count }
    #expect(found.count == CorrelationTests.pairs.count)
    for (row, pair) in zip(found, CorrelationTests.pairs) {
      let expected = fit.model.grid(home: pair.0, away: pair.1).results
      for (chance, wanted) in zip(row.probabilities[0], expected) {
        #expect((chance - wanted).magnitude < 1e-6 && chance > 0 && chance < 1)
      }
    }
  }

  @Test func `the learner of cv`() throws {
    let fit = try CorrelationTests.fit()
    var session = try session(["few.csv": CorrelationTests.file])
    let done = try report(
      "load football few.csv", "label result", "features home away", "encode", "fit football.dixon-coles(ridge=1)",
      in: &session)
    #expect(done.error == nil, "\(done.error?.message ?? "")")
    let model = try #require(session.state.models["football.dixon-coles"]?.model as? ResultModel)
    guard case .goals(let intercept, let home, let rho, let attack, let defence) = model.strengths else {
      Issue.record("not goals")
      return
    }
    expectBounds(GoalModel(intercept: intercept, home: home, rho: rho, attack: attack, defence: defence))
    #expect((rho - fit.model.rho).magnitude < 1e-6)
  }

  @Test func `fit takes the competition and the season first, as its siblings do`() throws {
    var session = try session(["few.csv": Self.file])
    let first = record(try report("football import few.csv season=2016", "football fit X 2016 ridge=1", in: &session))
    #expect(first["rho"].map { $0 != "0" } == true, "\(first)")
    for line in ["dixon-coles X 2016", "X 2016 dixon-coles", "X 2016 model=dixon-coles", "model=dixon-coles X 2016"] {
      #expect(record(try report("football fit \(line) ridge=1", in: &session)) == first)
    }
    let poisson = record(try report("football fit X 2016 poisson ridge=1", in: &session))
    let former = record(try report("football fit poisson X 2016 ridge=1", in: &session))
    #expect(poisson["rho"] == "0" && former == poisson)
    for (line, code, help) in [
      ("fit magic X 2016", "bad-value", nil), ("fit X 2016 magic", "bad-value", nil),
      ("fit poisson X", "missing-argument", "write: football fit COMPETITION SEASON model=poisson"),
      ("fit poisson Y 2016", "unknown-competition", nil), ("fit poisson X 2015", "unknown-season", nil),
      ("predict X 2016 poisson", "missing-argument", "choose the model with a key: model=poisson"),
    ] as [(String, String, String?)] {
      let error = try report("football \(line)", in: &session).error
      #expect(error?.code == code && (help == nil || error?.help == help), "\(line): \(error?.message ?? "none")")
    }
  }
}
