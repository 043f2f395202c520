public import PodiumCore

extension Session {
  /// The exporter for a file extension; two extensions are more exact than one (`t.rows.json` asks for rows where `t.json`
  /// asks for outputs). Of several, the first that takes the table; where none does, the first, whose error says why.
  package func exporter(for file: String, of table: Table? = nil) -> (any Exporter)? {
    // By name: the order of a dictionary changes from run to run.
    let sorted = registry.exporters.inCodePointOrder(by: \.key).map(\.value)
    let exporters = sorted.filter { exporter in table.map { exporter.takes($0) } ?? true } + sorted
    let endings = FilePath(file).endings
    return exporters.first { $0.extensions.contains(endings.suffix(2).joined(separator: ".")) }
      ?? (["json", "jsonl"].contains(endings.last)
        ? nil : exporters.first { $0.extensions.contains(endings.last ?? "") })
  }

  /// Writes a whole table to a file in the format of its extension, one that `load` reads back.
  ///
  /// Throws `unknown-ending`, `file-exists` and what the exporter and the disk refuse; `span` is where the file's name
  /// was typed. What holds personal data `isPrivate`: only the user may read the file.
  public func write(
    _ table: Table, named name: String?, to file: String, replacing: Bool, isPrivate: Bool = false, span: SourceSpan?
  ) throws(Diagnostic) {
    let bytes = try bytes(of: table, named: name, for: file, span: span)
    try write(bytes, to: file, replacing: replacing, isPrivate: isPrivate, span: span)
  }

  /// The bytes of a table in the format of a file's extension.
  ///
  /// Throws `unknown-ending` and what the exporter refuses.
  package func bytes(
    of table: Table, named name: String?, for file: String, span: SourceSpan?
  ) throws(Diagnostic) -> [UInt8] {
    let bytes: [UInt8]
    if let exporter = exporter(for: file, of: table) {
      try refuseCompanions(of: file, exporter, span)
      bytes = try Diagnostic.located(
        at: span, cancellation.detached { () throws(Diagnostic) in try exporter.write(table, named: name) })
    } else if ["json", "jsonl"].contains(FilePath(file).ending) {
      bytes = try cancellation.detached { json([.table(TableOutput(table))]) }
    } else {
      throw unknownEnding(of: file, span)
    }
    try cancellation.check()
    return bytes
  }

  /// Writes a file of a command with the key `replace=`, whole or not at all.
  ///
  /// Throws `file-exists` and what the disk refuses; `span` is where the file's name was typed.
  public func write(
    _ bytes: [UInt8], to file: String, replacing: Bool, isPrivate: Bool = false, span: SourceSpan?
  ) throws(Diagnostic) {
    let (files, path, mode) = (services.files, services.resolve(file), replacing ? FileMode.replace : .new)
    do throws(Diagnostic) {
      if isPrivate {
        try files.writePrivate(bytes, to: path, shown: file, mode: mode)
      } else {
        try files.write(bytes, to: path, shown: file, mode: mode)
      }
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
    let ending = FilePath(file).endings.last
    let isByPlugin = ["parquet", "pq", "feather", "arrow", "ipc"].contains(ending)
    return Diagnostic(
      "unknown-ending",
      ending.map { "no format for tables has the extension '.\($0)'" }
        ?? "'\(file)' has no extension, and the extension decides the format", span: span,
      help: isByPlugin
        ? "add the plugin that writes it with pyarrow or polars, in a shell: podium plugin install parquet"
        : "use one of "
          + known.inCodePointOrder().map { "." + $0 }.joined(separator: " "))
  }

  /// Outputs as the JSON that programs read, one per line.
  package func json(_ outputs: [Output]) -> [UInt8] {
    Array((registry.renderer("json")?.render(outputs) ?? "").utf8)
  }
}
