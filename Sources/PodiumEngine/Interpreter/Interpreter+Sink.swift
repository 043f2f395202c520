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
      let (bytes, leftOut, table) = try cancellation.detached { () throws(Diagnostic) in
        try interpreter.encode(kept, for: word)
      }
      let path = services.resolve(word.text)
      let added = mode == .append ? try continuing(path, with: bytes, kept, word) : bytes
      try services.files.write(added, to: path, shown: word.text, mode: mode)
      let verb = if case .append = mode { "appended to" } else { "wrote" }
      let without =
        leftOut.isEmpty
        ? ""
        : " without \(leftOut.joined(separator: " and ")); a .json file would include \(leftOut.count == 1 && !leftOut[0].hasPrefix("its statistics") ? "it" : "them")"
      var notes: [Output] = [.note("\(verb) '\(word.text)'" + without)]
      if let table {
        let isRun = session.exporter(for: word.text, of: table)?.canRunFormulas ?? false
        let formulas = isRun ? FormulaCells.count(in: table) : 0
        let way = "a .xlsx file keeps \(formulas == 1 ? "it" : "them") as text"
        if let note = FormulaCells.note(formulas, way: way) { notes.append(note) }
        if mode != .append { notes += try WrittenTable(table, bytes, word.text).notes(in: session, cellsAlone: true) }
      }
      return rest + notes
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

  /// A sink whose file is named by a parameter, as in `to $file`; quotes around it make it a name.
  func named(_ sink: Sink, in text: String) -> Sink {
    guard case .file(let word, let mode) = sink, word.text.unicodeScalars.first == "$",
      text.unicodeScalars.dropFirst(word.span.start).first == "$",
      let value = session.parameters[String(word.text.dropFirst())]
    else { return sink }
    return .file(Word(value, word.span), mode)
  }

  /// Throws `unknown-ending` for a name that a comparison or an arrow left after `>`: a file is named with an extension or a
  /// folder.
  func check(_ sink: Sink, of syntax: CommandSyntax) throws(Diagnostic) {
    if case .pipe(let word) = sink { try checkPipe(word) }
    guard case .file(let word, let mode) = sink, !word.text.isEmpty else { return }
    let file = FilePath(word.text)
    if mode == .append { try refuseWhole(word) }
    guard file.ending.isEmpty, !file.hasFolder, !FilePath(word.text).isHidden else { return }
    throw Diagnostic(
      "unknown-ending", "'\(word.text)' has no file extension, and the extension decides the format", span: word.span,
      help: meant(syntax, word) ?? "name it, as in: > \(CommandText.word(word.text + ".txt")), or > "
        + CommandText.word("./" + word.text))
  }

  /// Throws `unexpected-word` where another language's "or" would hand the next condition to the shell, which makes a file of
  /// what follows its `>`.
  private func checkPipe(_ word: Word) throws(Diagnostic) {
    guard word.text.hasPrefix("|") || isCondition(word.text) else { return }
    throw Diagnostic(
      "unexpected-word", "'|' hands the output to a program, and a condition follows it", span: word.span,
      help: "write 'or' between conditions; call a program that has a column's name by its path")
  }

  /// Whether a text calculates with columns of the current table, and with nothing else.
  private func isCondition(_ text: String) -> Bool {
    let tree = SyntaxTree("= " + text, grammar: grammar)
    guard tree.error == nil, case .command(let syntax) = tree.statement.body, let expression = syntax.expression,
      let table = state.current?.table
    else { return false }
    // A program may have the name of a column.
    if case .column = expression.kind { return false }
    let names = expression.columns
    return !names.isEmpty && names.allSatisfy { table[$0] != nil }
  }

  /// The command that was probably meant by one whose `>` or 'to' names a file without an extension.
  private func meant(_ syntax: CommandSyntax, _ word: Word) -> String? {
    var words = syntax.arguments.filter { $0.key == nil }.flatMap(\.value.items).compactMap { item -> String? in
      if case .word(let text) = item.kind { text } else { nil }
    }
    let isArrow = words.last == "-"
    if isArrow { words.removeLast() }
    guard let last = words.last, let table = state.current?.table else { return nil }
    // rename a -> b, rename a to b, sort a -> b
    if syntax.verb.text == "rename" || isArrow && table[word.text] != nil {
      return "write: \(syntax.verb.text) " + (words + [word.text]).map(CommandText.word).joined(separator: " ")
    }
    let sign = syntax.text.unicodeScalars.prefix(word.span.start).last { !$0.properties.isWhitespace }
    guard sign == ">", !isArrow, table[last] != nil else { return nil }
    let isEqualToo = word.text.hasPrefix("=")
    let (comparison, value) = isEqualToo ? (">=", String(word.text.dropFirst())) : (">", word.text)
    return "did you mean: \(syntax.verb.text) … if \(CommandText.column(last)) \(comparison) \(value)"
  }

  /// Throws `cannot-append` for a file of a format that ends with its first content.
  private func refuseWhole(_ word: Word) throws(Diagnostic) {
    let ending = FilePath(word.text).ending
    let growing = Set(
      registry.exporters.values.flatMap(\.growing) + registry.renderers.values.flatMap(\.growing) + ["log", ""])
    guard !growing.contains(ending), !growing.contains(FilePath(word.text).endings.suffix(2).joined(separator: "."))
    else {
      return
    }
    let known = growing.filter { !$0.isEmpty }.inCodePointOrder().map { "." + $0 }.joined(
      separator: " ")
    throw Diagnostic(
      "cannot-append", "a .\(ending) file cannot be continued: what follows would never be read", span: word.span,
      help: ">! replaces the file; these can be continued: \(known)")
  }

  /// Formats whose blocks end with a blank line: without one between them, two tables would be one.
  private static let blocks: Set<String> = ["md", "rst"]

  /// What to add to a file: of a table in a format with a heading, the rows alone.
  ///
  /// Throws `different-columns` if the file has other columns.
  private func continuing(
    _ path: String, with bytes: [UInt8], _ outputs: [Output], _ word: Word
  ) throws(Diagnostic) -> [UInt8] {
    guard services.files.kind(of: path) == .file else { return bytes }
    let ending = FilePath(word.text).ending
    if Interpreter.blocks.contains(ending) {
      return try services.files.start(of: path, count: 1, shown: word.text).isEmpty ? bytes : [0x0A] + bytes
    }
    guard let table = outputs.compactMap(\.asTable).first,
      let exporter = session.exporter(for: word.text, of: table), exporter.growing.contains(ending)
    else { return bytes }
    let heading = try exporter.write(table.selecting(rows: []), named: nil)
    // The names of the file may be quoted that are not here.
    let before = try services.files.start(of: path, count: 4 * heading.count + 64, shown: word.text)
    guard !before.isEmpty else { return bytes }
    let plain = { (bytes: ArraySlice<UInt8>) in bytes.filter { $0 != 0x22 && $0 != 0x0D } }
    let start = before.starts(with: [0xEF, 0xBB, 0xBF]) ? before.dropFirst(3) : before[...]
    let lines = heading.count { $0 == 0x0A }
    var end = start.startIndex
    for _ in 0..<lines { end = start[end...].firstIndex(of: 0x0A).map { $0 + 1 } ?? start.endIndex }
    guard lines == 0 || plain(start[..<end] + (start[..<end].last == 0x0A ? [] : [0x0A])) == plain(heading[...]) else {
      throw Diagnostic(
        "different-columns", "'\(word.text)' has other columns than this output", span: word.span,
        help: "write to another file, or replace this one with >! \(CommandText.word(word.text))")
    }
    let last = try services.files.end(of: path, count: 1, shown: word.text)
    return (last == [0x0A] ? [] : [0x0A]) + bytes.dropFirst(heading.count)
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
    return try Diagnostic.located(at: word.span, convert(svg, form, figure.dpi, figure.title))
  }

  /// The extensions of pictures: what has none is not written under such a name.
  private static let pictures: Set<String> = ["svg", "png", "pdf", "jpg", "jpeg", "gif", "webp", "eps", "ps"]

  /// The bytes of a file, the outputs it does not contain, and the table that it holds, if it holds one alone.
  ///
  /// A file for one table takes the command's main table; records and accompanying tables are omitted.
  private func encode(
    _ outputs: [Output], for word: Word
  ) throws(Diagnostic) -> (bytes: [UInt8], leftOut: [String], table: Table?) {
    let ending = FilePath(word.text).ending
    if outputs.count == 1, case .figure(let figure) = outputs[0], let data = figure.data {
      if let form = PictureForm(rawValue: ending), figure.mediaType == "image/svg+xml" {
        return (try converted(figure, data, to: form, word), [], nil)
      }
      // A picture without data is written unchanged, whatever the file is called.
      if figure.plot == nil || ending == "svg" { return (data, [], nil) }
      guard session.exporter(for: word.text, of: nil) != nil || registry.renderer(ending: ending) != nil else {
        throw Diagnostic(
          "unknown-ending", "'\(word.text)' has no file extension of a picture", span: word.span,
          help: "use .svg, .png or .pdf, or .csv for the numbers in it")
      }
    }
    let main = outputs.filter { $0.besideName == nil }
    let tables = (main.isEmpty ? outputs : main).compactMap(\.asTable)
    guard let exporter = session.exporter(for: word.text, of: tables.first) else {
      let named = registry.renderer(ending: ending)
      guard named != nil || !Interpreter.pictures.contains(ending) else {
        throw Diagnostic(
          "unknown-ending", "'\(word.text)' has the file extension of a picture, but this output is not one",
          span: word.span, help: "use .txt, .csv, .md or .html, or draw it: plot to \(CommandText.word(word.text))")
      }
      guard named != nil || ["", "log"].contains(ending) else {
        let known = Set(
          registry.renderers.values.flatMap(\.extensions) + registry.exporters.values.flatMap(\.extensions) + ["log"])
        throw Diagnostic(
          "unknown-ending", "no output has the extension '.\(ending)'", span: word.span,
          help: "use one of " + known.inCodePointOrder().map { "." + $0 }.joined(separator: " "))
      }
      let renderer = named ?? registry.renderer("plain")
      return (Array((renderer?.file(outputs) ?? "").utf8), [], nil)
    }
    guard tables.count == 1, let table = tables.first else {
      throw Diagnostic(
        "no-single-table", "a .\(ending) file holds one table, but the output has \(tables.count)",
        span: word.span, help: "use .json, .md, .html, .tex or .txt for this command")
    }
    try session.refuseCompanions(of: word.text, exporter, word.span)
    var leftOut: [String] = []
    for case .table(let output) in main where !output.statistics.isEmpty {
      let names = output.statistics.map(\.name)
      leftOut.append("its statistics (\(names.prefix(6).joined(separator: ", "))\(names.count > 6 ? ", …" : ""))")
    }
    if !main.isEmpty { leftOut += outputs.compactMap(\.besideName) }
    return (try exporter.write(table, named: nil), leftOut, table)
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
