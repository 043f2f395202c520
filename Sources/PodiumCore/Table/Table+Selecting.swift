extension Table {
  /// The table with the given rows in the given order; every row must exist.
  ///
  /// A part of the rows is taken from all columns before the next part, so that the list of rows is read from memory once.
  public func selecting(rows: [Int], threads: Int = 1) -> Table {
    let gathers = columns.map { PlainGather($0.values, count: rows.count) }
    let plain = gathers.compactMap(\.self)
    let size = PlainGather.part
    _ = Parallel.map(count: plain.isEmpty ? 0 : (rows.count + size - 1) / size, threads: threads) { part in
      rows.withUnsafeBufferPointer { rows in
        guard let places = rows.baseAddress else { return }
        let range = (part * size)..<min(rows.count, (part + 1) * size)
        for gather in plain { gather.copy(places, range) }
      }
    }
    let taken = zip(columns, gathers).map { column, gather in
      gather.map { column.with(values: $0.values()) } ?? column.selecting(rows, threads: threads)
    }
    return replacing(columns: taken, rowCount: rows.count)
  }
}

/// The cells of some rows of a column whose values are copied as they are stored.
private struct PlainGather: Sendable {
  /// The rows taken from each column in turn: their list stays in the second cache.
  static let part = 1 << 14

  /// Writes a range of the new rows.
  let copy: @Sendable (_ rows: UnsafePointer<Int>, _ range: Range<Int>) -> Void
  /// The values once all ranges are written.
  let values: @Sendable () -> ColumnValues

  /// Prepares for so many rows; nil for texts.
  init?(_ old: ColumnValues, count: Int) {
    switch old {
    case .number(let x): self.init(x, count) { .number($0) }
    case .integer(let x): self.init(x, count) { .integer($0) }
    case .boolean(let x): self.init(x, count) { .boolean($0) }
    case .date(let x): self.init(x, count) { .date($0) }
    case .datetime(let x): self.init(x, count) { .datetime($0) }
    case .category(let x): self.init(x.codes, count) { .category(Categorical(x.levels, checked: $0)) }
    case .ordered(let x): self.init(x.codes, count) { .ordered(Categorical(x.levels, checked: $0)) }
    case .text: return nil
    }
  }

  private init<Element: BitwiseCopyable & Sendable>(
    _ old: [Element], _ count: Int, _ make: @escaping @Sendable ([Element]) -> ColumnValues
  ) {
    var start: UnsafeMutablePointer<Element>?
    let new = [Element](unsafeUninitializedCapacity: count) { memory, filled in
      HugePages.ask(for: memory)
      (start, filled) = (memory.baseAddress, count)
    }
    // The array belongs to `values` and is not copied or read before every range is written, each by one thread.
    nonisolated(unsafe) let out = start
    copy = { rows, range in
      guard let out else { return }
      old.withUnsafeBufferPointer { old in
        for place in range {
          let row = rows[place]
          precondition(UInt(bitPattern: row) < UInt(bitPattern: old.count), "a row that does not exist")
          out[place] = old[row]
        }
      }
    }
    values = { make(new) }
  }
}
