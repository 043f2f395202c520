internal import PodiumCore

/// How the cells of a column of a large regular file are read.
enum BulkPlan: Sendable, Equatable {
  case integer
  case number
  case date
  case datetime
  case words
  /// Left to the reader of whole columns.
  case other
  /// Read in an earlier pass.
  case settled

  /// The bytes a cell takes at most while it is read and as a value; long texts take more.
  var cellBytes: Int {
    switch self {
    case .integer, .number: 8
    case .date: MemoryLayout<CalendarDate?>.stride
    case .datetime: MemoryLayout<Moment?>.stride
    case .words: 4
    case .other: 48
    case .settled: 0
    }
  }
}

/// The memory of a column's values while threads fill it, each its own rows.
///
/// Unsafe because two threads could be given the same rows; `CSVBulk` places each chunk after the rows before it.
enum BulkSlot: @unchecked Sendable {
  case integers(UnsafeMutablePointer<Int>)
  case numbers(UnsafeMutablePointer<Double>)
  case codes(UnsafeMutablePointer<Int32>)
  case dates(UnsafeMutablePointer<CalendarDate?>)
  case moments(UnsafeMutablePointer<Moment?>)
  case none

  /// Moves the values of some rows down to a lower row.
  func move(_ rows: Range<Int>, to row: Int) {
    switch self {
    case .integers(let p): p.advanced(by: row).update(from: p + rows.lowerBound, count: rows.count)
    case .numbers(let p): p.advanced(by: row).update(from: p + rows.lowerBound, count: rows.count)
    case .codes(let p): p.advanced(by: row).update(from: p + rows.lowerBound, count: rows.count)
    case .dates(let p): p.advanced(by: row).update(from: p + rows.lowerBound, count: rows.count)
    case .moments(let p): p.advanced(by: row).update(from: p + rows.lowerBound, count: rows.count)
    case .none: break
    }
  }
}

/// Arrays that are filled in place by threads and never copied.
///
/// The arrays nest, because the standard library gives out uninitialised memory only within a closure.
struct BulkColumns {
  private let plans: [BulkPlan]
  private let capacity: Int
  private(set) var integers: [Int: [Int]] = [:]
  private(set) var numbers: [Int: [Double]] = [:]
  private(set) var codes: [Int: [Int32]] = [:]
  private(set) var dates: [Int: [CalendarDate?]] = [:]
  private(set) var moments: [Int: [Moment?]] = [:]

  /// Reserves this many rows, lets `fill` write them, and keeps as many as it returns.
  init(_ plans: [BulkPlan], capacity: Int, fill: ([BulkSlot]) -> Int) {
    self.plans = plans
    self.capacity = capacity
    var slots: [BulkSlot] = []
    _ = build(&slots, fill)
  }

  private mutating func build(_ slots: inout [BulkSlot], _ fill: ([BulkSlot]) -> Int) -> Int {
    let place = slots.count
    guard place < plans.count else { return fill(slots) }
    var rows = 0
    switch plans[place] {
    case .integer: integers[place] = reserved(&slots, &rows, BulkSlot.integers, fill)
    case .number: numbers[place] = reserved(&slots, &rows, BulkSlot.numbers, fill)
    case .words: codes[place] = reserved(&slots, &rows, BulkSlot.codes, fill)
    case .date: dates[place] = reserved(&slots, &rows, BulkSlot.dates, fill)
    case .datetime: moments[place] = reserved(&slots, &rows, BulkSlot.moments, fill)
    case .other, .settled:
      slots.append(.none)
      rows = build(&slots, fill)
    }
    return rows
  }

  /// A column with room for the rows, which exists while the later ones are made and filled.
  private mutating func reserved<Element>(
    _ slots: inout [BulkSlot], _ rows: inout Int, _ slot: (UnsafeMutablePointer<Element>) -> BulkSlot,
    _ fill: ([BulkSlot]) -> Int
  ) -> [Element] {
    [Element](unsafeUninitializedCapacity: capacity) { memory, count in
      HugePages.ask(for: memory)
      slots.append(memory.baseAddress.map(slot) ?? .none)
      rows = build(&slots, fill)
      count = rows
    }
  }
}
