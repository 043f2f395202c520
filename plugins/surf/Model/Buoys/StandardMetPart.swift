internal import PodiumCore

/// The rows of a stretch of a file of standard meteorological data; lines count from 1 within it.
///
/// A year of 50 stations is 250 MB of text, so cells are read as bytes, and become text only where something is wrong.
struct StandardMetPart: Sendable {
  private(set) var lineCount = 0
  private(set) var rowCount = 0
  private(set) var samples: [Sample] = []
  private(set) var refused: [StandardMetFile.Refusal] = []
  /// The invalid cells of rows that were kept.
  private(set) var missed: [StandardMetFile.Refusal] = []
  private(set) var remarks = SampleRemarks()
  /// The most decimals of each column after the time; −1 for one without a number.
  private(set) var decimals: [Int]

  init(_ bytes: [UInt8], _ range: Range<Int>, header: StandardMetHeader, cancellation: Cancellation) {
    decimals = [Int](repeating: -1, count: header.fields.count)
    samples.reserveCapacity(range.count / 80)
    bytes.withUnsafeBufferPointer { read(CellText($0), range, header, cancellation) }
  }

  private mutating func read(
    _ text: CellText, _ range: Range<Int>, _ header: StandardMetHeader, _ cancellation: Cancellation
  ) {
    var cells: [Range<Int>] = []
    var place = range.lowerBound
    while place < range.upperBound {
      cells.removeAll(keepingCapacity: true)
      place = text.cells(from: place, to: range.upperBound, &cells)
      lineCount += 1
      if lineCount % 4096 == 0, cancellation.isCancelled { return }
      // Headers of joined files: with a mark, or older ones without.
      guard let first = cells.first, text[first.lowerBound] != 0x23, text[first.lowerBound] != 0x59 else { continue }
      rowCount += 1
      do throws(RowFault) {
        var faults: [String] = []
        var sample = try row(cells, text, header, &faults)
        var noted = remarks
        faults += SampleCheck.check(&sample, &noted)
        // A row of mostly invalid cells is damaged as a whole: its cells may be in the wrong columns.
        if let first = faults.first, faults.count > sample.valueCount { throw RowFault(first) }
        remarks = noted
        samples.append(sample)
        missed += faults.map { StandardMetFile.Refusal(line: lineCount, reason: $0) }
      } catch {
        refused.append(.init(line: lineCount, reason: error.reason))
      }
    }
  }

  /// Reads the cells of a row into SI units; missing values are NaN, and so are cells that are not numbers.
  private mutating func row(
    _ cells: [Range<Int>], _ text: CellText, _ header: StandardMetHeader, _ faults: inout [String]
  ) throws(RowFault) -> Sample {
    guard cells.count == header.cellCount else {
      throw RowFault("\(cells.count.counted("cell")), but the header has \(header.cellCount)")
    }
    let timeCells = header.hasMinutes ? 5 : 4
    var sample = Sample(
      try time(cells[..<timeCells], text, hasMinutes: header.hasMinutes), line: lineCount,
      extras: header.extras.isEmpty ? [] : [Double](repeating: .nan, count: header.extras.count))
    for (place, field) in header.fields.enumerated() {
      let cell = cells[timeCells + place]
      // In the header MM is the month; in a row it means missing.
      if cell.count == 2, text[cell.lowerBound] == 0x4D, text[cell.lowerBound + 1] == 0x4D { continue }
      guard let (number, digits) = text.number(cell) else {
        faults.append("'\(text.shown(cell))' is not a number")
        continue
      }
      switch field {
      case .extra(let place): sample.extras[place] = number
      case .variable(let variable, let factor):
        if header.age == .historical, number == StandardMetHeader.nines(of: variable) { continue }
        if digits > decimals[place] { decimals[place] = digits }
        sample[variable] = factor == 1 ? number : number * factor
      }
    }
    return sample
  }

  private func time(_ cells: ArraySlice<Range<Int>>, _ text: CellText, hasMinutes: Bool) throws(RowFault) -> Moment {
    var numbers = (0, 0, 0, 0, 0)
    for (place, cell) in cells.enumerated() {
      guard let number = text.digits(cell) else {
        throw RowFault("'\(text.shown(cell))' is not part of a time")
      }
      switch place {
      case 0: numbers.0 = number
      case 1: numbers.1 = number
      case 2: numbers.2 = number
      case 3: numbers.3 = number
      default: numbers.4 = number
      }
    }
    // Years had two digits until 1998, and no buoy is older than 1970.
    let year = cells.first?.count == 2 && numbers.0 >= 70 ? 1900 + numbers.0 : numbers.0
    guard year >= 1970, let date = CalendarDate(year: year, month: numbers.1, day: numbers.2), numbers.3 < 24,
      numbers.4 < 60
    else {
      let words = cells.map { text.shown($0) }.joined(separator: " ")
      throw RowFault("'\(words)' is not a valid time since 1970")
    }
    return Moment(microseconds: (date.days * 1440 + numbers.3 * 60 + numbers.4) * 60_000_000)
  }
}

/// Bytes of a file as cells between blanks.
struct CellText {
  private let bytes: UnsafeBufferPointer<UInt8>

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  subscript(place: Int) -> UInt8 { bytes[place] }

  /// No file has this many columns; a longer line is refused for its cell count.
  private static let mostCells = 61

  /// The cells of the line at a place; gives the start of the next line.
  func cells(from start: Int, to end: Int, _ cells: inout [Range<Int>]) -> Int {
    var place = start
    while place < end {
      let byte = bytes[place]
      if byte == 0x0A { return place + 1 }
      if byte == 0x20 || byte == 0x09 || byte == 0x0D {
        place += 1
        continue
      }
      let first = place
      while place < end, bytes[place] != 0x20, bytes[place] != 0x0A, bytes[place] != 0x09, bytes[place] != 0x0D {
        place += 1
      }
      if cells.count < CellText.mostCells { cells.append(first..<place) }
    }
    return end
  }

  /// A whole number of digits alone; nil for anything else.
  func digits(_ cell: Range<Int>) -> Int? {
    guard cell.count <= 9 else { return nil }
    var number = 0
    for place in cell {
      let digit = bytes[place] &- 0x30
      guard digit <= 9 else { return nil }
      number = number * 10 + Int(digit)
    }
    return number
  }

  /// A number as instruments write it, with its decimals; nil for anything else.
  func number(_ cell: Range<Int>) -> (value: Double, decimals: Int)? {
    var place = cell.lowerBound
    var isNegative = false
    if place < cell.upperBound, bytes[place] == 0x2D || bytes[place] == 0x2B {
      isNegative = bytes[place] == 0x2D
      place += 1
    }
    var digits = 0
    var decimals = 0
    var number = 0
    var hasPoint = false
    while place < cell.upperBound {
      let byte = bytes[place]
      if byte == 0x2E, !hasPoint {
        hasPoint = true
      } else if byte >= 0x30, byte <= 0x39 {
        number = number * 10 + Int(byte - 0x30)
        digits += 1
        if hasPoint { decimals += 1 }
        // Up to here the quotient of whole numbers is the nearest to the decimal.
        if digits > 15 { return long(cell) }
      } else {
        return nil
      }
      place += 1
    }
    guard digits > 0 else { return nil }
    let value = Double(number) / CellText.powers[decimals]
    return (isNegative ? -value : value, decimals)
  }

  private static let powers: [Double] = (0...15).map { (0..<$0).reduce(1.0) { power, _ in power * 10 } }

  private func long(_ cell: Range<Int>) -> (Double, Int)? {
    InstrumentNumber.read(String(decoding: bytes[cell], as: UTF8.self)).map { ($0, 9) }
  }

  /// The beginning of a cell as text for a message.
  func shown(_ cell: Range<Int>) -> String { String(String(decoding: bytes[cell], as: UTF8.self).prefix(20)) }
}
