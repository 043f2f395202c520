internal import PodiumCore

/// What a file adds to the workspace: new samples, values that were missing, and conflicting values.
///
/// A stored value stays: a correction by the instrument is reported, not applied silently.
struct ObservationMerge {
  /// A value that differs from the stored one.
  struct Conflict: Equatable {
    let line: Int
    let time: Moment
    let variable: Variable
    let kept: Double
    let given: Double
  }

  /// Samples with anything new, without conflicting values; ordered by time.
  private(set) var samples: [Sample] = []
  /// The number of samples at new times.
  private(set) var new = 0
  /// The number of samples that fill missing values and conflict with nothing.
  private(set) var filling = 0
  /// The number of samples with nothing new.
  private(set) var same = 0
  /// The number of samples that conflict with stored ones.
  private(set) var contradicting = 0
  private(set) var conflicts: [Conflict] = []

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

  /// One sentence for each of the first conflicts.
  var sentences: [String] {
    var list = conflicts.prefix(5).map {
      "line \($0.line): \($0.variable.column) at \($0.time) is \(NumberText.shortest($0.given)), but "
        + "the workspace has \(NumberText.shortest($0.kept)), which was kept"
    }
    if conflicts.count > 5 {
      list.append(
        "\((conflicts.count - 5).counted("more value conflicts", plural: "more values conflict")) with the workspace")
    }
    return list
  }
}
