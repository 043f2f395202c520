public import PodiumCore

/// A file of NDBC standard meteorological data, read and checked line by line.
public struct StandardMetFile: Sendable {
  /// A skipped line, and why.
  public struct Refusal: Equatable, Sendable {
    public internal(set) var line: Int
    public let reason: String
  }

  public let header: StandardMetHeader
  /// The number of data lines.
  public private(set) var rowCount = 0
  /// In the order of the file.
  public private(set) var samples: [Sample] = []
  public private(set) var refused: [Refusal] = []
  /// The invalid cells of rows that were kept; they are missing.
  public private(set) var missed: [Refusal] = []
  /// The number of exact duplicates.
  public private(set) var repeated = 0
  public private(set) var remarks = SampleRemarks()
  /// For each variable the unit of the last digit that the file has of it, 0 where it has none.
  public private(set) var resolution = [Double](repeating: 0, count: Variable.allCases.count)

  /// A file of this size is worth two threads.
  private static let cutFrom = 200_000

  /// Throws what `StandardMetHeader` throws, `other-format` naming the product, `empty-file` and `no-rows`.
  public init(_ bytes: [UInt8], name: String, cancellation: Cancellation) throws(Diagnostic) {
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    func headerLine() -> [Substring] {
      let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
      // No file has this many columns; a longer line is refused for its cell count.
      let line = Substring(String(decoding: bytes[start..<end], as: UTF8.self))
      return line.split(maxSplits: 60, whereSeparator: { $0 == " " || $0 == "\t" || $0 == "\r" || $0 == "\r\n" })
    }
    func pass(_ lines: Int) {
      for _ in 0..<lines { start = min(bytes.count, (bytes[start...].firstIndex(of: 0x0A) ?? bytes.count) + 1) }
    }
    let first = headerLine()
    if !StandardMetHeader.isHeader(first), let kind = SurfFileKind.detect(bytes), kind != .standardMet {
      throw SurfFileKind.notLoaded(name, kind, wanted: SurfFileKind.standardMet.product)
    }
    let begin = start
    pass(1)
    let header = try StandardMetHeader(first, headerLine(), file: name)
    self.header = header
    start = begin
    pass(header.lineCount)
    try StandardMetFile.checkHeaders(bytes, from: start, first, lines: header.lineCount, name)

    let starts = StandardMetFile.cuts(bytes, from: start)
    let parts = Parallel.map(count: starts.count, threads: Parallel.processors) { part in
      StandardMetPart(
        bytes, starts[part]..<(part + 1 < starts.count ? starts[part + 1] : bytes.count), header: header,
        cancellation: cancellation)
    }
    try cancellation.check()
    take(parts)
    guard rowCount > 0 else {
      throw Diagnostic("empty-file", "'\(name)' has a header but no data rows")
    }
    dropRepeated()
    guard !samples.isEmpty else {
      throw Diagnostic(
        "no-rows", "none of the \(rowCount.counted("row")) in '\(name)' is valid",
        place: refused.first.map { .init(file: name, line: $0.line) }, cause: refused.first?.reason)
    }
    if header.age == .historical { readDoubtfulPressures() }
    remarks.noteOrder(of: samples)
  }

  /// Joined files have headers in the middle: throws `not-ndbc` where one names other columns, whose rows would be misread.
  private static func checkHeaders(
    _ bytes: [UInt8], from start: Int, _ first: [Substring], lines: Int, _ name: String
  ) throws(Diagnostic) {
    // `#YY`, `YY` or `YYYY`: data begin with a digit.
    for (place, range) in SurfText.lines(in: bytes, from: start, beginning: [0x23, 0x59]) {
      let words = Substring(String(decoding: bytes[range], as: UTF8.self))
        .split(maxSplits: 60, whereSeparator: { $0 == " " || $0 == "\t" || $0 == "\r" || $0 == "\r\n" })
      if StandardMetHeader.isHeader(words), words != first {
        let line = lines + place
        throw Diagnostic(
          "not-ndbc", "line \(line) of '\(name)' names other columns than its first line",
          help: "split the file there, and import each part", place: .init(file: name, line: line))
      }
    }
  }

  /// Where the parts of a file begin that are read at the same time, each at the start of a line.
  private static func cuts(_ bytes: [UInt8], from start: Int) -> [Int] {
    let count = bytes.count - start < cutFrom ? 1 : Parallel.processors
    var starts = [start]
    for part in 1..<max(1, count) {
      let wanted = start + (bytes.count - start) / count * part
      guard let line = bytes[wanted...].firstIndex(of: 0x0A), line + 1 < bytes.count,
        line + 1 > starts[starts.count - 1]
      else { continue }
      starts.append(line + 1)
    }
    return starts
  }

  /// Joins what was read of the parts.
  private mutating func take(_ parts: [StandardMetPart]) {
    var lines = header.lineCount
    var decimals = [Int](repeating: -1, count: header.fields.count)
    for part in parts {
      rowCount += part.rowCount
      if lines == 0 {
        samples += part.samples
      } else {
        samples.reserveCapacity(samples.count + part.samples.count)
        for var sample in part.samples {
          sample.line += lines
          samples.append(sample)
        }
      }
      refused += part.refused.map { Refusal(line: $0.line + lines, reason: $0.reason) }
      missed += part.missed.map { Refusal(line: $0.line + lines, reason: $0.reason) }
      remarks.add(part.remarks, after: lines)
      for (place, count) in part.decimals.enumerated() { decimals[place] = max(decimals[place], count) }
      lines += part.lineCount
    }
    for (field, count) in zip(header.fields, decimals) where count >= 0 {
      guard case .variable(let variable, let factor) = field else { continue }
      var digit = factor
      for _ in 0..<min(count, 9) { digit /= 10 }
      resolution[variable.rawValue] = digit
    }
  }

  /// Drops lines that repeat the time of an earlier one: those with the same values count as duplicates, others are
  /// refused.
  private mutating func dropRepeated() {
    let pairs = zip(samples, samples.dropFirst())
    // Files are in order of time, oldest or newest first, so that most need no search.
    if pairs.allSatisfy({ $0.time < $1.time }) || pairs.allSatisfy({ $0.time > $1.time }) { return }
    var seen: [Moment: Int] = [:]
    var kept: [Sample] = []
    for sample in samples {
      if let known = seen[sample.time] {
        if kept[known].hasSameValues(as: sample) {
          repeated += 1
        } else {
          refused.append(
            Refusal(
              line: sample.line, reason: "\(sample.time) is also on line \(kept[known].line) with other values"))
        }
        continue
      }
      seen[sample.time] = kept.count
      kept.append(sample)
    }
    samples = kept
    refused.sort { $0.line < $1.line }
  }

  /// Interprets pressures of exactly 999.0, which some files write for missing but a storm can also cause.
  ///
  /// The value is missing when all other readings within 6 hours are above 1005, or there are none.
  private mutating func readDoubtfulPressures() {
    let doubtful = samples.indices.filter { samples[$0][.pressure] == 999 }
    guard !doubtful.isEmpty else { return }
    let reach = 6 * 3_600_000_000
    let known = samples.filter { $0.has(.pressure) && $0[.pressure] != 999 }
      .map { (time: $0.time.microseconds, pressure: $0[.pressure]) }.ordered { $0.time < $1.time }
    for place in doubtful {
      let time = samples[place].time.microseconds
      var low = known.partitioningIndex { $0.time >= time - reach }
      var isStorm = false
      while low < known.count, known[low].time <= time + reach, !isStorm {
        isStorm = known[low].pressure <= 1005
        low += 1
      }
      if isStorm {
        remarks.add(.keptPressure, line: samples[place].line)
      } else {
        samples[place][.pressure] = .nan
        remarks.add(.missingPressure, line: samples[place].line)
      }
    }
  }
}

/// Why a row is skipped, as the end of a sentence.
public struct RowFault: Error {
  public let reason: String
  public init(_ reason: String) { self.reason = reason }
}
