internal import PodiumCore

/// Classes of which a fold has so few rows that its model cannot know them.
struct ScarceClasses {
  let method: any Resampling
  let settings: ResamplingSettings
  let task: LearningTask

  /// With more folds each leaves out few rows, so that training rows are as rare as rows are.
  private static let mostFolds = 200

  /// A sentence each: a class with fewer rows than there are folds, else the class with the fewest training rows where a
  /// fold trains on one of them or none.
  func sentences(of all: [RepeatFolds]) -> [String] {
    guard let classes = task.classes else { return [] }
    if let sentence = fewerThanFolds(classes) { return [sentence] }
    guard let folds = all.first, folds.count <= ScarceClasses.mostFolds else { return [] }
    let present = classes.counts.indices.filter { classes.counts[$0] > 0 }
    var short = [Int](repeating: 0, count: classes.classes.count)
    for fold in 0..<folds.count {
      var counts = [Int](repeating: 0, count: classes.classes.count)
      for row in folds.trainingRows(fold) { counts[classes.codes[row]] += 1 }
      for place in present where counts[place] <= 1 { short[place] += 1 }
    }
    guard let worst = present.max(by: { short[$0] < short[$1] }), short[worst] > 0 else { return [] }
    return [
      "class '\(classes.classes[worst])' has at most 1 training row in \(short[worst]) of \(folds.count.counted("fold"))"
    ]
  }

  private func fewerThanFolds(_ classes: ClassTarget) -> String? {
    guard method.needsClasses, let k = try? settings.integer("k") else { return nil }
    let counts = classes.counts
    guard let smallest = counts.filter({ $0 > 0 }).min(), smallest < k, let place = counts.firstIndex(of: smallest)
    else { return nil }
    return "class '\(classes.classes[place])' has only \(smallest.counted("row")) for \(k) folds"
  }
}
