internal import PodiumCore
internal import PodiumLearn
internal import PodiumPlugin
internal import Synchronization

/// Counts the folds of an evaluation as they end, and reports the current learner and its score so far.
///
/// A class, because folds end on any thread. With several threads the folds of the next learner may end before the last ones of
/// this one; the current learner is the first that is not finished.
final class FoldWatch: Sendable {
  private let verb: String
  private let names: [String]
  private let target: Target
  private let measure: Measure?
  private let costs: CostMatrix?
  private let show: @Sendable (Progress) -> Void
  private let state: Mutex<State>

  /// Which job belongs to which learner, and the results so far.
  private struct State: Sendable {
    var tallies: [Tally]
    var learnerOfJob: [String: Int] = [:]
    var innerJobs: Set<String> = []
    var elsewhere = JobsElsewhere()
  }

  /// The folds of one learner so far.
  private struct Tally: Sendable {
    var total = 0
    var done = 0
    var taken = 0
    var scored = 0
    var sum = 0.0
  }

  /// Watches learners; `measure` is the measure shown.
  init(
    _ verb: String, _ names: [String], of target: Target, measure: Measure?,
    costs: CostMatrix? = nil, show: @escaping @Sendable (Progress) -> Void
  ) {
    self.verb = verb
    self.names = names
    self.target = target
    self.measure = measure
    self.costs = costs
    self.show = show
    state = Mutex(State(tallies: names.map { _ in Tally() }))
  }

  /// Records which learner jobs belong to, and how many more will follow.
  func plan(_ jobs: [EvaluationJob], of place: Int, following: Int) {
    let ids = jobs.map { ($0.id, $0.inner != nil) }
    let tallies = state.withLock { state in
      if state.tallies[place].total == 0 { state.tallies[place].total = jobs.count + following }
      for (id, isInner) in ids {
        state.learnerOfJob[id] = place
        if isInner { state.innerJobs.insert(id) }
      }
      return state.tallies
    }
    if tallies.allSatisfy({ $0.total > 0 }) { report() }
  }

  /// Counts results reused from an earlier run.
  func take(_ results: [EvaluationResult]) {
    for result in results { count(result, isTaken: true) }
    report()
  }

  /// Shows what runs and waits on other machines.
  func take(_ jobs: JobsElsewhere) {
    state.withLock { $0.elsewhere = jobs }
    report()
  }

  /// Counts a fold that has just ended.
  func finish(_ result: EvaluationResult) {
    count(result, isTaken: false)
    report()
  }

  private func count(_ result: EvaluationResult, isTaken: Bool) {
    let score = score(result)
    state.withLock { state in
      guard let place = state.learnerOfJob[result.jobID] else { return }
      state.tallies[place].done += 1
      if isTaken { state.tallies[place].taken += 1 }
      // Inner folds only choose; the score shown is that of the outer folds.
      guard let score, !state.innerJobs.contains(result.jobID) else { return }
      state.tallies[place].scored += 1
      state.tallies[place].sum += score
    }
  }

  /// The measure in one fold; nil if it is undefined or a result does not fit its rows.
  private func score(_ result: EvaluationResult) -> Double? {
    guard let measure, case .predicted(let prediction) = result.outcome, prediction.rowCount == result.rows.count,
      result.rows.allSatisfy((0..<target.rowCount).contains)
    else { return nil }
    let decided = costs?.decided(prediction) ?? prediction
    let scored = ScoredRows(target: target.selecting(rows: result.rows), prediction: decided)
    return measure.value(ofFold: scored)
  }

  private func report() {
    let (tallies, elsewhere) = state.withLock { ($0.tallies, $0.elsewhere) }
    var progress = progress(tallies)
    if elsewhere != JobsElsewhere() {
      // Folds of all learners end in any order there.
      progress.learner = nil
      progress.done = tallies.reduce(0) { $0 + $1.done }
      progress.taken = tallies.reduce(0) { $0 + $1.taken }
      progress.total = tallies.reduce(0) { $0 + $1.total }
    }
    progress.elsewhere = elsewhere
    show(progress)
  }

  private func progress(_ tallies: [Tally]) -> Progress {
    let isOne = tallies.count == 1
    var progress = Progress(isOne ? "\(verb) \(names[0])" : verb)
    // After the last fold only the summary remains.
    guard let place = tallies.firstIndex(where: { $0.done < $0.total }) else { return progress }
    let tally = tallies[place]
    if !isOne { progress.learner = Progress.Part(names[place], place + 1, of: tallies.count) }
    (progress.done, progress.taken, progress.total) = (tally.done, tally.taken, tally.total)
    if let measure, tally.scored > 0 {
      progress.score = Progress.Score(measure.key, tally.sum / Double(tally.scored))
    }
    return progress
  }
}
