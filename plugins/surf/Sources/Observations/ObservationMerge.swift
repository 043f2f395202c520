internal import PodiumCore
internal import PodiumPlugin
internal import SurfModel

/// What a file adds to the workspace: new samples, values that were missing or are checked now, and conflicting values.
///
/// A stored value stays: a correction by the instrument is reported, not applied silently. Only values that passed the
/// quality control of the source replace those that did not.
struct ObservationMerge {
  /// A value that differs from the stored one.
  struct Conflict: Equatable {
    let line: Int
    let time: Moment
    let variable: Variable
    let kept: Double
    let given: Double
  }

  /// Samples with what is new in them; ordered by time.
  private(set) var samples: [Sample] = []
  /// The number of samples at new times.
  private(set) var new = 0
  /// The number of samples that fill missing values and conflict with nothing.
  private(set) var filling = 0
  /// The number of samples whose values replace some that were not checked.
  private(set) var replacing = 0
  /// The number of samples with nothing new.
  private(set) var same = 0
  /// The number of samples that conflict with stored ones.
  private(set) var contradicting = 0
  private(set) var conflicts: [Conflict] = []

  private let isChecked: Bool
  private let resolution: [Double]

  /// Compares samples with what is stored; `resolution` is the unit of the last digit of each variable.
  init(_ given: [Sample], with known: KnownSamples, isChecked: Bool = false, resolution: [Double] = []) {
    (self.isChecked, self.resolution) = (isChecked, resolution)
    for (date, given) in Sample.ordered(given).byDay {
      guard let day = known.days[date] else {
        new += given.count
        samples += given
        continue
      }
      // The same file again: what is equal as a whole needs no comparison of single values.
      if let only = day.only, Sample.haveSameReadings(given, as: only) {
        same += given.count
        continue
      }
      let entries = day.merged()
      for sample in given {
        if let entry = entries[sample.time] {
          compare(sample, with: entry, day)
        } else {
          new += 1
          samples.append(sample)
        }
      }
    }
  }

  private mutating func compare(_ sample: Sample, with entry: KnownSamples.Entry, _ day: KnownSamples.Day) {
    var rest = Sample(sample.time, line: sample.line, extras: sample.extras)
    var (fills, replaces, contradicts) = (false, false, false)
    for variable in Variable.allCases where sample.has(variable) {
      let (kept, value) = (entry.sample[variable], sample[variable])
      if kept.isNaN {
        fills = true
        rest[variable] = value
      } else if kept == value {
        continue
      } else if isChecked, !entry.isChecked(variable) {
        replaces = true
        rest[variable] = value
      } else if entry.isChecked(variable), !isChecked {
        continue
      } else if !isWithinDigit(variable, kept, value, day.resolution(variable, of: entry)) {
        contradicts = true
        conflicts.append(
          Conflict(line: sample.line, time: sample.time, variable: variable, kept: kept, given: value))
      }
    }
    if fills || replaces { samples.append(rest) }
    if contradicts {
      contradicting += 1
    } else if replaces {
      replacing += 1
    } else if fills {
      filling += 1
    } else {
      same += 1
    }
  }

  /// Whether two values differ by less than the last digit of the coarser file.
  private func isWithinDigit(_ variable: Variable, _ kept: Double, _ given: Double, _ digit: Double) -> Bool {
    let own = resolution.indices.contains(variable.rawValue) ? resolution[variable.rawValue] : 0
    let apart = variable.isDirection ? Direction.difference(kept, given).magnitude : (kept - given).magnitude
    return apart < max(own, digit) * (1 - 1e-9)
  }

  /// One sentence for each of the first conflicts.
  var sentences: [String] {
    conflicts.firstFive {
      ($0.line > 0 ? "line \($0.line): " : "")
        + "\($0.variable.column) at \($0.time) is \(NumberText.shortest($0.given)), but the workspace has \(NumberText.shortest($0.kept)), which was kept"
    } rest: {
      $0.counted("more value conflicts", plural: "more values conflict") + " with the workspace"
    }
  }

  /// Writes what is new as parts of days; `extras` names the unknown columns.
  func write(
    _ station: String, _ series: Series, _ known: KnownSamples, extras: [String] = [],
    to store: any RecordStore, cancellation: Cancellation
  ) throws(Diagnostic) {
    guard !samples.isEmpty else { return }
    try ObservationKinds.add(station, to: store, cancellation: cancellation)
    var rows: [[String: Value]] = []
    var start = 0
    while start < samples.count {
      try cancellation.check()
      let day = samples[start].time.date
      var end = start + 1
      while end < samples.count, end - start < PackedSeries.mostRows, samples[end].time.date == day { end += 1 }
      let part = (known.days[day]?.part ?? 0) + 1 + rows.reversed().prefix { $0["day"] == .date(day) }.count
      let slice = Array(samples[start..<end])
      let chunk = Chunk(
        station: station, series: series, day: day, part: part, isChecked: isChecked,
        resolution: resolution.isEmpty ? [Double](repeating: 0, count: Variable.allCases.count) : resolution,
        samples: slice, extra: ObservationMerge.words(slice, extras))
      if let fields = chunk.fields { rows.append(fields) }
      start = end
    }
    try store.insert(all: rows, into: ObservationKinds.chunk, cancellation: cancellation)
  }

  /// Unknown columns in words, such as `2022-06-05T10:00:00Z snow 7`; nil where there are none.
  private static func words(_ samples: [Sample], _ names: [String]) -> String? {
    guard !names.isEmpty else { return nil }
    let lines = samples.compactMap { sample -> String? in
      let words = zip(names, sample.extras).filter { !$0.1.isNaN }.map { $0 + " " + NumberText.shortest($1) }
      return words.isEmpty ? nil : "\(sample.time) " + words.joined(separator: "; ")
    }
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }
}
