internal import PodiumCore
internal import PodiumPlugin

extension Interpreter {
  /// Sends outputs to a file or an outside command; notes and warnings stay on the screen.
  func write(_ outputs: [Output], to sink: Sink) throws(Diagnostic) -> [Output] {
    let kept = outputs.filter {
      if case .note = $0 { false } else if case .warning = $0 { false } else { true }
    }
    let rest = outputs.filter {
      if case .note = $0 { true } else if case .warning = $0 { true } else { false }
    }
    switch sink {
    case .file(let word, let mode):
      guard !kept.isEmpty else {
        throw Diagnostic(
          "nothing-to-write", "the command gives nothing that could be written", span: word.span,
          help: Int(word.text) == nil ? nil : "a range of cells is written 3..\(word.text)")
      }
      let interpreter = self
      let (bytes, leftOut) = try cancellation.detached { () throws(Diagnostic) in
        try interpreter.encode(kept, for: word)
      }
      try services.files.write(bytes, to: services.resolve(word.text), shown: word.text, mode: mode)
      let verb = if case .append = mode { "appended to" } else { "wrote" }
      let without = leftOut.isEmpty ? "" : " without \(leftOut.joined(separator: " and ")), which .json would hold too"
      return rest + [.note("\(verb) '\(word.text)'" + without)]
    case .pipe(let word):
      guard let shell = services.shell else {
        throw Diagnostic(
          "trust-refused", "'|' runs an outside command, which this file is not trusted with",
          span: word.span,
          help: "run it with --trust when you know what it does")
      }
      let interpreter = self
      let bytes = try cancellation.detached {
        Array((interpreter.registry.renderers["plain"]?.render(kept) ?? "").utf8)
      }
      let status = try shell(word.text, bytes, cancellation)
      if status != 0 {
        throw Diagnostic("command-failed", "the outside command ended with status \(status)", span: word.span)
      }
      return rest
    }
  }

  /// The bytes of a file, and what of the outputs is not among them.
  ///
  /// A file of one table takes the command's one table; records and tables that only go with it stay outside.
  private func encode(
    _ outputs: [Output], for word: Word
  ) throws(Diagnostic) -> (bytes: [UInt8], leftOut: [String]) {
    // A picture is written as it is, whatever the file is called.
    if outputs.count == 1, case .figure(let figure) = outputs[0], let data = figure.data { return (data, []) }
    let ending = Session.endings(of: word.text).last ?? ""
    guard let exporter = session.exporter(for: word.text) else {
      let renderer = registry.renderer(ending: ending) ?? registry.renderers["plain"]
      return (Array((renderer?.render(outputs) ?? "").utf8), [])
    }
    let main = outputs.filter { $0.besideName == nil }
    let tables = (main.isEmpty ? outputs : main).compactMap(\.asTable)
    guard tables.count == 1, let table = tables.first else {
      throw Diagnostic(
        "no-single-table", "a .\(ending) file holds one table, but the command gives \(tables.count)",
        span: word.span, help: "use .json, .md, .html, .tex or .txt for this command")
    }
    try session.refuseCompanions(of: word.text, exporter, word.span)
    return (try exporter.write(table, named: nil), main.isEmpty ? [] : outputs.compactMap(\.besideName))
  }
}

extension Output {
  /// What goes with a command's table rather than being it, by name: a record, a table that says so; nil for the rest.
  fileprivate var besideName: String? {
    switch self {
    case .record(let record): record.title.isEmpty ? "its record" : "the record '\(record.title)'"
    case .table(let output) where output.isAside: "the table '\(output.title)'"
    default: nil
    }
  }
}
