internal import PodiumCore

/// The inner folds of one fold, and the jobs that score every setting on them.
struct InnerRound {
  let place: FoldPlace
  /// The jobs of each setting; or why the training rows cannot be split.
  let jobs: Result<[[EvaluationJob]], Diagnostic>
  let splits: [String: RepeatFolds]
}

extension EvaluationPlan {
  /// The inner folds of every fold of a learner that leaves a choice; none where it leaves none.
  ///
  /// They are splits of the fold's training rows, of the kind of the folds themselves unless others were asked for, so
  /// groups and time are respected inside as outside. All seeds share them.
  func rounds(for learner: LearnerChoice) -> [InnerRound] {
    guard let inner = learner.inner else { return [] }
    var known: [FoldPlace: Result<[RepeatFolds], Diagnostic>] = [:]
    return places(of: learner).map { place in
      let shared = FoldPlace(seed: seed, repeatIndex: place.repeatIndex, fold: place.fold)
      let folds = known[shared] ?? innerFolds(inner, at: shared)
      known[shared] = folds
      return round(of: learner, at: place, folds)
    }
  }

  private func round(
    of learner: LearnerChoice, at place: FoldPlace, _ folds: Result<[RepeatFolds], Diagnostic>
  ) -> InnerRound {
    switch folds {
    case .failure(let error): return InnerRound(place: place, jobs: .failure(error), splits: [:])
    case .success(let folds):
      let (hashes, usable) = (folds.map(\.hash), folds.map(\.usable))
      let jobs = learner.candidates.enumerated().map { candidate, setting in
        folds.indices.flatMap { number in
          usable[number].map { fold in
            job(
              learner, setting, at: place, splits: hashes[number], split: fold,
              inner: InnerPlace(candidate: candidate, fold: number * folds[number].count + fold))
          }
        }
      }
      return InnerRound(
        place: place, jobs: .success(jobs),
        splits: Dictionary(zip(hashes, folds), uniquingKeysWith: { first, _ in first }))
    }
  }

  /// The training rows of a fold, split again; in rows of the task.
  private func innerFolds(_ inner: InnerFolds, at place: FoldPlace) -> Result<[RepeatFolds], Diagnostic> {
    // A bootstrap trains on rows more than once: copies of a row must not be split.
    let rows = Array(Set(allocation.trainingRows(repeat: place.repeatIndex, fold: place.fold))).sorted()
    let part = task.selecting(rows: rows)
    let seed = seed.derived("inner folds", place.repeatIndex, place.fold)
    do throws(Diagnostic) {
      let folds = try resamplings.inner(inner, of: resampling, part, seed: seed)
      return .success(folds.map { $0.placed(in: rows, of: task.rowCount) })
    } catch {
      return .failure(
        Diagnostic(error.code, "the training rows cannot be split into inner folds: " + error.message))
    }
  }

  /// The setting that predicts best on the inner folds; ties go to the earlier one.
  ///
  /// A setting that fails in a fold, or whose measure is undefined in all, is dropped. Throws the first failure if none is
  /// left.
  func best(
    of learner: LearnerChoice, _ results: [[EvaluationResult]], measures: [Measure]
  ) throws(Diagnostic) -> (setting: LearnerSpec, scores: [Double?]) {
    let measure = learner.inner?.measure.flatMap { key in measures.first { $0.key == key } }
    var best: (setting: LearnerSpec, score: Double)?
    var failure: Diagnostic?
    var means: [Double?] = []
    for (setting, results) in zip(learner.candidates, results) {
      var scores: [Double] = []
      var own: Diagnostic?
      for result in results {
        switch result.outcome {
        case .failed(let error): own = own ?? error
        case .predicted(let found):
          let prediction = decided(found)
          let truth = task.target.selecting(rows: result.rows)
          guard let measure else {
            scores.append(EvaluationPlan.score(prediction, truth))
            continue
          }
          let scored = ScoredRows(target: truth, prediction: prediction)
          guard let value = measure.value(ofFold: scored) else { continue }
          scores.append(measure.higherIsBetter ? value : -value)
        }
      }
      let mean = own == nil ? scores.mean : nil
      means.append(mean)
      if let own {
        failure = failure ?? own
      } else if let mean, best.map({ mean > $0.score }) ?? true {
        best = (setting, mean)
      }
    }
    if let best { return (best.setting, means) }
    let key = learner.inner?.measure
    throw failure
      ?? Diagnostic(
        "no-choice",
        key.map { "\($0) is undefined in all inner folds, so no setting could be chosen" }
          ?? "no setting could be evaluated")
  }

  /// Accuracy, or the negative mean squared error.
  private static func score(_ prediction: Prediction, _ target: Target) -> Double {
    switch (prediction, target) {
    case (.classes(let codes, _), .classes(let truth)):
      Double(zip(codes, truth.codes).count { $0 == $1 }) / Double(max(1, codes.count))
    case (.numbers(let values), .numbers(let truth)):
      -zip(values, truth).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) } / Double(max(1, values.count))
    default: -.infinity
    }
  }

  /// The leaks of inner folds of another kind; those of the outer kind are reported with the folds.
  var innerWarnings: [Note] {
    var warnings: [Note] = []
    for inner in Set(learners.compactMap { $0.inner?.resampling }) where inner.key != resampling.key {
      guard let folds = try? resamplings.allocate(inner, task, seed: seed) else { continue }
      for warning in folds.warnings where !allocation.warnings.contains(warning) {
        warnings.append(warning.about("inner folds"))
      }
    }
    return warnings
  }
}

extension ResamplingCatalogue {
  /// The splits of training rows by which a setting is chosen: as many folds as asked for, fewer where the rows allow no
  /// more; throws where not even two can be made.
  func inner(
    _ inner: InnerFolds, of outer: ResamplingSpec, _ task: LearningTask, seed: Seed
  ) throws(Diagnostic) -> [RepeatFolds] {
    var spec = inner.resampling ?? outer
    let method = try require(spec.key)
    spec.repeats = method.chance == .always ? inner.count : 1
    guard method.usesK else { return try split(spec, task, seed: seed) }
    // The inner folds are counted, whatever makes the outer ones.
    for case .optional(let definition, "k"?) in method.keys { spec.settings[definition.name] = nil }
    var first: Diagnostic?
    for k in stride(from: inner.count, through: 2, by: -1) {
      spec.settings["k"] = String(k)
      do throws(Diagnostic) {
        return try split(spec, task, seed: seed)
      } catch {
        guard error.code == "too-many-folds" || error.code == "too-few-groups" else { throw error }
        first = error
      }
    }
    throw first ?? Diagnostic("too-many-folds", "at least 2 inner folds are needed")
  }
}
