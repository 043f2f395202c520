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
    case .integer:
      integers[place] = [Int](unsafeUninitializedCapacity: capacity) { memory, count in
        HugePages.ask(for: memory)
        slots.append(memory.baseAddress.map(BulkSlot.integers) ?? .none)
        rows = build(&slots, fill)
        count = rows
      }
    case .number:
      numbers[place] = [Double](unsafeUninitializedCapacity: capacity) { memory, count in
        HugePages.ask(for: memory)
        slots.append(memory.baseAddress.map(BulkSlot.numbers) ?? .none)
        rows = build(&slots, fill)
        count = rows
      }
    case .words:
      codes[place] = [Int32](unsafeUninitializedCapacity: capacity) { memory, count in
        HugePages.ask(for: memory)
        slots.append(memory.baseAddress.map(BulkSlot.codes) ?? .none)
        rows = build(&slots, fill)
        count = rows
      }
    case .date:
      dates[place] = [CalendarDate?](unsafeUninitializedCapacity: capacity) { memory, count in
        HugePages.ask(for: memory)
        slots.append(memory.baseAddress.map(BulkSlot.dates) ?? .none)
        rows = build(&slots, fill)
        count = rows
      }
    case .datetime:
      moments[place] = [Moment?](unsafeUninitializedCapacity: capacity) { memory, count in
        HugePages.ask(for: memory)
        slots.append(memory.baseAddress.map(BulkSlot.moments) ?? .none)
        rows = build(&slots, fill)
        count = rows
      }
    case .other, .settled:
      slots.append(.none)
      rows = build(&slots, fill)
    }
    return rows
  }
}
