internal import PodiumCore

/// The cells of one attribute, collected row by row under its declared type.
struct ARFFColumn {
  let attribute: ARFFAttribute
  private var numbers: [Double] = []
  private var integers: [Int] = []
  private var codes: [Int32] = []
  private var texts: [String?] = []
  private var times: [Value] = []
  private let places: [String: Int32]

  init(_ attribute: ARFFAttribute) {
    self.attribute = attribute
    var places: [String: Int32] = [:]
    if case .nominal(let levels, _) = attribute.kind {
      for (place, level) in levels.enumerated() { places[level] = Int32(clamping: place) }
    }
    self.places = places
  }

  /// The bytes of a cell in an array that grows; long texts take more.
  var cellBytes: Int {
    switch attribute.kind {
    case .numeric, .integer: 16
    case .nominal: 8
    case .string: 2 * MemoryLayout<String?>.stride
    case .date: 3 * MemoryLayout<Value>.stride
    }
  }

  /// Adds a cell; throws what is wrong with it.
  mutating func append(_ token: ARFFLine.Token) throws(ARFFFault) {
    if !token.isQuoted, token.text == "?" { return appendMissing() }
    var shown: String { token.text.quotedInNotice }
    switch attribute.kind {
    case .numeric:
      switch NumberCell.read(token.text, isDeclared: true) {
      case .integer(let whole): numbers.append(Double(whole))
      case .real(let real): numbers.append(real)
      case .word, .other:
        guard token.text.lowercased() == "nan" else { throw ARFFFault("\(shown) is not a number") }
        numbers.append(.nan)
      }
    case .integer:
      guard case .integer(let whole) = NumberCell.read(token.text, isDeclared: true) else {
        throw ARFFFault("\(shown) is not a whole number")
      }
      integers.append(whole)
    case .nominal(let levels, _):
      guard let place = places[token.text] else {
        let near = Suggestion.nearest(to: token.text, among: levels.count > 1000 ? [] : levels)
        throw ARFFFault("\(shown) is not one of its values" + (near.map { "; did you mean '\($0)'?" } ?? ""))
      }
      codes.append(place)
    case .string: texts.append(token.text)
    case .date(let pattern):
      guard let value = pattern.read(token.text) else { throw ARFFFault("\(shown) does not match its date format") }
      times.append(value)
    }
  }

  /// Adds a cell without a value.
  mutating func appendMissing() {
    switch attribute.kind {
    case .numeric: numbers.append(.nan)
    case .integer: integers.append(ColumnValues.missingInteger)
    case .nominal: codes.append(-1)
    case .string: texts.append(nil)
    case .date: times.append(.missing)
    }
  }

  /// Adds the cell that a sparse row omits: zero or the first value; false for types that have neither.
  mutating func appendOmitted() -> Bool {
    switch attribute.kind {
    case .numeric: numbers.append(0)
    case .integer: integers.append(0)
    case .nominal(let levels, _): codes.append(levels.isEmpty ? -1 : 0)
    case .string, .date:
      appendMissing()
      return false
    }
    return true
  }

  /// The column; the values `true` and `false` alone make it boolean unless podium's own comment says otherwise.
  func column(_ name: String, comment: String) -> Column {
    switch attribute.kind {
    case .numeric: return Column(name, .number(numbers))
    case .integer: return Column(name, .integer(integers))
    case .string: return Column(name, .text(texts))
    case .date(let pattern):
      if pattern.isDay { return Column(name, .date(times.map { if case .date(let day) = $0 { day } else { nil } })) }
      return Column(name, .datetime(times.map { if case .datetime(let moment) = $0 { moment } else { nil } }))
    case .nominal(let levels, let isOrdered):
      if comment != "category", !isOrdered, levels.count == 2, Set(levels.map { $0.lowercased() }) == ["true", "false"]
      {
        let truths = levels.map { $0.lowercased() == "true" }
        return Column(name, .boolean(codes.map { $0 < 0 ? nil : truths[Int($0)] }))
      }
      let values = Categorical(levels: levels, codes: codes)
      return Column(name, isOrdered ? .ordered(values) : .category(values))
    }
  }
}
