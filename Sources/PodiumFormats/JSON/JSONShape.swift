internal import PodiumCore

/// The shapes of JSON that are tables.
///
/// - `rows`: a list of objects, each a row.
/// - `lists`: a list of lists; names come from the first one or are next to it (`columns` and `data`).
/// - `columns`: an object of lists of equal length, each a column.
/// - `keyed`: an object of objects with common keys, each a row, its own key in the column `key`.
/// - `typed`: a table as podium writes it, with the type of each column.
///
/// An object that contains such a value at some depth is read as that value; of several the one with the most rows is
/// used, and the others are named.
enum JSONShape {
  case rows(Int)
  case lists(Int, names: [String]?)
  case columns([(name: String, array: Int)])
  case keyed(Int)
  case typed([TypedName], rows: Int)

  /// A column of a table written by podium.
  struct TypedName {
    var name: String
    var type: ColumnType
    var levels: [String]?
    var scale: NumberScale?
    /// The name of the zone whose clock shows its moments.
    var zone: String?
    /// What it was made from.
    var origin = ColumnOrigin([])
  }

  /// The table of a text, or the one at a path.
  ///
  /// Throws `not-tabular` and, for a path that leads nowhere, `unknown-rows`.
  static func find(
    _ tape: JSONTape, _ text: Span<UInt8>, path: String?, file: String
  ) throws(Diagnostic) -> (shape: JSONShape, note: String?) {
    if let path {
      let node = try follow(path, tape, text, file: file)
      if let shape = shape(of: node, tape, text) { return (shape, nil) }
      throw notTabular("'\(path)' is \(word(tape.nodes[node].kind)), which is not a table", file)
    }
    if let shape = shape(of: 0, tape, text) { return (shape, nil) }
    var found: [(path: String, shape: JSONShape, rows: Int)] = []
    collect(0, "", depth: 0, tape, text, &found)
    guard let best = found.max(by: { $0.rows < $1.rows }) else {
      throw notTabular("the file is \(word(tape.nodes[0].kind)) without rows, which is not a table", file)
    }
    let first = found.first { $0.rows == best.rows } ?? best
    let others = found.filter { $0.path != first.path }.map(\.path)
    // As they are typed: a key of the file may be any text.
    var note = "the table was found at rows=\(CommandText.word(first.path))"
    if !others.isEmpty {
      note += "; others are at " + others.prefix(5).map { "rows=\(CommandText.word($0))" }.joined(separator: ", ")
      if others.count > 5 { note += ", …" }
    }
    return (first.shape, note)
  }

  private static func notTabular(_ message: String, _ file: String) -> Diagnostic {
    Diagnostic(
      "not-tabular", message,
      help:
        "a table is a list of objects or of lists, or an object of lists of equal length; "
        + "set rows=KEY.KEY to where it is"
    ).inFile(file, line: 1)
  }

  private static func follow(
    _ path: String, _ tape: JSONTape, _ text: Span<UInt8>, file: String
  ) throws(Diagnostic) -> Int {
    var node = 0
    var rest = path[...]
    while !rest.isEmpty {
      // A key may contain dots itself: the longest that fits is used.
      var next: (node: Int, count: Int)?
      var keys: [String] = []
      if tape.nodes[node].kind == .object {
        for (key, value) in tape.members(of: node) {
          let name = tape.string(key, in: text)
          keys.append(name)
          if !name.isEmpty, rest == name || rest.hasPrefix(name + "."), name.count >= next?.count ?? 0 {
            next = (value, name.count)
          }
        }
      } else if tape.nodes[node].kind == .array, let index = rest.split(separator: ".").first.flatMap({ Int($0) }) {
        let items = tape.items(of: node)
        if index >= 0, index < items.count { next = (items[index], String(index).count) }
      }
      guard let next else {
        throw Diagnostic.unknown("rows", String(rest.prefix(80)), among: keys).inFile(file, line: 1)
      }
      node = next.node
      rest = rest.dropFirst(next.count + 1)
    }
    return node
  }

  /// Collects the tables below an object, at most a few levels deep.
  private static func collect(
    _ node: Int, _ path: String, depth: Int, _ tape: JSONTape, _ text: Span<UInt8>,
    _ found: inout [(path: String, shape: JSONShape, rows: Int)]
  ) {
    guard tape.nodes[node].kind == .object, depth < 4, found.count < 100 else { return }
    for (key, value) in tape.members(of: node).prefix(10_000) {
      let name = (path.isEmpty ? "" : path + ".") + tape.string(key, in: text)
      if let shape = shape(of: value, tape, text, isInner: true) {
        found.append((name, shape, shape.rowCount(tape)))
      } else {
        collect(value, name, depth: depth + 1, tape, text, &found)
      }
    }
  }

  /// The shape of a node, nil if it is not a table; objects of objects count only if there is nothing else.
  private static func shape(
    of node: Int, _ tape: JSONTape, _ text: Span<UInt8>, isInner: Bool = false
  ) -> JSONShape? {
    switch tape.nodes[node].kind {
    case .array:
      if tape.isList(node, of: .object) { return .rows(node) }
      if tape.isList(node, of: .array) { return .lists(node, names: nil) }
      return nil
    case .object:
      let members = tape.members(of: node)
      var byName: [String: Int] = [:]
      if members.count <= 64 {
        for (key, value) in members { byName[tape.string(key, in: text)] = value }
      }
      if let columns = byName["columns"], let data = byName["rows"] ?? byName["data"], tape.nodes[data].kind == .array {
        let hasRows = tape.isList(data, of: .array)
        // With types it is a table even without rows; otherwise its columns would be read as the rows.
        if hasRows || tape.nodes[data].count == 0, let typed = typed(columns, tape, text) {
          return .typed(typed, rows: data)
        }
        if hasRows, isTexts(columns, tape) {
          return .lists(data, names: tape.items(of: columns).map { tape.string($0, in: text) })
        }
      }
      if let first = members.first, tape.nodes[first.value].kind == .array, tape.nodes[first.value].count > 0,
        members.allSatisfy({
          tape.nodes[$0.value].kind == .array && tape.nodes[$0.value].count == tape.nodes[first.value].count
            && tape.holdsValues($0.value)
        })
      {
        return .columns(members.map { (tape.string($0.key, in: text), $0.value) })
      }
      return !isInner && isKeyed(members, tape, text) ? .keyed(node) : nil
    default: return nil
    }
  }

  private static func isTexts(_ array: Int, _ tape: JSONTape) -> Bool {
    tape.nodes[array].kind == .array && tape.nodes[array].count > 0
      && tape.items(of: array).allSatisfy(tape.isText)
  }

  private static func typed(_ columns: Int, _ tape: JSONTape, _ text: Span<UInt8>) -> [TypedName]? {
    guard tape.isList(columns, of: .object) else { return nil }
    var names: [TypedName] = []
    for column in tape.items(of: columns) {
      var name: String?
      var type: ColumnType?
      var levels: [String]?
      var (period, scale, zone) = (Double?.none, String?.none, String?.none)
      func texts(_ value: Int) -> [String]? {
        isTexts(value, tape) ? tape.items(of: value).map { tape.string($0, in: text) } : nil
      }
      var (sources, choosers, usesOtherRows) = ([String](), [String](), false)
      for (key, value) in tape.members(of: column) {
        switch tape.string(key, in: text) {
        case "name": name = tape.value(value, in: text).value.fileText
        case "type": type = ColumnType(rawValue: tape.value(value, in: text).value.fileText)
        case "levels": levels = texts(value) ?? levels
        case "made_from": sources = texts(value) ?? []
        case "chosen_by": choosers = texts(value) ?? []
        case "uses_other_rows": usesOtherRows = tape.nodes[value].kind == .yes
        case "period": period = Double(tape.value(value, in: text).value.fileText)
        case "scale": scale = tape.value(value, in: text).value.fileText
        case "zone": zone = tape.value(value, in: text).value.fileText
        default: break
        }
      }
      guard let name, let type else { return nil }
      names.append(
        TypedName(
          name: name, type: type, levels: type.isCategorical ? levels : nil,
          scale: NumberScale(period: period, name: scale), zone: type == .datetime ? zone : nil,
          origin: ColumnOrigin(sources, chosenBy: choosers, usesOtherRows: usesOtherRows)))
    }
    return Set(names.map(\.name)).count == names.count ? names : nil
  }

  private static func isKeyed(
    _ members: [(key: Int, value: Int)], _ tape: JSONTape, _ text: Span<UInt8>
  ) -> Bool {
    guard members.count > 1 else { return false }
    var last: Set<String>?
    for (_, value) in members {
      guard tape.nodes[value].kind == .object, tape.holdsValues(value) else { return false }
      let keys = Set(tape.members(of: value).map { tape.string($0.key, in: text) })
      if let last, last.isDisjoint(with: keys) { return false }
      last = keys
    }
    return true
  }

  private func rowCount(_ tape: JSONTape) -> Int {
    switch self {
    case .rows(let node), .lists(let node, _), .keyed(let node), .typed(_, let node): Int(tape.nodes[node].count)
    case .columns(let members): members.first.map { Int(tape.nodes[$0.array].count) } ?? 0
    }
  }

  static func word(_ kind: JSONTape.Kind) -> String {
    switch kind {
    case .null: "null"
    case .yes, .no: "true or false"
    case .number: "a number"
    case .string, .escaped: "a string"
    case .array: "a list"
    case .object: "an object"
    }
  }
}

extension JSONTape {
  func isList(_ array: Int, of kind: Kind) -> Bool {
    guard nodes[array].kind == .array, nodes[array].count > 0 else { return false }
    var node = array + 1
    while node < nodes[array].next {
      if nodes[node].kind != kind { return false }
      node = nodes[node].next
    }
    return true
  }

  /// Whether an array or object contains no arrays or objects.
  func holdsValues(_ container: Int) -> Bool {
    var node = container + 1
    while node < nodes[container].next {
      if isContainer(node) { return false }
      node += 1
    }
    return true
  }

  func isText(_ node: Int) -> Bool { nodes[node].kind == .string || nodes[node].kind == .escaped }

  func isNull(_ node: Int) -> Bool { nodes[node].kind == .null }
}
