import FootballModel
import PodiumCore
import PodiumPlugin
import Testing

@testable import FootballPlugin
@testable import PodiumLearn

/// Odds without their margin, scores of forecasts and the evaluator.
struct ForecastTests {
  private func near(_ a: Double?, _ b: Double, _ distance: Double = 5e-7) -> Bool {
    a.map { ($0 - b).magnitude <= distance } ?? false
  }

  @Test func `margins are removed as in other programs`() throws {
    let shin = try #require(OddsMargin.shin.probabilities([2.6, 2.4, 4.3]))
    #expect(near(shin.insiders, 0.0169425, 5e-8))
    for (found, expected) in zip(shin.values, [0.372994, 0.404779, 0.222227]) { #expect(near(found, expected)) }
    let power = try #require(OddsMargin.power.probabilities([2.7, 2.3, 4.4]))
    for (found, expected) in zip(power.values, [0.359171, 0.423731, 0.217098]) { #expect(near(found, expected)) }
    let basic = try #require(OddsMargin.basic.probabilities([2, 4, 5]))
    for (found, expected) in zip(basic.values, [0.5 / 0.95, 0.25 / 0.95, 0.2 / 0.95]) { #expect(near(found, expected)) }
  }

  @Test(
    arguments: OddsMargin.allCases,
    [[2.0, 4, 4], [1.01, 30, 80], [1.0001, 1000, 1000], [3.2, 3.3, 3.4], [1.5, 1.5, 1.5]])
  func `every way gives probabilities, with and without a margin`(_ way: OddsMargin, _ odds: [Double]) throws {
    let found = try #require(way.probabilities(odds))
    #expect(near(found.values.reduce(0, +), 1, 1e-12))
    #expect(found.values.allSatisfy { $0 > 0 && $0 < 1 })
    #expect((0..<1).contains(found.insiders))
    // Shorter odds never mean a smaller probability.
    for (a, b) in zip(zip(odds, found.values), zip(odds, found.values).dropFirst()) where a.0 <= b.0 {
      #expect(a.1 >= b.1)
    }
  }

  @Test func `invalid odds give no probabilities`() {
    for odds in [[1, 3, 4], [.nan, 3, 4], [.infinity, 3, 4], [0, -3, 4], [], [2.0]] as [[Double]] {
      for way in OddsMargin.allCases { #expect(way.probabilities(odds) == nil) }
    }
  }

  @Test func `the ranked probability score matches the papers`() {
    #expect(near(ForecastScores.rps([0.8, 0.1, 0.1], 0), 0.025, 1e-12))
    #expect(near(ForecastScores.rps([0.2, 0.3, 0.5], 1), 0.145, 1e-12))
    #expect(ForecastScores.rps([1, 0, 0], 2) == 1)
    #expect(ForecastScores.rps([0, 1, 0], 2) == 0.5)
    #expect(ForecastScores.rps([0, 0, 1], 2) == 0)
  }

  /// An evaluation of rows of a table with the given forecasts.
  private func rows(
    _ table: Table, _ rows: [Int], probabilities: [[Double]]?, predicted: [Int]? = nil, classes: [String]? = nil
  ) throws -> EvaluatedRows {
    let codes = try #require(table["result"]?.categorical).codes.map(Int.init)
    let guesses = predicted ?? (probabilities ?? []).map { $0.firstIndex(of: $0.max() ?? 0) ?? 0 }
    let evaluation = Evaluation(
      learner: "made", resampling: ResamplingSpec(.stratified, k: 2), foldSentence: "", foldCount: 2, fitScope: .fold,
      target: "result",
      classes: classes ?? MatchResult.letters, isOrdered: true, rows: rows, repeatOfRow: rows.map { _ in 0 },
      foldOfRow: rows.map { _ in 0 }, truth: .classes(rows.map { codes[$0] }), predicted: .classes(guesses),
      probabilities: probabilities, folds: [], measures: [], confusion: nil, seed: 0, seconds: 0, notes: [],
      failures: [],
      seeds: [])
    return EvaluatedRows(evaluation: evaluation, table: table)
  }

  private static let priced = MadeFile(
    "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,B365CH,B365CD,B365CA\nE0,10/08/19,A,B,2,0,2,4,4\nE0,11/08/19,C,D,1,1,4,2,4\n"
      + "E0,12/08/19,A,D,0,1,,,\n")

  @Test func `all figures cover the rows with odds`() throws {
    let table = try ForecastTests.priced.load().table
    let forecasts = [[1.0, 0, 0], [0.5, 0.25, 0.25], [0, 0, 1]]
    let measures = try ResultEvaluator.ranked.evaluate(try rows(table, [0, 1, 2], probabilities: forecasts))
    let found = Dictionary(uniqueKeysWithValues: measures.map { ($0.name, $0) })
    #expect(measures.first?.name == "football.rps")
    // ½ (0 + ½ (0.25 + 0.0625)), by hand.
    #expect(near(found["football.rps"]?.value, 0.078125, 1e-12))
    #expect(found["football.rps"]?.explanation == "0 is best; 2 of 3 rows with odds")
    // Odds without a margin: 0.5, 0.25, 0.25 for H, and 0.25, 0.5, 0.25 for D.
    #expect(near(found["football.rps_odds"]?.value, (0.15625 + 0.0625) / 2, 1e-9))
    // One third each on the first day, certain of H on the second.
    #expect(near(found["football.rps_climatology"]?.value, (5.0 / 18 + 0.5) / 2, 1e-12))
    #expect(near(found["football.rps_uniform"]?.value, (5.0 / 18 + 1.0 / 9) / 2, 1e-12))
    #expect(near(found["football.ignorance"]?.value, 1, 1e-12))
    #expect(near(found["football.ignorance_odds"]?.value, 1, 1e-9))
  }

  @Test func `a result with probability 0 scores infinite, not clipped`() throws {
    let table = try ForecastTests.priced.load().table
    let forecasts = [[0.0, 1, 0], [0.5, 0.25, 0.25]]
    let measures = try ResultEvaluator.ranked.evaluate(try rows(table, [0, 1], probabilities: forecasts))
    let ignorance = try #require(measures.first { $0.name == "football.ignorance" })
    #expect(ignorance.value == nil)
    #expect(ignorance.explanation == "infinite: 1 of 2 results had probability 0")
  }

  @Test func `without probabilities a forecast counts as certain, and the explanation says so`() throws {
    let table = try ForecastTests.priced.load().table
    let measures = try ResultEvaluator.ranked.evaluate(
      try rows(table, [0, 1], probabilities: nil, predicted: [0, 2]))
    #expect(measures.first?.value == 0.25)
    #expect(measures.first?.explanation.contains("no probabilities, so each forecast counts as certain") == true)
  }

  @Test func `without odds all rows count, and the explanation says so`() throws {
    let table = try MadeFile.main("10/08/19,A,B,2,0", "11/08/19,C,D,1,1").load().table
    let measures = try ResultEvaluator.ranked.evaluate(
      try rows(table, [0, 1], probabilities: [[1, 0, 0], [0, 1, 0]]))
    #expect(
      measures.map(\.name) == [
        "football.rps", "football.rps_climatology", "football.rps_uniform", "football.ignorance",
      ])
    #expect(measures.first?.value == 0)
    #expect(measures.first?.explanation == "0 is best; 2 of 2 rows, without odds")
  }

  @Test func `Brier score, log loss and calibration are those computed by hand, beside the odds`() throws {
    let table = try ForecastTests.priced.load().table
    let predictions = try rows(table, [0, 1, 2], probabilities: [[1.0, 0, 0], [0.5, 0.25, 0.25], [0, 0, 1]])
    func values(_ evaluator: any Evaluator) throws -> [String: NamedMeasure] {
      Dictionary(uniqueKeysWithValues: try evaluator.evaluate(predictions).map { ($0.name, $0) })
    }
    let brier = try values(ResultEvaluator.brier)
    #expect(near(brier["football.brier"]?.value, 0.875 / 2, 1e-12))
    #expect(near(brier["football.brier_odds"]?.value, 0.375, 1e-9))
    #expect(near(brier["football.brier_uniform"]?.value, 2.0 / 3, 1e-12))
    #expect(brier["football.brier"]?.explanation == "0 is best, 2 is worst; 2 of 3 rows with odds")
    let loss = try values(ResultEvaluator.logLoss)
    #expect(near(loss["football.log-loss"]?.value, 0.693_147_180_56, 1e-9))
    #expect(near(loss["football.log-loss_uniform"]?.value, 1.098_612_288_67, 1e-9))
    let calibration = try values(ResultEvaluator.calibration)
    // Of six probabilities: 1 and two 0 are right, 0.5 did not come, and of two 0.25 one came.
    #expect(near(calibration["football.calibration"]?.value, (0.5 + 2 * 0.25) / 6, 1e-12))
    let bin = try #require(calibration["football.calibration_0.2-0.3"])
    #expect(bin.value == 0.5 && bin.count?.successes == 1 && bin.count?.trials == 2)
    #expect(calibration["football.calibration_0.9-1.0"]?.value == 1)
    #expect(calibration["football.calibration_0.6-0.7"] == nil)
  }

  @Test func `an impossible result makes the log loss infinite, and says how often`() throws {
    let table = try ForecastTests.priced.load().table
    let found = try ResultEvaluator.logLoss.evaluate(
      try rows(table, [0, 1], probabilities: [[0.0, 1, 0], [0.5, 0.25, 0.25]]))
    #expect(found[0].value == nil && found[0].explanation.hasPrefix("infinite: 1 of 2 results had probability 0"))
  }

  @Test func `other classes and an empty evaluation do not crash`() throws {
    let table = try ForecastTests.priced.load().table
    var code: String?
    let other = try rows(table, [0], probabilities: [[1, 0, 0]], classes: ["A", "D", "H"])
    do throws(Diagnostic) { _ = try ResultEvaluator.ranked.evaluate(other) } catch { code = error.code }
    #expect(code == "wrong-target")
    for evaluator in ResultEvaluator.all {
      let none = try evaluator.evaluate(try rows(table, [], probabilities: []))
      #expect(none.allSatisfy { $0.value == nil })
    }
  }

  @Test(.enabled(if: Reference.goldenIsThere, Reference.absent))
  func `a season scores as in other programs`() throws {
    // Both seasons in one table, so that climatology starts with the first.
    let text = try ["E0_2017-18", "E0_2018-19"].map { name in
      String(decoding: try Reference.data("football-data/\(name).csv").content, as: UTF8.self)
    }
    let wanted = ["Date", "HomeTeam", "AwayTeam", "FTHG", "FTAG", "PSCH", "PSCD", "PSCA"]
    var joined = "Div," + wanted.joined(separator: ",") + "\n"
    for file in text {
      let lines = file.split(whereSeparator: \.isNewline).map {
        $0.split(separator: ",", omittingEmptySubsequences: false)
      }
      let places = wanted.map { name in lines[0].firstIndex { $0 == name } ?? 0 }
      for line in lines.dropFirst() { joined += "E0," + places.map { String(line[$0]) }.joined(separator: ",") + "\n" }
    }
    let table = try MadeFile(joined).load().table
    let golden = try Reference.golden("rolling_E0_2018-19.csv")
    let keys = golden.map { ($0["date"] ?? "") + ($0["home"] ?? "") }
    var rowOfKey: [String: Int] = [:]
    for row in 0..<table.rowCount {
      rowOfKey[(table["date"]?[row].fileText ?? "") + (table["home"]?[row].fileText ?? "")] = row
    }
    let chosen = keys.compactMap { rowOfKey[$0] }
    #expect(chosen.count == 365)
    // The forecasts come from the golden file, so that each figure has its own reference.
    let model = golden.map { row in ["dc_h", "dc_d", "dc_a"].compactMap { row[$0].flatMap { Double($0) } } }
    let measures = try ResultEvaluator.ranked.evaluate(try rows(table, chosen, probabilities: model))
    let found = Dictionary(uniqueKeysWithValues: measures.map { ($0.name, $0.value) })
    for (name, expected) in [
      "football.rps": 0.187043, "football.rps_odds": 0.186514, "football.rps_climatology": 0.238783,
      "football.rps_uniform": 0.247641, "football.ignorance": 1.292036, "football.ignorance_odds": 1.286393,
    ] { #expect(near(found[name] ?? nil, expected, 2e-6), "\(name): \(String(describing: found[name]))") }
    for (row, line) in zip(golden, chosen) {
      let odds = MatchResult.oddsColumns.compactMap { table[$0]?[line].asNumber }
      for (way, name) in [(OddsMargin.shin, "shin"), (.power, "power")] {
        let values = try #require(way.probabilities(odds)).values
        for (value, outcome) in zip(values, ["h", "d", "a"]) {
          #expect(near(value, row["\(name)_\(outcome)"].flatMap { Double($0) } ?? .nan, 1e-6))
        }
      }
    }
  }
}
