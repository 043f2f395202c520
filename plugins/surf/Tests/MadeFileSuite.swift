import PodiumCore
import PodiumEngine
import PodiumPlugin
import Testing

/// Tests that run commands on made files at one spot, and look at what they give.
protocol MadeFileSuite {}

extension MadeFileSuite {
  static var ramp: String { "surf spot add Ramp 43.3,-8.6 zone=Europe/Madrid facing=330" }

  /// The first table of a report.
  func output(_ report: CommandReport?) -> TableOutput? {
    for output in report?.outputs ?? [] { if case .table(let table) = output { return table } }
    return nil
  }

  /// A column of that table as texts.
  func column(_ report: CommandReport?, _ name: String) -> [String] {
    guard let column = output(report)?.table[name] else { return [] }
    return (0..<column.count).map { column[$0].fileText }
  }

  /// A field of the first record of a report.
  func field(_ report: CommandReport?, _ name: String) -> String? {
    for output in report?.outputs ?? [] {
      if case .record(let record) = output { return record.fields.first { $0.name == name }?.values.first?.fileText }
    }
    return nil
  }
}
