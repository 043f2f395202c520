internal import PodiumCore
internal import PodiumPlugin

/// Objects of JSON as rows: texts stay as they were written, so that a time keeps its offset and `017` its zero.
extension IncomingSheet {
  /// The objects of a file: a list, the only list below a key, or one object on each line; nil for JSON of another shape.
  ///
  /// Throws `malformed-json`.
  static func entries(_ context: any ImportContext, _ file: String) throws(Diagnostic) -> IncomingSheet? {
    let objects: [JSONValue]
    var lines: [Int]?
    do throws(Diagnostic) {
      let root = try context.json(of: file)
      let lists = root.array.map { [$0] } ?? (root.members ?? []).compactMap { $0.1.array }
      guard lists.count == 1 else { return nil }
      objects = lists[0]
    } catch {
      guard error.code == "malformed-json", let found = try onLines(context.bytes(of: file)) else { throw error }
      objects = found.map(\.object)
      lines = found.map(\.line)
    }
    guard !objects.isEmpty, objects.allSatisfy({ $0.members != nil }) else { return nil }
    var (names, places): ([String], [String: Int]) = ([], [:])
    let rows = objects.map { object in
      var cells: [Int: String] = [:]
      add(object, below: "") { name, text in
        let place = places[name] ?? names.count
        if place == names.count { names.append(name) }
        places[name] = place
        cells[place] = text
      }
      return cells
    }
    try context.budget.use(rows: rows.count, columns: names.count, cell: MemoryLayout<String>.stride)
    let head = CellSheet.Row(line: 0, cells: names)
    let texts = rows.enumerated().map { place, cells in
      CellSheet.Row(line: lines?[place] ?? place + 1, cells: names.indices.map { cells[$0] ?? "" })
    }
    return IncomingSheet(
      CellSheet(rows: [head] + texts), file: context.name, word: lines == nil ? "entry" : "line")
  }

  /// The objects of a file that has one on each line; nil where a line is none.
  private static func onLines(_ bytes: [UInt8]) throws(Diagnostic) -> [(line: Int, object: JSONValue)]? {
    var objects: [(line: Int, object: JSONValue)] = []
    for (number, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
      guard line.contains(where: { $0 > 0x20 }) else { continue }
      guard let object = try? JSONReader.value(line), object.members != nil else { return nil }
      objects.append((number + 1, object))
    }
    return objects
  }

  /// The members of an object by name, those of an object in it as `a.b`; of equal names the last counts.
  private static func add(_ object: JSONValue, below path: String, to take: (String, String) -> Void) {
    for (key, value) in object.members ?? [] {
      switch value {
      case .object: add(value, below: path + key + ".", to: take)
      case .null: take(path + key, "")
      case .string(let text): take(path + key, text)
      case .bool, .integer, .number, .array: take(path + key, value.text)
      }
    }
  }
}
