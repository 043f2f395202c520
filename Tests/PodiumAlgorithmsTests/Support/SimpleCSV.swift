import Foundation
import PodiumCore
import Testing

/// A reader for the well-formed files of these tests: quoted cells, empty for missing, no line breaks in cells.
enum SimpleCSV {
  /// The cells of a file, line by line.
  static func cells(_ path: String) throws -> [[String]] {
    try String(contentsOfFile: path, encoding: .utf8).split(whereSeparator: \.isNewline).map(cells)
  }

  /// Columns named in `categories` hold names, all others numbers; `missing` lists rows whose cells are omitted.
  static func table(_ path: String, categories: Set<String>, missing: [String: [Int]] = [:]) throws -> Table {
    let lines = try cells(path)
    let names = try #require(lines.first)
    return try Table(
      names.enumerated().map { place, name in
        var column = lines.dropFirst().map { $0[place] }
        for row in missing[name] ?? [] { column[row] = "" }
        if categories.contains(name) {
          return Column(name, .category(Categorical(column.map { $0.isEmpty ? nil : $0 })))
        }
        return Column(name, .number(column.map { Double($0) ?? .nan }))
      })
  }

  /// The cells of a file as one dictionary a line.
  static func records(_ path: String) throws -> [[String: String]] {
    let lines = try cells(path)
    let names = try #require(lines.first)
    return lines.dropFirst().map { Dictionary(zip(names, $0), uniquingKeysWith: { first, _ in first }) }
  }

  private static func cells(_ line: Substring) -> [String] {
    var cells = [""]
    var isQuoted = false
    var before: Character?
    for character in line {
      let last = cells.count - 1
      if character == "\"" {
        // Of a doubled quote the second opens the cell again and stands for itself.
        if !isQuoted, before == "\"" { cells[last].append("\"") }
        isQuoted.toggle()
      } else if character == ",", !isQuoted {
        cells.append("")
      } else {
        cells[last].append(character)
      }
      before = character
    }
    return cells
  }
}
