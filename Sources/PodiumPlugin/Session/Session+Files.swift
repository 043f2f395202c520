public import PodiumCore

extension Session {
  /// The exporter for a file extension; two extensions are more exact than one (`t.rows.json` asks for rows where `t.json`
  /// asks for outputs). Of several, the first that takes the table; where none does, the first, whose error says why.
  package func exporter(for file: String, of table: Table? = nil) -> (any Exporter)? {
    // By name: the order of a dictionary changes from run to run.
    let sorted = registry.exporters.sorted { CodePointOrder.precedes($0.key, $1.key) }.map(\.value)
    let exporters = sorted.filter { exporter in table.map { exporter.takes($0) } ?? true } + sorted
    let endings = Session.endings(of: file)
    return exporters.first { $0.extensions.contains(endings.suffix(2).joined(separator: ".")) }
      ?? (["json", "jsonl"].contains(endings.last)
        ? nil : exporters.first { $0.extensions.contains(endings.last ?? "") })
  }

  /// The parts of a file's name after its dots, in lower-case letters.
  package static func endings(of file: String) -> [String] {
    file.lowercased().split(separator: "/").last?.split(separator: ".").dropFirst().map { String($0) } ?? []
  }

  /// Writes a whole table to a file in the format of its extension, one that `load` reads back.
  ///
  /// Throws `unknown-ending`, `file-exists` and what the exporter and the disk refuse; `span` is where the file's name
  /// was typed.
  public func write(
    _ table: Table, named name: String?, to file: String, replacing: Bool, span: SourceSpan?
  ) throws(Diagnostic) {
    let bytes: [UInt8]
    if let exporter = exporter(for: file, of: table) {
      try refuseCompanions(of: file, exporter, span)
      do throws(Diagnostic) {
        bytes = try cancellation.detached { () throws(Diagnostic) in try exporter.write(table, named: name) }
      } catch {
        throw error.at(span)
      }
    } else if ["json", "jsonl"].contains(Session.endings(of: file).last) {
      bytes = try cancellation.detached { json([.table(TableOutput(table))]) }
    } else {
      throw unknownEnding(of: file, span)
    }
    try cancellation.check()
    try write(bytes, to: file, replacing: replacing, span: span)
  }

  /// Writes a file of a command with the key `replace=`, whole or not at all.
  ///
  /// Throws `file-exists` and what the disk refuses; `span` is where the file's name was typed.
  public func write(_ bytes: [UInt8], to file: String, replacing: Bool, span: SourceSpan?) throws(Diagnostic) {
    do throws(Diagnostic) {
      try services.files.write(
        bytes, to: services.resolve(file), shown: file, mode: replacing ? .replace : .new)
    } catch {
      var error = error.at(span)
      if error.code == "file-exists" { error.help = "use replace=yes to overwrite it" }
      throw error
    }
  }

  /// Throws `file-busy` where a file of another program belongs to the one that would be replaced.
  package func refuseCompanions(of file: String, _ exporter: any Exporter, _ span: SourceSpan?) throws(Diagnostic) {
    for ending in exporter.companions where services.files.kind(of: services.resolve(file + ending)) != .none {
      throw Diagnostic(
        "file-busy",
        "'\(file)\(ending)' exists, so another program is writing to '\(file)' or stopped while writing",
        span: span,
        help: "close that program, or choose another name")
    }
  }

  private func unknownEnding(of file: String, _ span: SourceSpan?) -> Diagnostic {
    let known = Set(registry.exporters.values.flatMap(\.extensions) + ["json", "jsonl"])
    let ending = Session.endings(of: file).last
    return Diagnostic(
      "unknown-ending",
      ending.map { "no format for tables has the extension '.\($0)'" }
        ?? "'\(file)' has no extension, and the extension decides the format", span: span,
      help: "use one of "
        + known.sorted(by: CodePointOrder.precedes).map { "." + $0 }.joined(separator: " "))
  }

  /// Outputs as the JSON that programs read, one per line.
  package func json(_ outputs: [Output]) -> [UInt8] {
    Array((registry.renderer("json")?.render(outputs) ?? "").utf8)
  }
}
