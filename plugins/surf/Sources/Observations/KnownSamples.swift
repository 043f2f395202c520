internal import PodiumCore
internal import PodiumPlugin
internal import SurfModel

/// The samples of a station that the workspace has, by days, with where each value comes from.
struct KnownSamples {
  /// A sample and, for each variable, whether its value was checked and the unit of its last digit.
  struct Entry {
    fileprivate(set) var sample: Sample
    fileprivate var checked: UInt64 = 0
    /// The source of each variable, −1 for none.
    fileprivate var sources: [Int16]

    func isChecked(_ variable: Variable) -> Bool { checked & 1 << UInt64(variable.rawValue) != 0 }
  }

  /// What imports added to a day, in their order.
  struct Day {
    fileprivate struct Source {
      let samples: [Sample]
      let isChecked: Bool
      let resolution: [Double]
    }

    /// The number of the last part.
    fileprivate(set) var part = 0
    fileprivate var sources: [Source] = []

    /// The samples where they are from one source alone, in order of time.
    var only: [Sample]? { sources.count == 1 ? sources[0].samples : nil }

    /// One entry for each time: what is missing is filled, and checked values take the place of others.
    func merged() -> [Moment: Entry] {
      var entries: [Moment: Entry] = [:]
      for (place, source) in sources.enumerated() {
        for sample in source.samples {
          var entry =
            entries.removeValue(forKey: sample.time)
            ?? Entry(sample: Sample(sample.time), sources: [Int16](repeating: -1, count: Variable.allCases.count))
          for variable in Variable.allCases where sample.has(variable) {
            guard !entry.sample.has(variable) || (source.isChecked && !entry.isChecked(variable)) else { continue }
            entry.sample[variable] = sample[variable]
            entry.sources[variable.rawValue] = Int16(clamping: place)
            if source.isChecked { entry.checked |= 1 << UInt64(variable.rawValue) }
          }
          entries[sample.time] = entry
        }
      }
      return entries
    }

    /// The unit of the last digit of a stored value, 0 where it is not known.
    func resolution(_ variable: Variable, of entry: Entry) -> Double {
      let place = Int(entry.sources[variable.rawValue])
      guard sources.indices.contains(place), sources[place].resolution.indices.contains(variable.rawValue) else {
        return 0
      }
      return sources[place].resolution[variable.rawValue]
    }
  }

  private(set) var days: [CalendarDate: Day] = [:]

  init() {}

  /// What the workspace has of a station over some days, with the records of the first version.
  init(
    of station: String, _ series: Series, from: CalendarDate?, through: CalendarDate?, in store: any RecordStore
  ) throws(Diagnostic) {
    if series == .observed {
      let old = try RecordedSamples.all(of: station, from: from, through: through, in: store)
      if !old.isEmpty { add(old, isChecked: false, resolution: []) }
    }
    for chunk in try Chunk.all(of: station, series, from: from, through: through, in: store) {
      var day = days.removeValue(forKey: chunk.day) ?? Day()
      day.sources.append(
        Day.Source(samples: chunk.samples, isChecked: chunk.isChecked, resolution: chunk.resolution))
      day.part = max(day.part, chunk.part)
      days[chunk.day] = day
    }
  }

  /// Adds samples in order of time.
  mutating func add(_ samples: [Sample], isChecked: Bool, resolution: [Double]) {
    for slice in samples.byDay {
      days[slice.day, default: Day()].sources.append(
        Day.Source(samples: Array(slice.samples), isChecked: isChecked, resolution: resolution))
    }
  }

  /// In order of time, one for each.
  var samples: [Sample] {
    days.sorted { $0.key.days < $1.key.days }.flatMap { _, day in
      day.only ?? day.merged().values.map(\.sample).sorted { $0.time < $1.time }
    }
  }
}
