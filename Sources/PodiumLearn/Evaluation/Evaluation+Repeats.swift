extension Evaluation {
  /// The results of one repeat; counts of rows are meaningful only within a repeat.
  ///
  /// Measures over folds and failures are left as they are, those of all repeats.
  public func only(repeat number: Int) -> Evaluation {
    only(repeatOfRow.indices.filter { repeatOfRow[$0] == number })
  }

  /// What each fold gave, repeat after repeat, as `folds`; a fold that failed or tested nothing has no rows.
  public var eachFold: [Evaluation] {
    var places = [[Int]](repeating: [], count: folds.count)
    for place in rows.indices {
      let fold = repeatOfRow[place] * foldCount + foldOfRow[place]
      if places.indices.contains(fold) { places[fold].append(place) }
    }
    return places.map { only($0) }
  }

  /// The same with further measures of each fold, given as `folds`; those of other seeds stay as they are.
  public func adding(_ more: [[String: Double]]) -> Evaluation {
    precondition(more.count == folds.count, "\(more.count) folds added to \(folds.count)")
    return only(Array(rows.indices), folds: zip(folds, more).map { $0.merging($1) { own, _ in own } })
  }

  private func only(_ kept: [Int], folds other: [[String: Double]]? = nil) -> Evaluation {
    if kept.count == rows.count, other == nil { return self }
    func pick<Element>(_ list: [Element]) -> [Element] { kept.map { list[$0] } }
    func pick(_ answers: Answers) -> Answers {
      switch answers {
      case .classes(let codes): .classes(pick(codes))
      case .numbers(let values): .numbers(pick(values))
      }
    }
    let (truth, predicted) = (pick(truth), pick(predicted))
    var confusion: ConfusionMatrix?
    if case .classes(let actual) = truth, case .classes(let guessed) = predicted, let classes {
      confusion = ConfusionMatrix(classes: classes, truth: actual, predicted: guessed)
    }
    return Evaluation(
      learner: learner, resampling: resampling, foldSentence: foldSentence,
      foldCount: foldCount, fitScope: fitScope, target: target,
      classes: classes, isOrdered: isOrdered, rows: pick(rows), repeatOfRow: pick(repeatOfRow),
      foldOfRow: pick(foldOfRow), truth: truth, predicted: predicted, probabilities: probabilities.map { pick($0) },
      folds: other ?? folds, measures: measures, confusion: confusion, seed: seed, seconds: seconds, notes: notes,
      failures: failures, seeds: seeds, drawsFolds: drawsFolds, chosen: chosen, innerScores: innerScores,
      costs: costs, shortlists: shortlists?.selecting(kept))
  }
}
