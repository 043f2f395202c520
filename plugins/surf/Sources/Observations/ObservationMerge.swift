internal import PodiumCore

/// What a file adds to what is kept: new samples, gaps it fills, and values that contradict.
///
/// A value that is kept stays: an instrument's correction is told, not taken silently.
struct ObservationMerge {
  /// A value that says something else than the one that is kept.
  struct Conflict: Equatable {
    let line: Int
    let time: Moment
    let variable: Variable
    let kept: Double
    let given: Double
  }

  /// The samples that hold anything new, contradicting values taken out; in order of time.
  private(set) var samples: [Sample] = []
  /// Samples of moments that were not known.
  private(set) var new = 0
  /// Samples that fill gaps of known ones and contradict nothing.
  private(set) var filling = 0
  /// Samples that say nothing new.
  private(set) var same = 0
  /// Samples that contradict known ones.
  private(set) var contradicting = 0
  /// Each value that does.
  private(set) var conflicts: [Conflict] = []

  /// Compares samples with those that are kept.
  init(_ given: [Sample], with kept: [Sample]) {
    let known = Dictionary(kept.map { ($0.time, $0) }, uniquingKeysWith: { first, _ in first })
    for sample in given.sorted(by: { ($0.time, $0.line) < ($1.time, $1.line) }) {
      guard let old = known[sample.time] else {
        new += 1
        samples.append(sample)
        continue
      }
      var rest = sample
      var fills = false
      var contradicts = false
      for variable in Variable.allCases where sample.has(variable) {
        if !old.has(variable) {
          fills = true
        } else if old[variable] != sample[variable] {
          contradicts = true
          conflicts.append(
            Conflict(
              line: sample.line, time: sample.time, variable: variable, kept: old[variable], given: sample[variable]))
          rest[variable] = .nan
        }
      }
      if fills { samples.append(rest) }
      if contradicts { contradicting += 1 } else if fills { filling += 1 } else { same += 1 }
    }
  }

  /// What the values that contradict say, the first few.
  var sentences: [String] {
    var list = conflicts.prefix(5).map {
      "line \($0.line): \($0.variable.column) at \($0.time) is \(NumberText.shortest($0.given)) here and "
        + "\(NumberText.shortest($0.kept)) in the workspace, which stays"
    }
    if conflicts.count > 5 { list.append("\(conflicts.count - 5) more values contradict the workspace") }
    return list
  }
}
