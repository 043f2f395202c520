public import PodiumCore

/// The outcome of a learner; a failure does not affect the others.
public typealias EvaluationEntry = (learner: LearnerChoice, outcome: Result<Evaluation, Diagnostic>)

extension EvaluationPlan {
  /// Does everything: the inner folds of learners that leave a choice, then the folds themselves.
  ///
  /// `planned` is called with the place of a learner, jobs of it before they begin, and how many more will follow them.
  /// Throws only what the executor throws: `interrupted`, and what the machine lacks.
  public func run(
    _ tools: LearningTools, finished: (@Sendable (EvaluationResult) -> Void)? = nil,
    elsewhere: (@Sendable (JobsElsewhere) -> Void)? = nil,
    planned: (Int, [EvaluationJob], Int) -> Void = { _, _, _ in }
  ) throws(Diagnostic) -> [EvaluationEntry] {
    let rounds = try tools.cancellation.detached { learners.map { self.rounds(for: $0) } }
    var splits = splits
    var first: [(place: Int, jobs: [EvaluationJob])] = []
    for (place, learner) in learners.enumerated() {
      for round in rounds[place] { splits.merge(round.splits) { own, _ in own } }
      let inner = rounds[place].flatMap { round -> [EvaluationJob] in
        if case .success(let lists) = round.jobs { lists.flatMap { $0 } } else { [] }
      }
      first.append((place, learner.inner == nil ? jobs(for: learner) : inner))
    }
    var context = EvaluationContext(
      task: task, splits: splits, learners: tools.learners, transformers: tools.transformers, clock: tools.clock,
      cancellation: tools.cancellation)
    (context.finished, context.elsewhere) = (finished, elsewhere)
    for part in first { planned(part.place, part.jobs, rounds[part.place].count) }
    var results = try run(first, on: tools.executor, in: context)
    var second: [(place: Int, jobs: [EvaluationJob])] = []
    var decided: [Int: [Decision]] = [:]
    let measures = tools.measures
    for (place, learner) in learners.enumerated() where learner.inner != nil {
      let found = results.removeValue(forKey: place) ?? []
      let decisions = try tools.cancellation.detached {
        decide(learner, rounds[place], found, measures: measures)
      }
      decided[place] = decisions
      second.append((place, decisions.compactMap(\.job)))
    }
    if !second.isEmpty {
      for part in second { planned(part.place, part.jobs, 0) }
      results.merge(try run(second, on: tools.executor, in: context)) { own, _ in own }
    }
    let (all, choices) = (results, decided)
    return try tools.cancellation.detached {
      learners.enumerated().map { place, learner in
        entry(learner, all[place] ?? [], choices[place], measures: measures)
      }
    }
  }

  /// Does the jobs of several learners at once, and hands the results back to each.
  private func run(
    _ parts: [(place: Int, jobs: [EvaluationJob])], on executor: any Executor, in context: EvaluationContext
  ) throws(Diagnostic) -> [Int: [EvaluationResult]] {
    let all = try executor.run(parts.flatMap { $0.jobs }, in: context)
    var results: [Int: [EvaluationResult]] = [:]
    var next = 0
    for part in parts {
      results[part.place] = Array(all[next..<(next + part.jobs.count)])
      next += part.jobs.count
    }
    return results
  }

  /// The setting that was chosen for a fold, with its job; or why none could be.
  struct Decision {
    let place: FoldPlace
    let outcome: Result<LearnerSpec, Diagnostic>
    let job: EvaluationJob?
    /// How long the inner folds took.
    let seconds: Double
    /// The settings that failed in an inner fold.
    let failed: [LearnerSpec]
    /// The mean over the inner folds of each setting, larger being better; nil where it is undefined.
    var scores: [Double?] = []
    /// How unusual the actual classes of the inner test rows looked; nil where no shortlists are wanted or possible.
    var calibration: ConformalCalibration?
  }

  func decided(_ prediction: Prediction) -> Prediction { costs?.decided(prediction) ?? prediction }

  /// The measures of an evaluation: with costs also theirs.
  func measured(_ measures: [Measure]) -> [Measure] { measures + (costs.map { [$0.measure] } ?? []) }

  private func decide(
    _ learner: LearnerChoice, _ rounds: [InnerRound], _ results: [EvaluationResult], measures: [Measure]
  ) -> [Decision] {
    var next = 0
    return rounds.map { round in
      let jobs: [[EvaluationJob]]
      do throws(Diagnostic) { jobs = try round.jobs.get() } catch {
        // One setting needs no choice; it only lacks shortlists.
        if !learner.isChoice { return onlySetting(of: learner, round.place, seconds: 0, failed: []) }
        return Decision(place: round.place, outcome: .failure(error), job: nil, seconds: 0, failed: [])
      }
      let own = jobs.map { list in
        defer { next += list.count }
        return Array(results[next..<(next + list.count)])
      }
      let seconds = own.reduce(0) { $0 + $1.reduce(0) { $0 + $1.seconds } }
      let failed = zip(learner.candidates, own).filter { $0.1.contains(where: \.isFailure) }.map(\.0)
      do throws(Diagnostic) {
        let best = try best(of: learner, own, measures: measured(measures))
        let place = learner.candidates.firstIndex(of: best.setting) ?? 0
        return Decision(
          place: round.place, outcome: .success(best.setting), job: job(learner, best.setting, at: round.place),
          seconds: seconds, failed: failed, scores: learner.isChoice ? best.scores : [],
          calibration: shortlist == nil ? nil : calibration(own[place]))
      } catch {
        if !learner.isChoice { return onlySetting(of: learner, round.place, seconds: seconds, failed: failed) }
        return Decision(place: round.place, outcome: .failure(error), job: nil, seconds: seconds, failed: failed)
      }
    }
  }

  private func onlySetting(
    of learner: LearnerChoice, _ place: FoldPlace, seconds: Double, failed: [LearnerSpec]
  ) -> Decision {
    let setting = learner.candidates[0]
    return Decision(
      place: place, outcome: .success(setting), job: job(learner, setting, at: place), seconds: seconds, failed: failed)
  }

  /// The scores of the test rows of inner folds; nil where one failed or gave no probabilities.
  private func calibration(_ results: [EvaluationResult]) -> ConformalCalibration? {
    var parts: [(prediction: Prediction, target: Target)] = []
    for result in results {
      guard case .predicted(let prediction) = result.outcome else { return nil }
      parts.append((prediction, task.target.selecting(rows: result.rows)))
    }
    return ConformalCalibration(parts)
  }

  private func entry(
    _ learner: LearnerChoice, _ results: [EvaluationResult], _ decisions: [Decision]?, measures: [Measure]
  ) -> EvaluationEntry {
    do throws(Diagnostic) {
      guard let decisions else {
        return (learner, .success(try Evaluation.collect(results, of: learner, in: self, measures: measures)))
      }
      var next = 0
      let all = decisions.map { decision in
        switch decision.outcome {
        case .failure(let error):
          return EvaluationResult(
            jobID: "", repeatIndex: decision.place.repeatIndex, fold: decision.place.fold,
            rows: allocation.testRows(repeat: decision.place.repeatIndex, fold: decision.place.fold),
            outcome: .failed(error), seconds: decision.seconds)
        case .success:
          defer { next += 1 }
          return results[next].adding(seconds: decision.seconds)
        }
      }
      let evaluation = try Evaluation.collect(all, of: learner, in: self, measures: measures, decisions: decisions)
      return (learner, .success(evaluation))
    } catch {
      return (learner, .failure(error))
    }
  }

  /// Notes on which setting was chosen how often with the first seed, and which settings failed in inner folds.
  func choiceNotes(_ decisions: [Decision], of learner: LearnerChoice) -> [String] {
    guard learner.isChoice else { return [] }
    let own = decisions.filter { $0.place.seed == seed }
    var counts: [(setting: String, count: Int)] = []
    for case .success(let setting) in own.map(\.outcome) {
      if let known = counts.firstIndex(where: { $0.setting == setting.description }) {
        counts[known].count += 1
      } else {
        counts.append((setting.description, 1))
      }
    }
    var notes: [String] = []
    if !counts.isEmpty {
      let order = counts.enumerated().sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }
      notes.append(
        "settings chosen in the inner folds of \(own.count.counted("outer fold")): "
          + order.map { "\($0.element.setting) in \($0.element.count)" }.joined(separator: ", "))
    }
    var failed: [LearnerSpec] = []
    for setting in decisions.flatMap(\.failed) where !failed.contains(setting) { failed.append(setting) }
    for setting in failed {
      let count = decisions.count { $0.failed.contains(setting) }
      notes.append(
        "\(setting.description) failed in the inner folds of \(count) of \(decisions.count.counted("outer fold")) and was not "
          + "chosen there")
    }
    return notes
  }
}

extension EvaluationResult {
  var isFailure: Bool { if case .failed = outcome { true } else { false } }

  func adding(seconds more: Double) -> EvaluationResult {
    EvaluationResult(
      jobID: jobID, repeatIndex: repeatIndex, fold: fold, rows: rows, outcome: outcome, seconds: seconds + more)
  }
}
