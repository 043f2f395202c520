public import PodiumConformance
internal import PodiumCore
public import PodiumEngine
internal import PodiumPlugin

/// The tables of learners that train on columns of their own, by the learner's key.
public enum LearnerSamples {
  /// Football's, from a session with the bundled datasets: the first eight weeks of the simulated league.
  ///
  /// The features are the teams and one number.
  public static func football(_ session: Interpreter) throws -> [String: LearnerSample] {
    var session = session
    _ = session.run("load football-league") { _ in }
    let loaded = try session.session.current().table.selecting(rows: Array(0..<64))
    let features = ["home", "away", "elo_difference"]
    let table = try Table(loaded.columns.map { $0.with(role: features.contains($0.name) ? .feature : .ignored) })
    let sample = LearnerSample(
      table, classes: "result", number: "odds_home", numberFeature: "elo_difference", categoryFeature: "home")
    return ["football.elo": sample, "football.poisson": sample, "football.dixon-coles": sample]
  }
}
