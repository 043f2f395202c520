public import PodiumCore

/// Reads marine and weather forecasts of Open-Meteo: one place or a list of them, each with one or several models.
///
/// Each model of each place is a run of its own, named by the end of its variables' names (`wave_height_ewam`), or
/// `best_match` without one. Units are those of `hourly_units`. Times are UTC: the written time less the one offset of the
/// answer, which is not the wall time after a change of the clocks. An answer does not contain the issue time.
public struct OpenMeteoFile: Sendable {
  /// In the order of the file.
  public private(set) var runs: [ForecastRun] = []
  public private(set) var report = ReadingReport()
  /// The answer was not given before this moment: the latest time of its current conditions; nil without them.
  public private(set) var earliestRetrieval: Moment?

  static let wanted = "JSON from Open-Meteo"
  private let name: String
  private var tally = SeaTally()

  /// Reads the bytes of a file; `name` is for messages.
  ///
  /// Throws `other-format` for files of other products and for error messages, `unknown-unit`, `unequal-columns`,
  /// `no-values` where no model has data, `no-rows`, `damaged-file` and `malformed-json`.
  public init(_ bytes: [UInt8], name: String) throws(Diagnostic) {
    self.name = name
    let value = try SurfJSON.value(
      bytes, name: name, of: [.openMeteo, .openMeteoError], wanted: OpenMeteoFile.wanted)
    if value["error"]?.bool == true || value["error"] != nil && value["reason"] != nil {
      let reason = value["reason"]?.words.map { ": " + Abridged.quoted($0) } ?? ""
      throw Diagnostic(
        "other-format", "'\(name)' is an error message from Open-Meteo\(reason)",
        help: "correct the request and download it again")
    }
    let places = value.array ?? [value]
    guard !places.isEmpty else { throw Diagnostic("no-rows", "'\(name)' has no places", help: "download it again") }
    for (number, place) in places.enumerated() {
      try read(place, label: places.count > 1 ? "place \(number + 1), " : "")
    }
    for sentence in tally.sentences("hour") { report.remark(sentence) }
    guard !runs.isEmpty else {
      throw Diagnostic(
        "no-values", "no model in '\(name)' has data\(report.why)",
        help: "request another model, or a place further out at sea")
    }
  }

  /// A list of values for one variable of one model.
  private struct Column {
    let name: String
    let variable: SeaVariable
    var values: [Double]
  }

  private mutating func read(_ place: JSONValue, label: String) throws(Diagnostic) {
    guard place.members != nil else { throw SurfFileKind.unknown(name, wanted: OpenMeteoFile.wanted) }
    let block = ["hourly", "minutely_15"].first { block in
      place[block]?.members?.contains { OpenMeteoNames.split($0.0) != nil } == true
    }
    guard let block, let members = place[block]?.members else {
      guard ["hourly", "minutely_15", "latitude"].contains(where: { place[$0] != nil }) else {
        throw SurfFileKind.unknown(name, wanted: OpenMeteoFile.wanted)
      }
      throw Diagnostic(
        "no-values", "'\(name)' has no hourly values of sea or weather",
        help: "request them, as in hourly=wave_height,wave_direction,wave_period")
    }
    let units = place[block + "_units"]?.dictionary ?? [:]
    let times = try times(members.last { $0.0 == "time" }?.1, unit: units["time"], of: place, label: label)
    for (key, value) in members where value.array.map({ $0.count != times.count }) ?? true {
      guard let list = value.array else {
        throw Diagnostic("damaged-file", "'\(name)' has \(value.kindName) for \(Abridged.quoted(key)), not a list")
      }
      throw Diagnostic(
        "unequal-columns",
        "'\(name)' has \(times.count.counted("time")) but \(list.count.counted("value")) of \(Abridged.quoted(key))",
        help: "download it again")
    }
    var order: [String] = []
    var models: [String: [Column]] = [:]
    var seen: [String: JSONValue] = [:]
    for (key, value) in members where key != "time" {
      if let earlier = seen.updateValue(value, forKey: key) {
        if earlier == value { continue }
        throw Diagnostic("repeated-column", "'\(name)' has \(Abridged.quoted(key)) twice with different values")
      }
      guard let (variable, model) = OpenMeteoNames.split(key) else {
        report.remark("skipped the variable \(Abridged.quoted(key))")
        continue
      }
      if models[model] == nil { order.append(model) }
      let values = try values(
        value.array ?? [], key, variable, unit: units[key], times, label: "\(label)\(Abridged.text(model)), ")
      models[model, default: []].append(Column(name: key, variable: variable, values: values))
    }
    let coordinate = Coordinate(place["latitude"], place["longitude"])
    if coordinate == nil { report.remark("\(label)the file does not contain a valid latitude and longitude") }
    if let coordinate, coordinate.latitude == 0, coordinate.longitude == 0 {
      report.remark("\(label)the place is 0,0, which is often a missing value")
    }
    if let now = moment(place["current"]?["time"], of: place) { earliestRetrieval = max(earliestRetrieval ?? now, now) }
    for model in order {
      add(models[model] ?? [], of: model, times, ForecastRun(model: model, place: coordinate), label: label)
    }
  }

  /// Adds the run of a model, without columns that hold no data.
  private mutating func add(
    _ columns: [Column], of model: String, _ times: [Moment?], _ run: ForecastRun, label: String
  ) {
    var columns = columns
    var wereZero = false
    for column in columns where column.values.allSatisfy(\.isNaN) {
      report.remark("\(label)\(column.name) has no values")
    }
    columns.removeAll { $0.values.allSatisfy(\.isNaN) }
    for field in SeaCheck.Field.all {
      let parts = columns.filter { ([field.height, field.direction] + field.periods).contains($0.variable) }
      // Where a model has no data for a cell, it writes 0 for all hours.
      guard parts.count > 1, parts.contains(where: { $0.variable == field.height }),
        parts.allSatisfy({ $0.values.allSatisfy { $0.isNaN || $0 == 0 } })
      else { continue }
      report.remark(
        "\(label)\(parts.map(\.name).joined(separator: ", ")) are 0 in all hours, which means no data, not a flat sea")
      columns.removeAll { column in parts.contains { $0.name == column.name } }
      wereZero = true
    }
    guard !columns.isEmpty else {
      report.refuse(
        "\(label)model \(Abridged.text(model))",
        "it has no data for this place" + (wereZero ? ": all its values are 0, which is not a flat sea" : ""))
      return
    }
    var rows = HourRows()
    for case (let row, let time?) in times.enumerated() {
      var values: [SeaVariable: Double] = [:]
      for column in columns { values[column.variable] = column.values[row] }
      rows.add(time, at: "\(label)\(Abridged.text(model)), hour \(time)", values)
    }
    let filled = rows.filled(run, report: &report, tally: &tally)
    if filled.times.isEmpty {
      report.refuse("\(label)model \(Abridged.text(model))", "it has no valid values")
    } else {
      runs.append(filled)
    }
  }

  private mutating func values(
    _ items: [JSONValue], _ key: String, _ variable: SeaVariable, unit: JSONValue?, _ times: [Moment?], label: String
  ) throws(Diagnostic) -> [Double] {
    guard items.contains(where: { !$0.isNull }) else { return items.map { _ in .nan } }
    var read: SurfUnit?
    if let quantity = variable.quantity {
      let text = unit?.string
      guard let text, let found = SurfUnit(text), found.quantity == quantity else {
        throw Diagnostic(
          "unknown-unit",
          "'\(name)' gives \(Abridged.quoted(key)) "
            + (text.map { "in the unknown unit \(Abridged.quoted($0))" } ?? "without a unit"),
          help: "request it in a unit of \(quantity.rawValue) that podium knows, or leave the unit to Open-Meteo")
      }
      read = found
    }
    return items.enumerated().map { row, item in
      if item.isNull { return .nan }
      guard let number = item.number else {
        report.refuse(
          "\(label)hour \(times[row].map(\.description) ?? String(row + 1))", cell: key, item, "a number")
        return .nan
      }
      return read?.stored(number) ?? number
    }
  }

  /// The times of the rows; a row without one is refused, and nil.
  private mutating func times(
    _ value: JSONValue?, unit: JSONValue?, of place: JSONValue, label: String
  ) throws(Diagnostic) -> [Moment?] {
    guard let items = value?.array, !items.isEmpty else {
      throw Diagnostic("no-rows", "'\(name)' has no hours", help: "download it again")
    }
    if items.contains(where: { $0.string != nil }), offset(of: place) == nil {
      throw Diagnostic(
        "damaged-file", "'\(name)' has local times, but no valid utc_offset_seconds", help: "download it again")
    }
    let times = items.map { moment($0, of: place) }
    guard times.contains(where: { $0 != nil }) else {
      throw Diagnostic("damaged-file", "'\(name)' has \(items[0].shown) where a time is expected")
    }
    for (row, time) in times.enumerated() where time == nil {
      report.read += 1
      report.refuse("\(label)hour \(row + 1)", cell: "time", items[row], "a time")
    }
    return times
  }

  private func offset(of place: JSONValue) -> Int? {
    place["utc_offset_seconds"]?.integer.flatMap { $0.magnitude <= 64_800 ? $0 : nil }
  }

  /// A time in UTC: text is in local time with the offset of the answer, a number is a Unix time.
  private func moment(_ value: JSONValue?, of place: JSONValue) -> Moment? {
    guard let text = value?.string else { return value?.epoch }
    guard let offset = offset(of: place) else { return nil }
    return WallClock.wall(text)?.later(seconds: -offset)
  }
}
