public import PodiumCore
public import PodiumPlugin

/// `to FILE.ndjson` and `to FILE.rows.json`: a table's rows as objects.
///
/// Plain `.json` and `.jsonl` are podium's own outputs, with the type of each column; `load` reads those too.
public struct JSONExporter: Exporter {
  public let key: String
  public let extensions: [String]
  /// Lines may follow lines.
  public var growing: [String] { isLines ? extensions : [] }
  /// How the output is written as text: one row per line.
  public let textForm: TextForm?
  private let isLines: Bool

  /// One list of all rows.
  public static let rows = JSONExporter(key: "json-rows", extensions: ["rows.json"], textForm: nil, isLines: false)
  /// One row per line.
  public static let lines = JSONExporter(
    key: "jsonl-rows", extensions: ["ndjson", "rows.jsonl"],
    textForm: TextForm(
      "jsonl", summary: "one JSON object per row, tables only", mediaType: "application/jsonl", cells: .json),
    isLines: true)

  /// The bytes of the file.
  public func write(_ table: Table) throws(Diagnostic) -> [UInt8] { JSONTableWriter.write(table, isLines: isLines) }
}
