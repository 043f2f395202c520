internal import PodiumCore
internal import PodiumLearn
internal import PodiumShell
internal import Synchronization

/// Counts the folds of an evaluation as they end, and tells which learner is at work and how good it is so far.
///
/// A class: folds end on any thread. With several threads the folds of the next learner may end before the last ones of
/// this one; the learner spoken of is the first that is not done.
final class FoldWatch: Sendable {
  private let verb: String
  private let names: [String]
  private let target: Target
  private let measure: Measure?
  private let learnerOfJob: [String: Int]
  private let tell: @Sendable (Progress) -> Void
  private let tallies: Mutex<[Tally]>

  /// What one learner's folds came to.
  private struct Tally: Sendable {
    var total: Int
    var done = 0
    var taken = 0
    var scored = 0
    var sum = 0.0
  }

  /// Watches the jobs of some learners, in order; `measure` is the one that is told.
  init(
    _ verb: String, _ specs: [LearnerSpec], _ jobs: [[EvaluationJob]], of target: Target, measure: Measure?,
    tell: @escaping @Sendable (Progress) -> Void
  ) {
    self.verb = verb
    names = specs.map(\.description)
    self.target = target
    self.measure = measure
    self.tell = tell
    var places: [String: Int] = [:]
    for (place, own) in jobs.enumerated() {
      for job in own { places[job.id] = place }
    }
    learnerOfJob = places
    tallies = Mutex(jobs.map { Tally(total: $0.count) })
    tell(progress(tallies.withLock { $0 }))
  }

  /// Counts results that were kept from an earlier run.
  func take(_ results: [EvaluationResult]) {
    for result in results { count(result, isTaken: true) }
    tell(progress(tallies.withLock { $0 }))
  }

  /// Counts a fold that has just ended.
  func finish(_ result: EvaluationResult) {
    count(result, isTaken: false)
    tell(progress(tallies.withLock { $0 }))
  }

  private func count(_ result: EvaluationResult, isTaken: Bool) {
    guard let place = learnerOfJob[result.jobID] else { return }
    let score = score(result)
    tallies.withLock { tallies in
      tallies[place].done += 1
      if isTaken { tallies[place].taken += 1 }
      guard let score else { return }
      tallies[place].scored += 1
      tallies[place].sum += score
    }
  }

  /// The measure in one fold; nil where it is undefined, and where a result does not fit its rows.
  private func score(_ result: EvaluationResult) -> Double? {
    guard let measure, case .predicted(let prediction) = result.outcome, prediction.rowCount == result.rows.count,
      result.rows.allSatisfy((0..<target.rowCount).contains)
    else { return nil }
    let scored = ScoredRows(target: target.selecting(rows: result.rows), prediction: prediction)
    guard measure.applies(to: scored) else { return nil }
    return measure.compute(scored).flatMap { $0.isFinite ? $0 : nil }
  }

  private func progress(_ tallies: [Tally]) -> Progress {
    let isOne = tallies.count == 1
    var progress = Progress(isOne ? "\(verb) \(names[0])" : verb)
    // Behind the last fold there is only the summing up.
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
