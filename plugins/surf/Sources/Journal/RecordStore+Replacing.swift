internal import PodiumCore
internal import PodiumPlugin

extension RecordStore {
  /// Merges rows by their natural key so that each record is as its row: a value that the row lacks is removed.
  ///
  /// `merge` alone keeps the values that a row lacks, since files often lack columns.
  func replace(
    _ table: Table, in kind: String, key: [String], cancellation: Cancellation
  ) throws(Diagnostic) {
    let report = try merge(table, into: kind, rule: .update, cancellation: cancellation)
    // New records lack nothing that their row has.
    guard report.new < report.read else { return }
    let keys = key.compactMap { table[$0] }
    var rows: [[Value]: Int] = [:]
    for row in 0..<table.rowCount { rows[keys.map { $0[row] }] = row }
    let isOne = table.rowCount == 1
    let query = RecordQuery(kind, where: isOne ? keys.map { .equals($0.name, $0[0]) } : [])
    for record in try records(query) {
      guard let row = rows[key.map { record[$0] }] else { continue }
      let gone = table.columns.filter { $0[row].isMissing && !record[$0.name].isMissing }.map(\.name)
      guard !gone.isEmpty else { continue }
      try cancellation.check()
      let cleared = Dictionary(gone.map { ($0, Value.missing) }, uniquingKeysWith: { first, _ in first })
      _ = try update(record.id, of: kind, setting: cleared, revision: record.revision)
    }
  }
}
