internal import CSQLite
internal import Glibc
internal import PodiumCore
internal import PodiumPlugin

/// Reads rows of a kind straight into columns, without creating records or unrequested texts.
///
/// Like `KindTable.read`, it guarantees that a row that is not what was written is an error: the checksum of the row
/// is computed from the bytes as SQLite holds them. Tests compare the two.
struct ColumnReader {
  let table: KindTable
  private var columns: [ColumnBuffer] = []
  /// The columns of the statement, after those that every record has.
  private var cells: [Cell]
  /// For each column that every record has, its index among the requested ones, −1 for those only checked.
  private var headPlaces: [Int]
  /// The checksum words of the names of all fields, concatenated.
  private let words: [UInt64]
  private let names: [String]

  /// A field while a row is read; it has no reference-counted parts, since there is one for each cell.
  private struct Cell {
    let content: Content
    /// Its index among the requested columns, −1 if only checked.
    var place: Int
    /// The range of the words of its name.
    let words: Range<Int>
  }

  /// The type of a field.
  fileprivate enum Content: UInt8 {
    case text, integer, number, boolean, date, datetime, bytes

    init(_ kind: RecordField.Kind) {
      switch kind {
      case .text, .reference: self = .text
      case .integer: self = .integer
      case .number: self = .number
      case .boolean: self = .boolean
      case .date: self = .date
      case .datetime: self = .datetime
      case .bytes: self = .bytes
      }
    }
  }

  /// Reads some of the columns; `coded` turns texts into categories by their bytes, in order of appearance.
  init(_ table: KindTable, names: [String], coded: Bool) {
    self.table = table
    self.names = names
    var words: [UInt64] = []
    cells = zip(table.kind.fields, table.nameWords).map { field, name in
      words += name
      return Cell(content: Content(field.kind), place: -1, words: (words.count - name.count)..<words.count)
    }
    self.words = words
    headPlaces = [Int](repeating: -1, count: KindTable.head.count)
    for name in names {
      if let place = table.place(of: name) {
        guard cells[place].place < 0 else { continue }
        cells[place].place = columns.count
        columns.append(ColumnBuffer(cells[place].content, coded: coded))
      } else if let place = KindTable.head.firstIndex(of: name), let own = RecordField.ofEveryRecord[name] {
        guard headPlaces[place] < 0 else { continue }
        headPlaces[place] = columns.count
        columns.append(ColumnBuffer(Content(own), coded: coded))
      }
    }
  }

  /// How many rows were read.
  private(set) var count = 0

  /// Adds the current row of a statement; throws `workspace-damaged` if it is not what was written.
  mutating func take(_ statement: SQLStatement) throws(Diagnostic) {
    var sum = table.sumStart
    guard statement.kind(0) == .text else { throw table.damaged(nil) }
    let isWhole =
      addText(statement, 0, &sum) && addInteger(statement, 1, &sum) { StoredRecord.revisions.contains($0) }
      && addMoment(statement, 2, &sum) && addText(statement, 3, &sum) && addMoment(statement, 4, &sum)
      && addText(statement, 5, &sum)
    guard isWhole, let wanted = statement.integer(6) else { throw table.damaged(statement.text(0)) }
    for place in cells.indices {
      guard add(cells[place], statement, KindTable.head.count + place, &sum) else {
        throw table.damaged(statement.text(0))
      }
    }
    guard sum.value == wanted else { throw table.damaged(statement.text(0)) }
    count += 1
  }

  /// The columns in the order of the names.
  func values() -> [Column] {
    names.compactMap { name in
      let place =
        table.place(of: name).map { cells[$0].place } ?? KindTable.head.firstIndex(of: name).map { headPlaces[$0] }
      guard let place, place >= 0 else { return nil }
      return Column(name, columns[place].values)
    }
  }

  /// Appends the rows of another reader of the same columns.
  mutating func append(_ other: ColumnReader) {
    count += other.count
    for place in columns.indices { columns[place].append(other.columns[place]) }
  }

  private mutating func addText(_ statement: SQLStatement, _ column: Int, _ sum: inout Checksum) -> Bool {
    guard let bytes = statement.rawText(column) else { return false }
    sum.add(UnsafeRawBufferPointer(bytes))
    return headPlaces[column] < 0 || columns[headPlaces[column]].append(bytes)
  }

  private mutating func addMoment(_ statement: SQLStatement, _ column: Int, _ sum: inout Checksum) -> Bool {
    addInteger(statement, column, &sum) { Moment(stored: $0) != nil }
  }

  private mutating func addInteger(
    _ statement: SQLStatement, _ column: Int, _ sum: inout Checksum, where isValid: (Int) -> Bool
  ) -> Bool {
    guard let number = statement.integer(column), isValid(number) else { return false }
    sum.add(number)
    if headPlaces[column] >= 0 { columns[headPlaces[column]].append(number) }
    return true
  }

  /// Adds a field as `KindTable.checksum` does; false for values its kind cannot have written.
  private mutating func add(
    _ cell: Cell, _ statement: SQLStatement, _ column: Int, _ sum: inout Checksum
  ) -> Bool {
    let stored = statement.kind(column)
    let place = cell.place
    if stored == .null {
      if place >= 0 { columns[place].appendMissing() }
      return true
    }
    for word in cell.words { sum.add(words[word]) }
    switch cell.content {
    case .text:
      guard stored == .text else { return false }
      let bytes = statement.textBytes(column)
      sum.add(UInt64(3))
      sum.add(UnsafeRawBufferPointer(bytes))
      return place < 0 || columns[place].append(bytes)
    case .integer:
      guard stored == .integer else { return false }
      let number = statement.rawInteger(column)
      guard number != ColumnValues.missingInteger else { return false }
      sum.add(UInt64(2))
      sum.add(number)
      if place >= 0 { columns[place].append(number) }
    case .number:
      guard stored == .real else { return false }
      let number = statement.rawReal(column)
      guard number.isFinite else { return false }
      sum.add(UInt64(1))
      sum.add(number.bitPattern)
      if place >= 0 { columns[place].append(number) }
    case .boolean:
      guard stored == .integer else { return false }
      let number = statement.rawInteger(column)
      guard number == 0 || number == 1 else { return false }
      sum.add(UInt64(number == 1 ? 5 : 4))
      if place >= 0 { columns[place].append(number == 1) }
    case .date:
      guard let day = statement.text(column).flatMap({ CalendarDate(iso: $0) }) else { return false }
      sum.add(UInt64(6))
      sum.add(day.days)
      if place >= 0 { columns[place].append(day) }
    case .datetime:
      guard stored == .integer else { return false }
      let microseconds = statement.rawInteger(column)
      guard Moment(stored: microseconds) != nil else { return false }
      sum.add(UInt64(7))
      sum.add(microseconds)
      if place >= 0 { columns[place].append(microseconds) }
    case .bytes:
      guard stored == .bytes else { return false }
      sum.add(UInt64(8))
      sum.add(statement.rawBytes(column))
    }
    return true
  }
}

/// A column while it is being read.
private struct ColumnBuffer {
  private let content: ColumnReader.Content
  private let isCoded: Bool
  private var texts: [String?] = []
  private var codes: [Int32] = []
  private var levels = TextLevels()
  private var integers: [Int] = []
  private var numbers: [Double] = []
  private var booleans: [Bool?] = []
  private var dates: [CalendarDate?] = []
  private var moments: [Moment?] = []

  init(_ content: ColumnReader.Content, coded: Bool) {
    self.content = content
    isCoded = coded
  }

  mutating func appendMissing() {
    switch content {
    case .text: if isCoded { codes.append(-1) } else { texts.append(nil) }
    case .integer: integers.append(ColumnValues.missingInteger)
    case .number: numbers.append(.nan)
    case .boolean: booleans.append(nil)
    case .date: dates.append(nil)
    case .datetime: moments.append(nil)
    case .bytes: break
    }
  }

  /// Adds a text; false if it is not UTF-8.
  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    if isCoded {
      guard let code = levels.code(of: bytes) else { return false }
      codes.append(code)
      return true
    }
    guard let text = String(wholly: bytes) else { return false }
    texts.append(text)
    return true
  }

  mutating func append(_ other: ColumnBuffer) {
    var places: [Int32] = []
    for var text in other.levels.texts { places.append(text.withUTF8 { levels.code(of: $0) } ?? -1) }
    codes.append(contentsOf: other.codes.lazy.map { $0 < 0 ? -1 : places[Int($0)] })
    texts.append(contentsOf: other.texts)
    integers.append(contentsOf: other.integers)
    numbers.append(contentsOf: other.numbers)
    booleans.append(contentsOf: other.booleans)
    dates.append(contentsOf: other.dates)
    moments.append(contentsOf: other.moments)
  }

  mutating func append(_ number: Int) {
    if content == .datetime { moments.append(Moment(microseconds: number)) } else { integers.append(number) }
  }

  mutating func append(_ number: Double) { numbers.append(number) }
  mutating func append(_ flag: Bool) { booleans.append(flag) }
  mutating func append(_ day: CalendarDate) { dates.append(day) }

  var values: ColumnValues {
    switch content {
    case .text:
      isCoded ? .category(Categorical(levels: levels.texts, codes: codes)) : .text(texts)
    case .integer: .integer(integers)
    case .number: .number(numbers)
    case .boolean: .boolean(booleans)
    case .date: .date(dates)
    case .datetime: .datetime(moments)
    // A table that asks for bytes is refused before a row is read.
    case .bytes: .text(texts)
    }
  }
}

/// The distinct texts of a column by their bytes, each decoded once.
private struct TextLevels {
  private(set) var texts: [String] = []
  private var hashes: [UInt64] = []
  /// Indices into `texts`, −1 if free; their number is a power of two, at least half of them free.
  private var slots = [Int32](repeating: -1, count: 64)
  private var last: Int32 = -1

  /// The index of a text, new or known; nil if it is not UTF-8.
  mutating func code(of bytes: UnsafeBufferPointer<UInt8>) -> Int32? {
    // Rows come in the order they were written, so the same name often repeats.
    if last >= 0, isText(Int(last), bytes) { return last }
    var sum = Checksum()
    sum.add(UnsafeRawBufferPointer(bytes))
    let hash = UInt64(bitPattern: Int64(sum.value))
    var slot = TextLevels.slot(hash, slots.count)
    while slots[slot] >= 0 {
      let place = Int(slots[slot])
      if hashes[place] == hash, isText(place, bytes) {
        last = slots[slot]
        return last
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    guard let text = String(wholly: bytes), let code = Int32(exactly: texts.count) else { return nil }
    slots[slot] = code
    texts.append(text)
    hashes.append(hash)
    if texts.count * 2 > slots.count { grow() }
    last = code
    return code
  }

  private static func slot(_ hash: UInt64, _ count: Int) -> Int {
    Int(truncatingIfNeeded: hash ^ hash >> 29) & (count - 1)
  }

  private func isText(_ place: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var text = texts[place]
    return text.withUTF8 { known in
      guard known.count == bytes.count else { return false }
      guard let a = known.baseAddress, let b = bytes.baseAddress else { return known.isEmpty }
      return memcmp(a, b, known.count) == 0
    }
  }

  private mutating func grow() {
    slots = [Int32](repeating: -1, count: slots.count * 2)
    for (place, hash) in hashes.enumerated() {
      var slot = TextLevels.slot(hash, slots.count)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(clamping: place)
    }
  }
}
