public import PodiumCore

/// Moments with some numbers each, packed into bytes.
///
/// Moments are whole seconds. The numbers of a column are whole multiples of a power of ten, kept in as few bytes as
/// their range needs; others are kept as they are. Missing numbers cost a bit each.
public struct PackedSeries: Sendable, Equatable {
  /// The numbers of one variable, one for each moment, NaN where it is missing.
  public struct Column: Sendable {
    /// What it holds; a small number that its user gives a meaning.
    public let code: Int
    /// The decimals that are kept, at most 9.
    public let decimals: Int
    public let values: [Double]

    public init(code: Int, decimals: Int, values: [Double]) {
      (self.code, self.decimals, self.values) = (code, max(0, min(9, decimals)), values)
    }
  }

  public let times: [Moment]
  public let columns: [Column]

  /// The most moments of a series, and the most columns.
  public static let mostRows = 20_000
  public static let mostColumns = 100

  /// Nil for too many moments or columns, for moments out of order, and where columns have other lengths.
  public init?(times: [Moment], columns: [Column]) {
    guard times.count <= PackedSeries.mostRows, columns.count <= PackedSeries.mostColumns,
      columns.allSatisfy({ $0.values.count == times.count && $0.code >= 0 }),
      zip(times, times.dropFirst()).allSatisfy({ $0 < $1 })
    else { return nil }
    (self.times, self.columns) = (times, columns)
  }

  /// A column; nil where the series has none of that code.
  public subscript(code: Int) -> [Double]? { columns.first { $0.code == code }?.values }

  private static let version: UInt8 = 1

  /// A number as a series gives it back that keeps some decimals of it.
  public static func rounded(_ value: Double, decimals: Int) -> Double {
    ScaledNumbers.rounded(value, decimals: decimals)
  }

  // MARK: Writing

  /// The series in bytes; the same series gives the same bytes.
  public var bytes: [UInt8] {
    var out = ByteWriter()
    out.put(PackedSeries.version)
    out.put(whole: times.count)
    let seconds = times.map { $0.microseconds.flooredQuotient(by: 1_000_000) }
    if let first = seconds.first {
      let steps = zip(seconds, seconds.dropFirst()).map { $1 - $0 }
      let isRegular = steps.allSatisfy { $0 == steps[0] }
      out.put(UInt8(isRegular ? 0 : 1))
      out.put(signed: first)
      for step in isRegular ? Array(steps.prefix(1)) : steps { out.put(whole: step) }
    }
    out.put(whole: columns.count)
    for column in columns { PackedSeries.put(column, &out) }
    return out.bytes
  }

  private static func put(_ column: Column, _ out: inout ByteWriter) {
    out.put(whole: column.code)
    let known = column.values.filter { !$0.isNaN }
    let isWhole = known.count == column.values.count
    let scaled = ScaledNumbers(known, decimals: column.decimals)
    // One byte for what follows: the decimals or 15 for numbers as they are, and whether a mask comes first.
    out.put(UInt8(scaled?.decimals ?? 15) | (isWhole ? 0 : 0x80))
    if !isWhole { out.put(mask: column.values.map { !$0.isNaN }) }
    guard let scaled else {
      for number in known { out.put(bits: number.bitPattern, bytes: 8) }
      return
    }
    out.put(signed: scaled.least)
    out.put(UInt8(scaled.width))
    for number in scaled.numbers { out.put(bits: UInt64(number - scaled.least), bytes: scaled.width) }
  }

  // MARK: Reading

  /// Reads what `bytes` wrote; nil for anything else.
  public init?(_ bytes: [UInt8]) {
    let series = bytes.withUnsafeBufferPointer { PackedSeries.read(ByteReader($0)) }
    guard let series else { return nil }
    self = series
  }

  private static func read(_ start: ByteReader) -> PackedSeries? {
    var source = start
    guard source.byte() == version, let count = source.whole(), count <= mostRows else { return nil }
    var times: [Moment] = []
    times.reserveCapacity(count)
    if count > 0 {
      guard let form = source.byte(), form <= 1, var second = source.signed() else { return nil }
      let step = form == 0 && count > 1 ? source.whole() : nil
      for place in 0..<count {
        if place > 0 {
          guard let step = form == 0 ? step : source.whole(), step > 0 else { return nil }
          second = second.addingReportingOverflow(step).partialValue
        }
        let (moment, overflow) = second.multipliedReportingOverflow(by: 1_000_000)
        guard !overflow, times.last.map({ $0.microseconds < moment }) ?? true else { return nil }
        times.append(Moment(microseconds: moment))
      }
    }
    guard let columnCount = source.whole(), columnCount <= mostColumns else { return nil }
    var columns: [Column] = []
    for _ in 0..<columnCount {
      guard let column = column(count, &source) else { return nil }
      columns.append(column)
    }
    return source.isAtEnd ? PackedSeries(times: times, columns: columns) : nil
  }

  private static func column(_ count: Int, _ source: inout ByteReader) -> Column? {
    guard let code = source.whole(), let head = source.byte() else { return nil }
    var values = [Double](repeating: .nan, count: count)
    let mask = head & 0x80 == 0 ? nil : source.mask(count)
    if head & 0x80 != 0, mask == nil { return nil }
    let form = Int(head & 0x7F)
    if form == 15 {
      for place in 0..<count where mask?[place] ?? true {
        guard let bits = source.bits(bytes: 8) else { return nil }
        values[place] = Double(bitPattern: bits)
      }
      return Column(code: code, decimals: 9, values: values)
    }
    guard form <= 9, let least = source.signed(), let width = source.byte(), [0, 1, 2, 4].contains(width) else {
      return nil
    }
    let power = ScaledNumbers.powers[form]
    for place in 0..<count where mask?[place] ?? true {
      guard let bits = source.bits(bytes: Int(width)) else { return nil }
      values[place] = Double(least.addingReportingOverflow(Int(bits)).partialValue) / power
    }
    return Column(code: code, decimals: form, values: values)
  }

  /// Whether both hold the same moments and numbers, whatever the decimals.
  public static func == (a: PackedSeries, b: PackedSeries) -> Bool {
    a.times == b.times && a.columns.count == b.columns.count
      && zip(a.columns, b.columns).allSatisfy { one, other in
        one.code == other.code
          && zip(one.values, other.values).allSatisfy { $0 == $1 || ($0.isNaN && $1.isNaN) }
      }
  }
}

/// Numbers as whole multiples of a power of ten, with as few decimals as they have.
struct ScaledNumbers {
  static let powers: [Double] = [1, 10, 100, 1000, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]

  private(set) var decimals: Int
  private(set) var numbers: [Int]
  let least: Int
  /// The bytes that each number above the least needs: 0, 1, 2 or 4.
  let width: Int

  /// Nil where a number is too large for the decimals, or the range for 4 bytes.
  init?(_ values: [Double], decimals: Int) {
    self.decimals = decimals
    numbers = []
    numbers.reserveCapacity(values.count)
    for value in values {
      let scaled = (value * ScaledNumbers.powers[decimals]).rounded()
      guard scaled.magnitude < 9e15, let number = Int(exactly: scaled) else { return nil }
      numbers.append(number)
    }
    while self.decimals > 0, numbers.allSatisfy({ $0 % 10 == 0 }) {
      self.decimals -= 1
      for place in numbers.indices { numbers[place] /= 10 }
    }
    least = numbers.min() ?? 0
    switch (numbers.max() ?? 0) - least {
    case 0: width = 0
    case ..<0x100: width = 1
    case ..<0x1_0000: width = 2
    case ..<0x1_0000_0000: width = 4
    default: return nil
    }
  }

  /// A number as a series gives it back.
  static func rounded(_ value: Double, decimals: Int) -> Double {
    let power = powers[max(0, min(9, decimals))]
    let scaled = (value * power).rounded()
    return scaled.magnitude < 9e15 ? scaled / power + 0 : value
  }
}
