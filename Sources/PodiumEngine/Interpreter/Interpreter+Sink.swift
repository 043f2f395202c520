internal import PodiumCore
internal import PodiumPlugin

extension Interpreter {
  /// Sends outputs to a file or an external command; notes and warnings stay on the screen.
  func write(_ outputs: [Output], to sink: Sink) throws(Diagnostic) -> [Output] {
    let kept = outputs.filter { !$0.isRemark }
    let rest = outputs.filter(\.isRemark)
    switch sink {
    case .file(let word, let mode):
      guard !kept.isEmpty else {
        throw Diagnostic(
          "nothing-to-write", "the command has no output to write", span: word.span,
          help: Int(word.text) == nil ? nil : "write a range of cells as 3..\(word.text)")
      }
      let interpreter = self
      let (bytes, leftOut, formulas) = try cancellation.detached { () throws(Diagnostic) in
        try interpreter.encode(kept, for: word)
      }
      try services.files.write(bytes, to: services.resolve(word.text), shown: word.text, mode: mode)
      let verb = if case .append = mode { "appended to" } else { "wrote" }
      let without =
        leftOut.isEmpty
        ? ""
        : " without \(leftOut.joined(separator: " and ")); a .json file would include \(leftOut.count == 1 ? "it" : "them")"
      let way = "a .xlsx file keeps \(formulas == 1 ? "it" : "them") as text"
      let warned = FormulaCells.note(formulas, way: way).map { [$0] } ?? []
      return rest + [.note("\(verb) '\(word.text)'" + without)] + warned
    case .pipe(let word):
      guard let shell = services.shell else {
        throw Diagnostic(
          "trust-refused", "'|' runs an external command, which an untrusted file may not do",
          span: word.span,
          help: "run the file with --trust if you know what it does")
      }
      let interpreter = self
      let bytes = try cancellation.detached {
        Array((interpreter.registry.renderer("plain")?.render(kept) ?? "").utf8)
      }
      let status = try shell(word.text, bytes, cancellation)
      if status != 0 {
        throw Diagnostic("command-failed", "the external command failed with status \(status)", span: word.span)
      }
      return rest
    }
  }

  /// An SVG as another form of picture.
  ///
  /// Throws `missing-library`, and `no-picture` where nothing draws.
  private func converted(
    _ figure: FigureOutput, _ svg: [UInt8], to form: PictureForm, _ word: Word
  ) throws(Diagnostic) -> [UInt8] {
    guard let convert = services.convertPicture else {
      throw Diagnostic(
        "no-picture", "no .\(form.rawValue) file can be made here", span: word.span, help: "write a .svg file")
    }
    do throws(Diagnostic) { return try convert(svg, form, figure.dpi, figure.title) } catch {
      throw error.at(word.span)
    }
  }

  /// The extensions of pictures: what has none is not written under such a name.
  private static let pictures: Set<String> = ["svg", "png", "pdf", "jpg", "jpeg", "gif", "webp", "eps", "ps"]

  /// The bytes of a file, the outputs it does not contain, and its number of cells that a spreadsheet may run.
  ///
  /// A file for one table takes the command's main table; records and accompanying tables are omitted.
  private func encode(
    _ outputs: [Output], for word: Word
  ) throws(Diagnostic) -> (bytes: [UInt8], leftOut: [String], formulas: Int) {
    let ending = FilePath(word.text).ending
    if outputs.count == 1, case .figure(let figure) = outputs[0], let data = figure.data {
      if let form = PictureForm(rawValue: ending), figure.mediaType == "image/svg+xml" {
        return (try converted(figure, data, to: form, word), [], 0)
      }
      // A picture without data is written unchanged, whatever the file is called.
      if figure.plot == nil || ending == "svg" { return (data, [], 0) }
      guard session.exporter(for: word.text, of: nil) != nil || registry.renderer(ending: ending) != nil else {
        throw Diagnostic(
          "unknown-ending", "'\(word.text)' has no file extension of a picture", span: word.span,
          help: "use .svg, .png or .pdf, or .csv for what is drawn")
      }
    }
    let main = outputs.filter { $0.besideName == nil }
    let tables = (main.isEmpty ? outputs : main).compactMap(\.asTable)
    guard let exporter = session.exporter(for: word.text, of: tables.first) else {
      let named = registry.renderer(ending: ending)
      guard named != nil || !Interpreter.pictures.contains(ending) else {
        throw Diagnostic(
          "unknown-ending", "'\(word.text)' has the file extension of a picture, but this output is not one",
          span: word.span, help: "use .txt, .csv, .md or .html, or draw it: plot to \(word.text)")
      }
      let renderer = named ?? registry.renderer("plain")
      return (Array((renderer?.render(outputs) ?? "").utf8), [], 0)
    }
    guard tables.count == 1, let table = tables.first else {
      throw Diagnostic(
        "no-single-table", "a .\(ending) file holds one table, but the output has \(tables.count)",
        span: word.span, help: "use .json, .md, .html, .tex or .txt for this command")
    }
    try session.refuseCompanions(of: word.text, exporter, word.span)
    let formulas = exporter.canRunFormulas ? FormulaCells.count(in: table) : 0
    return (try exporter.write(table, named: nil), main.isEmpty ? [] : outputs.compactMap(\.besideName), formulas)
  }
}

extension Output {
  /// Whether it stays on the screen when the rest goes to a file.
  fileprivate var isRemark: Bool {
    switch self {
    case .note, .notice, .warning: true
    default: false
    }
  }

  /// The name of an output that only accompanies a command's table, a record or a side table; nil for other outputs.
  fileprivate var besideName: String? {
    switch self {
    case .record(let record): record.title.isEmpty ? "its record" : "the record '\(record.title)'"
    case .table(let output) where output.isAside: "the table '\(output.title)'"
    default: nil
    }
  }
}
