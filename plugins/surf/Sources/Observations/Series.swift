internal import PodiumCore
internal import PodiumPlugin
internal import SurfModel

/// What was measured at a station, or what was calculated for it.
enum Series: String, CaseIterable {
  case observed
  /// Tides as they are predicted.
  case tide
  /// Water levels as they are measured.
  case level
}

/// A packed day of a station, or what one import added to it.
struct Chunk {
  let station: String
  let series: Series
  let day: CalendarDate
  /// Parts of a day count from 1, in the order in which they were imported.
  var part = 1
  /// Whether the values passed the quality control of the source.
  let isChecked: Bool
  /// For each variable the unit of its last digit, 0 where it is not known.
  let resolution: [Double]
  /// In order of time.
  let samples: [Sample]
  /// The values of unknown columns, in words.
  var extra: String?
}

extension Chunk {
  /// The chunks of a station over some days, in order of day and part; a damaged one is an error.
  static func all(
    of station: String, _ series: Series, from: CalendarDate?, through: CalendarDate?, in store: any RecordStore
  ) throws(Diagnostic) -> [Chunk] {
    var conditions: [RecordQuery.Condition] = [
      .equals("station", .text(station)), .equals("series", .text(series.rawValue)),
    ]
    if let from { conditions.append(.isAtLeast("day", .date(from))) }
    if let through { conditions.append(.isAtMost("day", .date(through))) }
    var chunks: [Chunk] = []
    for record in try store.records(
      RecordQuery(ObservationKinds.chunk, where: conditions, order: [("day", false), ("part", false)]))
    {
      guard let chunk = Chunk(record, station, series) else {
        throw Diagnostic(
          "workspace-damaged", "the observations of station '\(station)' on \(record["day"].fileText) cannot be read")
      }
      chunks.append(chunk)
    }
    return chunks
  }

  private init?(_ record: Record, _ station: String, _ series: Series) {
    guard case .date(let day) = record["day"], let part = record.integer("part", in: 1...1_000_000),
      case .bytes(let bytes) = record["packed"], let packed = PackedSeries(bytes)
    else { return nil }
    self.init(
      station: station, series: series, day: day, part: part, isChecked: record["checked"] == .boolean(true),
      resolution: Chunk.resolution(record["resolution"].fileText), samples: Sample.unpacked(packed))
  }

  /// The fields of the record; nil for more samples than a day has.
  var fields: [String: Value]? {
    guard let packed = Sample.packed(samples) else { return nil }
    var fields: [String: Value] = [
      "station": .text(station), "series": .text(series.rawValue), "day": .date(day), "part": .integer(part),
      "rows": .integer(samples.count), "checked": .boolean(isChecked), "packed": .bytes(packed.bytes),
    ]
    let digits = Variable.allCases.filter { resolution[$0.rawValue] > 0 }.map {
      "\($0.rawValue) " + NumberText.shortest(resolution[$0.rawValue])
    }
    if !digits.isEmpty { fields["resolution"] = .text(digits.joined(separator: ";")) }
    if let extra { fields["extra"] = .text(extra) }
    return fields
  }

  private static func resolution(_ text: String) -> [Double] {
    var all = [Double](repeating: 0, count: Variable.allCases.count)
    for pair in text.split(separator: ";") {
      let words = pair.split(separator: " ")
      guard words.count == 2, let place = Int(words[0]), all.indices.contains(place), let digit = Double(words[1])
      else { continue }
      all[place] = digit
    }
    return all
  }
}

/// The records of the first version, one a line.
enum RecordedSamples {
  static func all(
    of code: String, from: CalendarDate?, through: CalendarDate?, in store: any RecordStore
  ) throws(Diagnostic) -> [Sample] {
    var conditions: [RecordQuery.Condition] = [.equals("station", .text(code))]
    if let from { conditions.append(.isAtLeast("time", .datetime(Moment(startOf: from)))) }
    if let through {
      conditions.append(.isBefore("time", .datetime(Moment(microseconds: (through.days + 1) * SessionTimes.day))))
    }
    let rows = try RecordRows(
      RecordQuery(ObservationKinds.observation, where: conditions, order: [("time", false)]),
      ["time"] + Variable.recorded.map(\.column), in: store)
    var samples: [Sample] = []
    for moment in rows.moments("time") {
      guard let moment else { return [] }
      samples.append(Sample(moment))
    }
    for variable in Variable.recorded {
      for (row, number) in rows.numbers(variable.column).enumerated() {
        if let number { samples[row][variable] = number }
      }
    }
    return samples
  }
}

extension Series {
  /// The time of the newest sample of a station, up to a moment; nil where there is none.
  func newest(of station: String, through: Moment?, in store: any RecordStore) throws(Diagnostic) -> Moment? {
    var conditions: [RecordQuery.Condition] = [
      .equals("station", .text(station)), .equals("series", .text(rawValue)),
    ]
    if let through { conditions.append(.isAtMost("day", .date(through.date))) }
    let days = try store.records(
      RecordQuery(ObservationKinds.chunk, where: conditions, order: [("day", true)], limit: 2)
    ).compactMap { if case .date(let day) = $0["day"] { day } else { nil } }
    var newest: Moment?
    if let first = days.last {
      newest = try samples(
        of: station, from: Moment(startOf: first), through: through, in: store
      ).last?.time
    }
    let recorded =
      try self == .observed
      ? RecordedSamples.all(of: station, from: nil, through: through?.date, in: store).last?.time : nil
    return [newest, recorded].compactMap { $0 }.max()
  }

  /// The samples of a station between two times, both included, ordered by time.
  func samples(
    of station: String, from: Moment?, through: Moment?, in store: any RecordStore
  ) throws(Diagnostic) -> [Sample] {
    let known = try KnownSamples(of: station, self, from: from?.date, through: through?.date, in: store)
    return known.samples.filter { sample in
      (from.map { sample.time >= $0 } ?? true) && (through.map { sample.time <= $0 } ?? true)
    }
  }
}
