import PodiumCore

/// The score of one file: 10 at most.
///
/// The sum of success (1 unless the file is refused) and of precision, recall and F1 of three multisets: the names, the
/// rows below the first line, and the cells of all lines. As in the benchmark's metrics.py, names and rows compare
/// normalised cells, a row is its cells joined, and cells compare as written.
struct PollockScore {
  private var parts: [(name: String, value: Double)] = []

  /// The score of the rows that a reader returned, names first; nil if it refused the file.
  init(_ loaded: [[String]]?, expected: [[String]]) {
    guard let loaded else { return }
    parts.append(("success", 1))
    guard let names = expected.first else {
      for name in ["names", "rows", "cells"] { parts.append((name, 3)) }
      return
    }
    parts.append(("names", PollockScore.compare(loaded.first.map(normal) ?? [], normal(names))))
    parts.append(
      (
        "rows",
        PollockScore.compare(
          loaded.dropFirst().map { normal($0).joined() }, expected.dropFirst().map { normal($0).joined() })
      ))
    parts.append(("cells", PollockScore.compare(loaded.flatMap { $0 }, expected.flatMap { $0 })))

    func normal(_ cells: [String]) -> [String] { cells.map(PollockScore.normalised) }
  }

  /// The whole score.
  var total: Double { parts.reduce(0) { $0 + $1.value } }

  /// The score and what it consists of.
  var shown: String {
    guard !parts.isEmpty else { return "0 (refused)" }
    let shares = parts.dropFirst().map { "\($0.name) \(NumberText.fixed($0.value, 3))" }
    return "\(NumberText.fixed(total, 3)) (\(shares.joined(separator: ", ")) of 3)"
  }

  /// The sum of precision, recall and F1.
  private static func compare(_ found: [String], _ expected: [String]) -> Double {
    guard !expected.isEmpty else { return 3 }
    var left: [String: Int] = [:]
    for text in expected { left[text, default: 0] += 1 }
    var hits = 0
    for text in found {
      guard let count = left[text], count > 0 else { continue }
      left[text] = count - 1
      hits += 1
    }
    guard hits > 0 else { return 0 }
    let recall = Double(hits) / Double(expected.count)
    let precision = Double(hits) / Double(found.count)
    return recall + precision + 2 * recall * precision / (recall + precision)
  }

  /// A cell as the benchmark compares it: numbers by value, dates as ISO, times with seconds, amounts with two places.
  ///
  /// Only the forms that its files contain; days come first in its dates.
  static func normalised(_ cell: String) -> String {
    if let whole = Int(cell) { return String(whole) }
    if let number = Double(cell), cell.utf8.allSatisfy({ $0 < 0x3A }) { return String(number) }
    if cell.hasPrefix("$"), let amount = Double(cell.dropFirst()) { return "$\(amount)" }
    let times = cell.split(separator: ":", omittingEmptySubsequences: false)
    if (2...3).contains(times.count), times.allSatisfy({ $0.utf8.count == 2 && Int($0) != nil }) {
      return times.count == 2 ? cell + ":00" : cell
    }
    let days = cell.split(separator: "/", omittingEmptySubsequences: false)
    if days.count == 3, days.map(\.utf8.count) == [2, 2, 4], days.allSatisfy({ Int($0) != nil }) {
      return days.reversed().joined(separator: "-")
    }
    return cell.lowercased()
  }
}

/// Well-formed text with commas as rows of cells.
enum PollockText {
  static func rows(_ bytes: [UInt8]) -> [[String]] {
    var rows: [[String]] = []
    var row: [String] = []
    var cell: [UInt8] = []
    var isOpen = false
    var hasBegun = false
    var i = 0
    func take() -> String {
      defer { cell = [] }
      return String(decoding: cell, as: UTF8.self)
    }
    while i < bytes.count {
      let byte = bytes[i]
      i += 1
      hasBegun = true
      if isOpen {
        if byte != 0x22 {
          cell.append(byte)
        } else if i < bytes.count, bytes[i] == 0x22 {
          cell.append(byte)
          i += 1
        } else {
          isOpen = false
        }
      } else if byte == 0x22 {
        isOpen = true
      } else if byte == 0x2C {
        row.append(take())
      } else if byte == 0x0A {
        row.append(take())
        rows.append(row)
        row = []
        hasBegun = false
      } else {
        cell.append(byte)
      }
    }
    if hasBegun { rows.append(row + [take()]) }
    return rows
  }
}
