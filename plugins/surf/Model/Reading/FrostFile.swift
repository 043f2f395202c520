public import PodiumCore

/// Reads the JSON of Frost, the service of met.no for measurements, as a table for `ObservationTable`.
public enum FrostFile {
  /// A heading row, `time`, `station` and a column for each element with its unit, then a row for each entry of `data`.
  ///
  /// Throws `other-format`, `malformed-json`, and `no-rows` without an entry.
  public static func rows(_ bytes: [UInt8], name: String) throws(Diagnostic) -> [(line: Int, cells: [String])] {
    let value = try SurfJSON.value(bytes, name: name, of: [.frost], wanted: SurfFileKind.measurements.product)
    var headings = ["time", "station"]
    var places: [String: Int] = [:]
    var rows: [(line: Int, cells: [String])] = []
    for (number, entry) in (value["data"]?.array ?? []).enumerated() {
      // `SN76920:0` is a sensor of the station SN76920.
      let source = entry["sourceId"]?.words ?? ""
      var cells = [entry["referenceTime"]?.words ?? "", String(source.prefix { $0 != ":" })]
      cells += [String](repeating: "", count: headings.count - cells.count)
      for measured in entry["observations"]?.array ?? [] {
        guard let element = measured["elementId"]?.words, let given = measured["value"], !given.isNull else { continue }
        let heading = element + (measured["unit"]?.words.map { " (\($0))" } ?? "")
        let place = places[heading] ?? headings.count
        if place == headings.count {
          places[heading] = place
          headings.append(heading)
          cells.append("")
        }
        // Of several sensors the first counts.
        if cells[place].isEmpty {
          cells[place] = given.string?.trimmed ?? given.number.map(NumberText.shortest) ?? given.kindName
        }
      }
      rows.append((number + 1, cells))
    }
    guard !rows.isEmpty else { throw Diagnostic("no-rows", "'\(name)' has no measurements", help: "check the request") }
    for row in rows.indices {
      rows[row].cells += [String](repeating: "", count: headings.count - rows[row].cells.count)
    }
    return [(0, headings)] + rows
  }
}
