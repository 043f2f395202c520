/// The memory that tables take together; what they share counts once.
///
/// An estimate for limits: arrays by their size, longer texts by a sample from their whole length.
public struct Footprint: Sendable {
  /// The bytes counted so far.
  public private(set) var bytes = 0
  /// The storage seen so far, by its address. An address stands for its storage while the tables counted live.
  private var seen: Set<UInt> = []

  /// Nothing is counted yet.
  public init() {}

  /// Counts the parts of a table that were not counted before.
  public mutating func add(_ table: Table) {
    guard isNew(table.columns) else { return }
    for column in table.columns {
      switch column.values {
      case .number(let values): count(values)
      case .integer(let values): count(values)
      case .category(let values), .ordered(let values):
        count(values.codes)
        if isNew(values.levels) { bytes += Footprint.texts(values.levels.count) { values.levels[$0] } }
      case .text(let values):
        if isNew(values) { bytes += Footprint.texts(values.count) { values[$0] } }
      case .boolean(let values): count(values)
      case .date(let values): count(values)
      case .datetime(let values): count(values)
      }
    }
  }

  /// Counts bytes that nothing else shares.
  public mutating func add(bytes more: Int) { bytes = bytes.addingReportingOverflow(more).partialValue }

  /// Counts bytes that all copies of something share, once; the identity stands for it while it lives.
  public mutating func add(bytes more: Int, sharedBy identity: ObjectIdentifier) {
    if seen.insert(UInt(bitPattern: identity)).inserted { add(bytes: more) }
  }

  private mutating func count<Element>(_ values: [Element]) {
    if isNew(values) { bytes += values.count * MemoryLayout<Element>.stride }
  }

  /// Whether an array's storage was not seen before; arrays that were not changed since they were copied share theirs.
  private mutating func isNew<Element>(_ values: [Element]) -> Bool {
    if values.isEmpty { return false }
    return values.withUnsafeBufferPointer { seen.insert(UInt(bitPattern: $0.baseAddress)).inserted }
  }

  /// The bytes of so many texts, by some hundred of them from the first to the last.
  private static func texts(_ count: Int, _ text: (Int) -> String?) -> Int {
    // An odd distance, so that it misses no rhythm of the rows that is even.
    let step = count / 256 | 1
    var (sampled, outside) = (0, 0)
    for place in stride(from: 0, to: count, by: step) {
      sampled += 1
      // Up to fifteen bytes are in the array itself, longer texts in storage of their own.
      if let bytes = text(place)?.utf8.count, bytes > 15 { outside += bytes + 32 }
    }
    return count * MemoryLayout<String>.stride + (sampled == 0 ? 0 : outside * (count / sampled))
  }
}
