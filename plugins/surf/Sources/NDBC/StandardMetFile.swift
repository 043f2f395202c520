internal import PodiumCore

/// A file of NDBC standard meteorological data, read and checked line by line.
struct StandardMetFile {
  /// A skipped line, and why.
  struct Refusal: Equatable {
    let line: Int
    let reason: String
  }

  let header: StandardMetHeader
  /// The number of data lines.
  private(set) var rowCount = 0
  /// In the order of the file.
  private(set) var samples: [Sample] = []
  private(set) var refused: [Refusal] = []
  /// The number of exact duplicates.
  private(set) var repeated = 0
  private(set) var remarks = SampleRemarks()

  /// Throws what `StandardMetHeader` throws, `other-format` naming the product, `empty-file` and `no-rows`.
  init(_ bytes: [UInt8], name: String, cancellation: Cancellation) throws(Diagnostic) {
    var text = String(decoding: bytes, as: UTF8.self)
    if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
    let lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    func words(_ place: Int) -> [Substring] {
      guard lines.indices.contains(place) else { return [] }
      // No file has this many columns; a longer line is refused for its cell count.
      return lines[place].split(maxSplits: 60, whereSeparator: { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }).map {
        Substring($0)
      }
    }
    let first = words(0)
    if !StandardMetHeader.isHeader(first), let product = ForeignFormat.name(of: bytes) {
      throw ForeignFormat.refusal(of: name, product: product, wanted: ForeignFormat.standardMet)
    }
    header = try StandardMetHeader(first, words(1), file: name)
    var seen: [Moment: Int] = [:]
    for place in header.lineCount..<max(lines.count, header.lineCount) {
      if place % 1024 == 0 { try cancellation.check() }
      let cells = words(place)
      if cells.isEmpty || cells[0].hasPrefix("#") { continue }
      rowCount += 1
      do throws(RowFault) {
        var sample = try header.sample(cells, line: place + 1)
        var noted = remarks
        try SampleCheck.check(&sample, &noted)
        if let known = seen[sample.time] {
          guard samples[known].hasSameValues(as: sample) else {
            throw RowFault("\(sample.time) is also on line \(samples[known].line) with other values")
          }
          repeated += 1
          continue
        }
        seen[sample.time] = samples.count
        samples.append(sample)
        remarks = noted
      } catch {
        refused.append(Refusal(line: place + 1, reason: error.reason))
      }
    }
    guard rowCount > 0 else {
      throw Diagnostic("empty-file", "'\(name)' has a header but no data rows")
    }
    guard !samples.isEmpty else {
      throw Diagnostic(
        "no-rows", "none of the \(rowCount.counted("row")) in '\(name)' is valid",
        place: refused.first.map { .init(file: name, line: $0.line) }, cause: refused.first?.reason)
    }
    if header.age == .historical { readDoubtfulPressures() }
    remarks.noteOrder(of: samples)
  }

  /// The first and last time.
  var span: (from: Moment, to: Moment)? {
    guard let first = samples.first?.time else { return nil }
    return samples.reduce((first, first)) { (min($0.0, $1.time), max($0.1, $1.time)) }
  }

  /// Interprets pressures of exactly 999.0, which some files write for missing but a storm can also cause.
  ///
  /// The value is missing when all other readings within 6 hours are above 1005, or there are none.
  private mutating func readDoubtfulPressures() {
    let doubtful = samples.indices.filter { samples[$0][.pressure] == 999 }
    guard !doubtful.isEmpty else { return }
    let reach = 6 * 3_600_000_000
    let known = samples.filter { $0.has(.pressure) && $0[.pressure] != 999 }
      .map { (time: $0.time.microseconds, pressure: $0[.pressure]) }.sorted { $0.time < $1.time }
    for place in doubtful {
      let time = samples[place].time.microseconds
      var low = 0
      var high = known.count
      while low < high {
        let middle = (low + high) / 2
        if known[middle].time < time - reach { low = middle + 1 } else { high = middle }
      }
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
struct RowFault: Error {
  let reason: String
  init(_ reason: String) { self.reason = reason }
}
