public import PodiumCore
public import PodiumPlugin

extension CommandReport {
  public var firstTable: Table? {
    outputs.lazy.compactMap { if case .table(let output) = $0 { output.table } else { nil } }.first
  }

  /// The texts of a column of the first table.
  public func column(_ name: String) -> [String] {
    guard let table = firstTable, let column = table[name] else { return [] }
    return (0..<table.rowCount).map { column[$0].fileText }
  }

  /// The numbers of a column of the first table.
  public func numbers(_ name: String) -> [Double] { firstTable?[name]?.numbers ?? [] }

  /// A field of the first record.
  public func field(_ name: String) -> String {
    let record = outputs.lazy.compactMap { if case .record(let output) = $0 { output } else { nil } }.first
    return record?.fields.first { $0.name == name }?.values.map(\.fileText).joined(separator: " ") ?? ""
  }
}
