import FootballModel
import Foundation
import PodiumConformance
import PodiumCore
import PodiumEngine
import PodiumLearn
import PodiumPlugin
import Testing

@testable import FootballPlugin

/// The learners that forecast results from goals, beside the commands that use the same models.
struct LearnerTests {
  private static let beginning = [
    "load football-league", "label result", "features home away", "encode",
  ]

  private func run(_ lines: [String], in session: inout Interpreter) throws -> CommandReport {
    var reports: [CommandReport] = []
    for line in lines { _ = session.run(line) { reports.append($0) } }
    for report in reports.dropLast() {
      if let error = report.error { Issue.record("\(report.input): \(error.message)") }
    }
    return try #require(reports.last)
  }

  private func numbers(_ report: CommandReport) -> [String: Double] {
    guard case .record(let record)? = report.outputs.first else { return [:] }
    return Dictionary(
      uniqueKeysWithValues: record.fields.compactMap { field in
        field.values.first?.asNumber.map { (field.name, $0) }
      })
  }

  /// The three probabilities of one match by a fitted model.
  private func forecast(_ model: FittedModel, _ home: String, _ away: String) throws -> [Double] {
    let table = try Table([
      Column("home", .category(Categorical([home]))), Column("away", .category(Categorical([away]))),
    ])
    guard case .classes(_, let probabilities?) = try model.predict(table) else { return [] }
    return (0..<3).map { probabilities[0, $0] }
  }

  @Test(arguments: ["poisson", "dixon-coles"])
  func `a fit of a season forecasts as the command does`(_ name: String) throws {
    var session = try ConformanceTests.session()
    var lines = Self.beginning
    lines.append("fit football.\(name)(xi=0.002) if season == \"2024-25\"")
    #expect(try run(lines, in: &session).error == nil)
    let model = try #require(session.state.models["football.\(name)"])
    let found = try forecast(model, "Aldmoor", "Carrowick")
    if name == "dixon-coles" {
      let asked = numbers(
        try run(
          ["football import football-league", "football predict M1 2024-25 Aldmoor Carrowick xi=0.002"], in: &session))
      for (p, key) in zip(found, ["p_home", "p_draw", "p_away"]) {
        #expect(abs(p - (asked[key] ?? .nan)) < 1e-9)
      }
    }
    #expect(abs(found.reduce(0, +) - 1) < 1e-12)
    // Teams that did not play count as average ones: neither has more than the home advantage.
    let strangers = try forecast(model, "Nowhere", "Elsewhere")
    #expect(strangers[0] > strangers[2] && strangers[2] > 0.1)
    #expect(try forecast(model, "Nowhere", "Carrowick") != strangers)
  }

  @Test func `Elo ratings are those of the command`() throws {
    var session = try ConformanceTests.session()
    let fit = "fit football.elo(k=30,home=80,margin=sqrt) if season == \"2024-25\""
    let saved = try run(Self.beginning + [fit], in: &session)
    #expect(saved.error == nil)
    let fitted = try #require(session.state.models["football.elo"])
    let model = try #require(fitted.model as? ResultModel)
    guard case .ratings(let ratings, let home, let draw) = model.strengths else {
      Issue.record("not ratings")
      return
    }
    #expect(home == 80 && draw > 0 && draw < 0.5)
    let report = try run(
      ["football import football-league", "football elo M1 2024-25 k=30 home=80 margin=sqrt"], in: &session)
    guard case .table(let output)? = report.outputs.first else {
      Issue.record("no table")
      return
    }
    let asked = try #require(output.table["rating"]?.numbers)
    for (a, b) in zip(ratings.sorted(by: >), asked) { #expect(abs(a - b) < 1e-9) }
    #expect(ratings.count == asked.count)
  }

  @Test(arguments: ["football.elo", "football.poisson", "football.dixon-coles(ridge=0.1)"])
  func `rolling folds forecast better than a guess`(_ learner: String) throws {
    var session = try ConformanceTests.session()
    let report = try run(Self.beginning + ["cv \(learner) folds=rolling k=10"], in: &session)
    guard case .evaluation(let output)? = report.outputs.first else {
      Issue.record("\(report.error?.message ?? "no evaluation")")
      return
    }
    #expect(output.evaluation.failures.isEmpty)
    let rps = Dictionary(uniqueKeysWithValues: output.named.map { ($0.name, $0.value ?? .nan) })
    let (found, guessed, odds) = (
      rps["football.rps"] ?? .nan, rps["football.rps_climatology"] ?? .nan, rps["football.rps_odds"] ?? .nan
    )
    #expect(found < guessed - 0.01)
    // The odds know the true chances almost; a model that beats them has seen the results.
    #expect(found > odds)
  }

  @Test(arguments: [("home_goals away_goals", true), ("elo_difference", false)])
  func `features that give the result away raise the alarm`(_ features: String, _ isLeak: Bool) throws {
    var session = try ConformanceTests.session()
    let report = try run(
      ["load football-league", "label result", "features \(features)", "cv tree folds=rolling k=5"], in: &session)
    guard case .evaluation(let output)? = report.outputs.first else {
      Issue.record("\(report.error?.message ?? "no evaluation")")
      return
    }
    let text = output.named.first { $0.name == "football.rps" }?.explanation ?? ""
    #expect(text.contains("standard errors over 400 matches: look for a leak") == isLeak, "\(text)")
  }

  @Test(arguments: [
    ("features elo_difference", "no-features"),
    ("label competition", "wrong-target"),
    ("load iris; label species", "missing-column"),
  ])
  func `what a learner cannot use is refused with the reason`(_ line: String, _ code: String) throws {
    var session = try ConformanceTests.session()
    let report = try run(
      Self.beginning + line.split(separator: ";").map(String.init) + ["fit football.elo"], in: &session)
    #expect(report.error?.code == code, "\(report.error?.message ?? "no error")")
  }

  @Test func `goals that are missing or no numbers are refused`() throws {
    func fit(_ columns: [Column]) throws -> Diagnostic? {
      let features = Matrix(rows: 2, columns: 4, elements: [1, 0, 0, 1, 0, 1, 1, 0])
      let data = try TrainingData(
        features: features, featureNames: ["home=A", "home=B", "away=A", "away=B"],
        target: .classes(ClassTarget(classes: ["H", "D", "A"], codes: [0, 2])), columns: columns)
      do {
        _ = try EloLearner(elo: Elo()).fit(data, seed: Seed(0), cancellation: Cancellation())
        return nil
      } catch {
        return error
      }
    }
    let days = Column("date", .date([CalendarDate(days: 1), CalendarDate(days: 2)]))
    let (home, away) = (Column("home", .text(["A", "B"])), Column("away", .text(["B", "A"])))
    let goals = Column("away_goals", .integer([0, 1]))
    #expect(try fit([days, home, away, Column("home_goals", .integer([2, 1])), goals]) == nil)
    let gap = try fit([days, home, away, Column("home_goals", .number([2, .nan])), goals])
    #expect(gap?.code == "missing-values")
    for values in [[-1.0, 2], [1.5, 2], [1e300, 0]] {
      let error = try fit([days, home, away, Column("home_goals", .number(values)), goals])
      #expect(error?.code == "wrong-column-type")
    }
    let words = try fit([Column("date", .text(["x", "y"])), home, away, goals, goals])
    #expect(words?.code == "wrong-column-type")
  }

  @Test(arguments: [[Int.min + 1, Int.max], [0, 10_000_001], [-10_000_001, 0]])
  func `numbers that no day has are refused`(_ days: [Int]) throws {
    let features = Matrix(rows: 2, columns: 4, elements: [1, 0, 0, 1, 0, 1, 1, 0])
    let data = try TrainingData(
      features: features, featureNames: ["home=A", "home=B", "away=A", "away=B"],
      target: .classes(ClassTarget(classes: ["H", "D", "A"], codes: [0, 2])),
      columns: [
        Column("date", .integer(days)), Column("home", .text(["A", "B"])), Column("away", .text(["B", "A"])),
        Column("home_goals", .integer([2, 1])), Column("away_goals", .integer([0, 1])),
      ])
    let learner = GoalLearner(key: "football.poisson", options: .init(correlation: false, ridge: 0.1), decay: 0.01)
    let error = #expect(throws: Diagnostic.self) {
      try learner.fit(data, seed: Seed(0), cancellation: Cancellation())
    }
    #expect(error?.code == "wrong-column-type")
  }

  @Test func `a damaged model is refused, not used`() throws {
    let columns = "{\"width\":1,\"home\":[{\"column\":0,\"team\":0,\"above\":0.5}],\"away\":[]}"
    func read(_ columns: String, _ ratings: String, _ outcomes: String) -> Bool {
      let strengths = "{\"ratings\":{\"_0\":\(ratings),\"home\":100,\"draw\":0.25}}"
      let text = "{\"columns\":\(columns),\"strengths\":\(strengths),\"outcomes\":\(outcomes)}"
      return (try? JSONDecoder().decode(ResultModel.self, from: Data(text.utf8))).map { $0.flaw == nil } ?? false
    }
    #expect(read(columns, "[1500]", "[0,1,2]"))
    #expect(!read(columns, "[]", "[0,1,2]"))
    #expect(!read(columns, "[1500]", "[0,7]"))
    #expect(!read(columns, "[1500]", "[0,0]"))
    #expect(!read(columns, "[1500]", "[]"))
    #expect(!read(columns.replacing("\"column\":0", with: "\"column\":9"), "[1500]", "[0,1,2]"))
  }
}
