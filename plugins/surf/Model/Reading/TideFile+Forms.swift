internal import PodiumCore

/// The forms of files of CO-OPS.
extension TideFile {
  /// `{"predictions":[{"t","v","type"}]}`, `{"metadata":…,"data":[{"t","v"}]}`, or an error message with HTTP status 200.
  mutating func readJSON(_ value: JSONValue, name: String) throws(Diagnostic) {
    if let error = value["error"] {
      let words = error["message"]?.words ?? error.words
      throw Diagnostic(
        "other-format",
        "'\(name)' is an error message from CO-OPS" + (words.map { ": " + Abridged.quoted($0) } ?? ""),
        help: TideFile.again)
    }
    let predictions = value["predictions"]
    isMeasured = predictions == nil
    guard let list = predictions?.array ?? value["data"]?.array else {
      throw SurfFileKind.unknown(name, wanted: TideFile.wanted)
    }
    if let metadata = value["metadata"] {
      station = metadata["id"]?.words
      stationName = metadata["name"]?.words
      place = Coordinate(metadata["lat"], metadata["lon"])
    }
    var preliminary = 0
    for (number, entry) in list.enumerated() {
      let place = "entry \(number + 1)"
      guard let time = entry["t"]?.words, let height = entry["v"] else {
        report.read += 1
        report.refuse(place, "it has no time t or no height v")
        continue
      }
      let text: String
      switch height {
      case .string(let words): text = words.trimmed
      case .integer(let whole): text = String(whole)
      case .number(let number): text = NumberText.shortest(number)
      default: text = ""
      }
      add(place, time: time, value: text, type: (entry["type"] ?? entry["ty"])?.words)
      if entry["q"]?.words == "p" { preliminary += 1 }
    }
    if preliminary > 0 {
      report.remark("\(preliminary.counted("height is", plural: "heights are")) preliminary, not verified")
    }
  }

  /// `Date Time, Prediction, Type`, where nothing is ever quoted; an error is a line of prose after the header.
  mutating func readCSV(_ bytes: [UInt8]) {
    let lines = SurfText(bytes).lines
    guard let header = lines.first else { return }
    let names = TideFile.cells(header.text).map { $0.lowercased() }
    isMeasured = names.dropFirst().first?.hasPrefix("water") == true
    let type = names.firstIndex(of: "type")
    for line in lines.dropFirst() {
      let cells = TideFile.cells(line.text)
      guard cells.count >= 2, WallClock.wall(cells[0]) != nil else {
        report.read += 1
        report.refuse("line \(line.number)", Abridged.quoted(line.text.trimmed))
        continue
      }
      let kind = type.flatMap { cells.indices.contains($0) && !cells[$0].isEmpty ? cells[$0] : nil }
      add("line \(line.number)", time: cells[0], value: cells[1], type: kind)
    }
  }

  private static func cells(_ line: String) -> [String] {
    line.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed)
  }

  /// Lines `Key: value`, a header that begins with Date, then rows `2016/07/13 Wed 01:18 AM 1.44 L`.
  ///
  /// Throws `unknown-unit`.
  mutating func readTable(_ bytes: [UInt8], name: String) throws(Diagnostic) {
    var isTable = false
    for line in SurfText(bytes).lines {
      let place = "line \(line.number)"
      let words = line.text.split(whereSeparator: \.isWhitespace).map(String.init)
      if words.first == "Date" {
        isTable = true
        // Yearly tables name the unit in the header and have the height in feet first: Pred(Ft), Pred(cm).
        let heights = words.first { $0.lowercased().hasPrefix("pred(") }
        if let unit = heights.flatMap({ SurfUnit(String($0.dropFirst(5).prefix { $0 != ")" })) }) { self.unit = unit }
      } else if isTable {
        readTableRow(words, place)
      } else if let colon = line.text.firstIndex(of: ":") {
        let value = line.text[line.text.index(after: colon)...].trimmed
        try take(line.text[..<colon].trimmed.lowercased(), value, name: name, line: line.number)
      }
    }
  }

  private mutating func take(_ key: String, _ value: String, name: String, line: Int) throws(Diagnostic) {
    guard !value.isEmpty else { return }
    switch key {
    case "stationid", "station id": station = value
    case "stationname", "station name": stationName = value
    case "datum": datum = value
    case "time zone":
      zone = Zone(value)
      if zone == nil { report.remark("the time zone \(Abridged.quoted(value)) is not known") }
    case "units":
      guard let found = SurfUnit(value), found.quantity == .length else {
        throw Diagnostic(
          "unknown-unit", "'\(name)' gives heights in the unknown unit \(Abridged.quoted(value))",
          help: "request feet or metres", place: .init(file: name, line: line))
      }
      unit = found
    default: break
    }
  }

  private mutating func readTableRow(_ words: [String], _ place: String) {
    guard let time = words.indices.first(where: { words[$0].contains(":") }), words.indices.contains(time + 1) else {
      report.read += 1
      return report.refuse(place, "it has no time and height")
    }
    var rest = words[(time + 1)...]
    var clock = words[time]
    if let half = rest.first, ["AM", "PM"].contains(half.uppercased()) {
      clock += " " + half
      rest = rest.dropFirst()
    }
    let date = words[0].split(separator: "/").joined(separator: "-")
    let last = rest.dropFirst().last
    add(
      place, time: date + " " + (DayAndTime.time(clock) ?? words[time]), value: rest.first ?? "",
      type: last.flatMap { InstrumentNumber.read($0) == nil ? $0 : nil })
  }
}
