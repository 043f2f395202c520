import Foundation
import PodiumCore
import PodiumStatistics
import PodiumTestKit
import Testing

/// A made table with the answers of SciPy, statsmodels and mpmath (`Expected/make_reference.py`) and R (`Expected/add_r.py`).
struct ReferenceCase: Sendable, CustomTestStringConvertible {
  let number: Int
  let json: JSONValue

  static let all: [ReferenceCase] = {
    let path = Checkout.path("Tests/PodiumStatisticsTests/Expected/reference.json")
    guard let data = FileManager.default.contents(atPath: path), let file = try? JSONReader.value(data),
      let cases = file["cases"]?.array
    else { return [] }
    return cases.enumerated().map { ReferenceCase(number: $0, json: $1) }
  }()

  static func all(_ kinds: String...) -> [ReferenceCase] { all.filter { kinds.contains($0.kind) } }

  var kind: String { json["kind"]?.string ?? "" }
  var testDescription: String { "\(number): \(json["name"]?.string ?? kind)" }

  func numbers(_ key: String) throws -> [Double] {
    try #require(json[key]?.array).map { try #require($0.number) }
  }

  func groups() throws -> [[Double]] {
    try #require(json["groups"]?.array).map { try #require($0.array).map { try #require($0.number) } }
  }

  func counts() throws -> [[Int]] {
    try #require(json["counts"]?.array).map { try #require($0.array).map { try #require($0.integer) } }
  }

  /// Compares a figure with the reference, and with R where R has it, 1e-8 of it at most apart.
  func expect(_ key: String, _ found: Double?, _ location: SourceLocation = #_sourceLocation) throws {
    let wanted = try #require(json[key]?.number)
    expect(key, found, wanted, location)
    if let other = json["r"]?[key]?.number { expect("R's " + key, found, other, location) }
  }

  func expect(_ key: String, _ found: Double?, _ wanted: Double, _ location: SourceLocation = #_sourceLocation) {
    let found = found ?? .nan
    // What rounding leaves of 0 has no relative error.
    let slack = max(1e-8 * wanted.magnitude, wanted == 0 ? 1e-12 : 1e-300)
    #expect(
      (found - wanted).magnitude <= slack, "\(testDescription): \(key) is \(found), the reference \(wanted)",
      sourceLocation: location)
  }

  /// A column of the case: numbers, or text.
  func column(_ name: String, _ cells: JSONValue?) throws -> Column {
    let cells = try #require(cells?.array)
    if cells.contains(where: { $0.string != nil }) { return Column(name, .text(cells.map(\.string))) }
    return Column(name, .number(cells.map { $0.number ?? .nan }))
  }

  /// The regression of the case, fitted.
  func regression() throws -> Regression {
    let names = try #require(json["names"]?.array).map { try #require($0.string) }
    let columns = try zip(names, #require(json["columns"]?.array)).map { try column($0, $1) }
    let y = try column("y", json["y"])
    let group = json["group"]?.array == nil ? nil : try column("group", json["group"])
    let design = try Design(
      columns, beside: [y] + [group].compactMap(\.self), rows: Array(0..<y.count), Cancellation())
    var errors = Regression.Errors.model
    if json["se_kind"]?.string == "robust" { errors = .robust }
    if let group {
      let clusters = Grouping(of: [group], rows: design.rows, count: design.rows.count)
      errors = .clusters(clusters.groups.map { Int($0) }, count: clusters.count)
    }
    switch kind {
    case "linear":
      let numbers = try #require(y.numbers)
      return try Regression(numbers: design.rows.map { numbers[$0] }, design, errors: errors, Cancellation())
    case "logistic":
      let classes = try Classes(y, rows: design.rows)
      return try Regression(odds: classes.codes.map(Double.init), design, errors: errors, Cancellation())
    default:
      let levels = try #require(json["levels"]?.array).map { try #require($0.string) }
      let cells = try #require(json["y"]?.array).map { cell in
        Int32(try #require(levels.firstIndex(of: cell.string ?? "")))
      }
      let classes = try Classes(
        Column("y", .ordered(Categorical(levels: levels, codes: cells))), rows: design.rows)
      return try Regression(ordered: classes.codes, classes: classes.names, design, Cancellation())
    }
  }
}
