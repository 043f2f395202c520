import ArgumentParser
import FootballModel
import PodiumBenchmarks
import PodiumCore

/// How good forecasts of the first rounds are when the seasons before are learned from, beside the closing odds.
struct SeasonStartBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "start", abstract: "Score forecasts of the first rounds of simulated seasons.")

  @Option(help: "Number of leagues.")
  var leagues = 40

  @Option(help: "Number of rounds from the first one on.")
  var rounds = 6

  @Option(help: "Seed for random numbers.")
  var seed: UInt64 = 1

  func validate() throws {
    guard (2...1000).contains(leagues), (1...20).contains(rounds) else {
      throw ValidationError("--leagues 2 to 1000, --rounds 1 to 20")
    }
  }

  func run() throws {
    var report = BenchmarkReport()
    let world = MadeWorld(leagues: leagues, seasons: 3, clubs: 20, seed: seed, isMoving: true)
    let models: [ForecastModel] = [.dixonColes, .elo, .climatology, .uniform, .odds(.shin)]
    let names = (0..<26).map { "Club \($0)" }
    print(
      "\(leagues) leagues of 20 clubs, three new each season: rounds 1 to \(rounds) of the third season, seed \(seed)")
    report.head("mean rps", ["all", "more than odds", "95 %", "new clubs", "matches"])
    for (name, first, isLike) in [
      ("train= two seasons", 0, true), ("train= one season", 1, true), ("two, new clubs average", 0, false),
    ] {
      var scores = models.map { _ in (all: [Double](), new: [Double]()) }
      for league in 0..<leagues {
        let season = world.forecasts(league: league, season: 2)
        let training = (first..<2).map { world.forecasts(league: league, season: $0) }
        func clubs(_ matches: [ForecastMatch]) -> Set<Int> { Set(matches.flatMap { [$0.home, $0.away] }) }
        let (members, before) = (clubs(season), clubs(training.last ?? []))
        let came = members.subtracting(training.reduce(into: []) { $0.formUnion(clubs($1)) })
        var options = RollingForecasts.Options(decay: 0.0018, ridge: isLike ? 0 : 1, minimumPlayed: 0)
        if isLike { options.teams = .init(promoted: came.sorted(), departed: before.subtracting(members).sorted()) }
        options.only = Set(0..<min(10 * rounds, season.count))
        let all = training.flatMap { $0 } + season
        let folds = Set(season.map(\.day)).sorted().map { day in
          (all.indices.filter { all[$0].day < day }, all.indices.filter { all[$0].day == day })
        }
        let rolling = try RollingForecasts(
          all, after: all.count - season.count, folds: folds, teams: names, models: models, options: options)
        for row in rolling.rows {
          let match = season[row.match]
          for model in models.indices {
            let rps = ForecastScores.rps(row.probabilities[model], match.result.rawValue)
            scores[model].all.append(rps)
            if came.contains(match.home) || came.contains(match.away) { scores[model].new.append(rps) }
          }
        }
      }
      let odds = scores[models.count - 1].all
      for (model, own) in zip(models, scores) {
        let (more, error) = SeasonStartBench.mean(zip(own.all, odds).map { $0 - $1 })
        let numbers = [
          SeasonStartBench.mean(own.all).0, more, more - 1.96 * error, more + 1.96 * error,
          SeasonStartBench.mean(own.new).0,
        ]
        let texts = numbers.map { NumberText.fixed($0, 4) }
        report.row(
          "\(name): \(model)", [texts[0], texts[1], "\(texts[2]) to \(texts[3])", texts[4], String(own.all.count)],
          goal: nil, isMet: nil)
      }
    }
  }

  /// The mean and its standard error.
  private static func mean(_ values: [Double]) -> (Double, Double) {
    let n = Double(values.count)
    let mean = values.reduce(0, +) / n
    return (mean, (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (n * (n - 1))).squareRoot())
  }
}
