import PodiumCore
import PodiumPlugin
import PodiumTestKit

@testable import SkiPlugin

/// A bundle made for a test, file by file, without a disk.
struct MadeBundle: ImportContext {
  var name = "made"
  var isFolder = true
  var contents: [String: String]
  let cancellation = Cancellation()

  var files: [String] { contents.keys.sorted(by: CodePointOrder.precedes) }

  /// Two sessions of two pairs each, with no missing values.
  init() {
    contents = [
      "participations.csv": "session,serial_number,rank\n10,007,2\n2,012,1\n10,012,1\n2,007,2\n",
      "sessions.csv": """
      session,time_of_test,air_temperature_c
      2,2018-01-08T09:00:00Z,-15
      10,2018-02-08T09:00:00Z,0.5

      """,
      "snow.csv": """
      session,snow_type,percentage
      2,Old snow,100
      10,New snow,30
      10,Wet snow,70

      """,
      "ski_pairs.csv": "serial_number,ski_type,ski_base\n007,Cold,Black\n012,Warm,White\n",
      "grinding_moments.csv": """
      serial_number,grinding,date
      007,A,2017-11-01T09:00:00Z
      007,B,2018-02-01T09:00:00Z
      012,C,2017-11-01T09:00:00Z

      """,
    ]
  }

  func bytes(of file: String) throws(Diagnostic) -> [UInt8] {
    guard let text = contents[file] else { throw Diagnostic("unknown-file", "there is no file '\(file)'") }
    return Array(text.utf8)
  }

  /// Reads plain tables only: cells have no quotes here.
  func table(of file: String, options: DelimitedOptions) throws(Diagnostic) -> DelimitedTable {
    let lines = String(decoding: try bytes(of: file), as: UTF8.self).split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    var columns: [Column] = []
    var notes: [String] = []
    for (place, name) in (lines.first ?? []).enumerated() {
      let cells = lines.dropFirst().map { $0[place] }
      let type = options.types[name] ?? Self.type(of: cells)
      let values = cells.map { Self.value(of: $0, type) }
      let misfits = zip(cells, values).filter { !$0.isEmpty && $1.isMissing }.map(\.0)
      if !misfits.isEmpty {
        notes.append("column '\(name)': \(misfits.joined(separator: ", ")) became missing")
      }
      switch type {
      case .category: columns.append(Column(name, .category(Categorical(values.map(Self.text)))))
      case .datetime:
        columns.append(
          Column(name, .datetime(values.map { if case .datetime(let t) = $0 { t } else { nil } })))
      case .number: columns.append(Column(name, .number(values.map { $0.asNumber ?? .nan })))
      default: columns.append(Column(name, values: values))
      }
    }
    return DelimitedTable(try Table(columns), notes: notes)
  }

  private static func text(_ value: Value) -> String? { value.isMissing ? nil : value.fileText }

  private static func type(of cells: [String]) -> ColumnType {
    let filled = cells.filter { !$0.isEmpty }
    if filled.allSatisfy({ Int($0) != nil }) { return .integer }
    if filled.allSatisfy({ Double($0) != nil }) { return .number }
    return filled.allSatisfy { Moment(iso: $0) != nil } ? .datetime : .category
  }

  private static func value(of cell: String, _ type: ColumnType) -> Value {
    switch type {
    case _ where cell.isEmpty: .missing
    case .integer: Int(cell).map(Value.integer) ?? .missing
    case .number: Double(cell).map(Value.number) ?? .missing
    case .datetime:
      (Moment(iso: cell) ?? CalendarDate(iso: cell).map { Moment(microseconds: $0.days * 86_400_000_000) })
        .map(
          Value.datetime) ?? .missing
    default: .text(cell)
    }
  }
}
