internal import PodiumCore
internal import PodiumFigure
internal import PodiumLearn
public import PodiumPlugin

/// The front end for people: outputs as aligned text.
public struct TextRenderer: Sendable {
  /// How it is laid out.
  public var style: TextStyle

  /// What lines of a text begin with that quote the output of a command: they are shown dimmed.
  public static let quotation = "      "

  /// Makes a renderer.
  public init(style: TextStyle) { self.style = style }

  /// The text of a command's outputs, each line ended by a line feed; empty when there is nothing to show.
  public func render(_ report: CommandReport) -> String { text(of: report).text }

  /// The text of a command's outputs and, on a page of a notebook, the places of its table cells.
  public func text(of report: CommandReport) -> (text: String, tables: [TextTable]) {
    var out = ""
    var tables: [TextTable] = []
    var lines = 0
    let separator = separator(report.outputs)
    for (number, output) in report.outputs.enumerated() {
      let page = page(output)
      let text = (number > 0 ? separator : "") + page.lines.map { $0 + "\n" }.joined()
      tables += page.tables.map { $0.moved(by: lines + (number > 0 ? separator.utf8.count : 0)) }
      lines += text.utf8.count { $0 == 0x0A }
      out += text
    }
    // A slow command shows its time on a screen; what goes to a pipe or a page must not change from run to run.
    let isSlow = report.milliseconds >= 1000 && style.rows != nil && !style.marksVolatile
    if report.isTimed || (isSlow && report.status == .ok) {
      let seconds = NumberText.fixed(report.milliseconds / 1000, 3) + " s"
      out += style.paint("time: " + style.volatile(seconds), .dim) + "\n"
    }
    return (out, tables)
  }

  private func lines(_ figure: FigureOutput) -> [String] {
    if let plot = figure.plot { return lines(plot) }
    var text = "figure: " + SafeText.escape(figure.title)
    if let path = figure.path { return wrapped(text + " in '" + SafeText.escape(path) + "'") }
    if let data = figure.data {
      // A picture of our own has its caption in it.
      if style.marksVolatile, let caption = FigureMetadata.read(data)?["labels"]?["caption"]?.string {
        return wrapped(text) + wrapped(SafeText.escape(caption))
      }
      text += " (\(SafeText.escape(figure.mediaType)), \(data.count.counted("byte"))); write it with 'to FILE'"
    }
    return wrapped(text)
  }

  /// A drawing; a sentence for those who hear it, and the caption on a page that shows the picture itself.
  private func lines(_ plot: Figure) -> [String] {
    if style.isSpoken { return wrapped("figure: " + plot.sentence) }
    if style.marksVolatile { return wrapped("figure: " + SafeText.escape(plot.title)) + wrapped(plot.caption) }
    let options = FigureTerminal.Options(
      width: style.width ?? 80, isASCII: style.isASCII, isColored: style.colour)
    return FigureTerminal.lines(of: plot, options: options)
      ?? wrapped("figure: " + plot.sentence) + dim(["this kind needs a picture: add 'to FILE.svg'"])
  }

  private func separator(_ outputs: [Output]) -> String {
    style.separatesRows || outputs.filter(\.isResult).count > 1 ? "\n" : ""
  }

  /// The text of one output, each line ended by a line feed.
  public func render(_ output: Output) -> String { page(output).lines.map { $0 + "\n" }.joined() }

  /// Lines, and the places of table cells in them.
  private struct Page {
    var lines: [String]
    var tables: [TextTable] = []

    init(_ lines: [String]) { self.lines = lines }

    mutating func add(_ layout: TextGrid.Layout) {
      tables += layout.tables.map { $0.moved(by: lines.count) }
      lines += layout.lines
    }
  }

  private func page(_ output: Output) -> Page {
    var page =
      switch output {
      case .table(let table), .predictions(let table): self.page(table)
      case .record(let record): Page(lines(record))
      case .evaluation(let evaluation): self.page(evaluation)
      case .comparison(let comparison): self.page(comparison)
      case .confusion(let confusion): self.page(confusion)
      case .figure(let figure): Page(lines(figure))
      case .note(let note), .notice(let note): Page(dim(["note: " + note.text]))
      case .warning(let note):
        Page(wrapped("warning: " + note.text).map { style.paint($0, .warning) })
      case .text(let text):
        Page(
          SafeText.escapeLines(text).split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
            let lines = style.wrapped(style.unmarked(String(line)), hanging: true)
            return line.hasPrefix(TextRenderer.quotation) ? lines.map { style.paint($0, .dim) } : lines
          })
      }
    // Rows that are one line per cell have empty lines around them, of which the outermost separate nothing.
    if style.separatesRows, output.isResult {
      while page.lines.last?.isEmpty == true { page.lines.removeLast() }
      page.lines.removeFirst(page.lines.firstIndex { !$0.isEmpty } ?? 0)
    }
    return page
  }

  // MARK: Tables

  /// The widest form of the lines of rows that needs no wrapping, else the narrowest.
  private func fitting(_ output: TableOutput) -> [String] {
    let forms = ([output.lines] + output.narrowLines).filter { $0.count == output.table.rowCount }
    return forms.first { form in
      form.allSatisfy { $0.split(separator: "\n").allSatisfy { DisplayWidth.of(String($0)) <= (style.width ?? .max) } }
    } ?? forms.last ?? output.lines
  }

  private func page(_ output: TableOutput) -> Page {
    var page = Page(output.title.isEmpty ? [] : headings(SafeText.escape(output.title)))
    var output = output
    if style.tables == .columns, !style.isSpoken, let screen = output.screen, screen.rowCount == output.table.rowCount {
      output.table = screen
    }
    let table = output.table
    let limit = output.showsAllRows ? .max : style.rows ?? .max
    var rows = Array(0..<min(table.rowCount, limit))
    // A table that has lines in place of columns has no headings either where it has no rows.
    let hasLines = output.lines.count == table.rowCount && (table.rowCount > 0 || !output.narrowLines.isEmpty)
    if style.tables == .columns, !style.isSpoken, hasLines {
      for row in fitting(output).prefix(rows.count) {
        page.lines += row.split(separator: "\n").flatMap { wrapped(SafeText.escape(String($0)), hanging: true) }
      }
      let footer = rows.count < table.rowCount ? [TextRenderer.footer(shown: rows.count, of: table.rowCount)] : []
      page.lines += dim(footer + output.footer.map(SafeText.escape))
      return page
    }
    var layout = TextGrid.layout(strips(of: output, rows: rows), style, groups: output.blocks)
    var isLong = false
    while style.isWhole, layout.tables.count > 1, layout.lines.count > TextRenderer.blockLines, rows.count > 4 {
      // Of many blocks fewer rows are shown, lest the last columns are nowhere.
      isLong = true
      rows = Array(rows.prefix(max(4, rows.count * TextRenderer.blockLines / (layout.lines.count + 1))))
      layout = TextGrid.layout(strips(of: output, rows: rows), style, groups: output.blocks)
    }
    page.add(layout)
    if table.columns.isEmpty { page.lines.append("(no columns)") }
    if table.rowCount == 0, !table.columns.isEmpty { page.lines.append("(no rows)") }
    var footer: [String] = []
    if rows.count < table.rowCount {
      footer.append(
        style.isWhole
          ? "\(rows.count) of \(table.rowCount.counted("row")); the others have sha256 "
            + hash(of: output, from: rows.count) + (isLong ? "" : "; show more with set rows=N")
          : TextRenderer.footer(shown: rows.count, of: table.rowCount))
    } else if output.totalRows > table.rowCount {
      footer.append("\(table.rowCount) of \(output.totalRows.counted("row"))")
    }
    footer += hidden(layout, of: output)
    page.lines += dim(footer + output.footer.map(SafeText.escape))
    return page
  }

  private static func footer(shown count: Int, of all: Int) -> String {
    "\(count) of \(all.counted("row")); show more with set rows=N or 'to FILE'"
  }

  /// The most lines that the blocks of a table take on a page of a notebook, which holds 200 of a cell.
  private static let blockLines = 190

  private func strips(of output: TableOutput, rows: [Int]) -> [TextGrid.Strip] {
    func strip(_ column: Column, _ name: String) -> TextGrid.Strip {
      TextGrid.Strip(
        column, rows: rows, decimals: output.decimals[name], rowDecimals: output.rowDecimals,
        rowScales: output.rowScales,
        digits: output.digits[name] ?? 6, areChances: output.chances.contains(name),
        arePValues: output.pValues.contains(name),
        isExact: style.isWhole)
    }
    return output.table.columns.map { column in
      var whole = strip(column, column.name)
      whole.isEssential = output.essential.contains(column.name)
      if let narrow = output.narrow[column.name].map({ strip($0, column.name) }) {
        whole.narrow = (narrow.heading, narrow.cells)
      }
      return whole
    }
  }

  /// The hash of the rows that are not shown, as they would be: all their cells whole, tabs between them.
  private func hash(of output: TableOutput, from first: Int) -> Substring {
    var hash = SHA256()
    var start = first
    while start < output.table.rowCount {
      // Some at a time: the text of a million rows is never needed at once. It decides the decimals too.
      let end = min(output.table.rowCount, start + 1000)
      let strips = strips(of: output, rows: Array(start..<end))
      for row in 0..<(end - start) {
        hash.update((strips.map { $0.cells[row] }.joined(separator: "\t") + "\n").utf8)
      }
      start = end
    }
    return hash.hex().prefix(12)
  }

  /// What there was no room for, and the command that shows it.
  private func hidden(_ layout: TextGrid.Layout, of output: TableOutput? = nil) -> [String] {
    var footer: [String] = []
    if !layout.hidden.isEmpty, let output, let chooser = output.chooser {
      footer.append(
        TextRenderer.footer(hidden: layout.hidden, of: output.table.columns.count, chooser, width: style.width))
    } else if !layout.hidden.isEmpty {
      let names = layout.hidden.prefix(6).joined(separator: ", ") + (layout.hidden.count > 6 ? ", …" : "")
      footer.append(
        "\(layout.hidden.count.counted("column")) not shown: \(names); 'set format=vertical' or 'to FILE' shows all"
      )
    }
    if layout.cutCells > 0 {
      footer.append(
        "\(layout.cutCells.counted("cell")) \(layout.cutCells == 1 ? "is" : "are") shortened (…); 'to FILE' writes \(layout.cutCells == 1 ? "it" : "them") in full"
      )
    }
    return footer
  }

  private func lines(_ record: RecordOutput) -> [String] {
    if record.isBrief { return wrapped(record.title) }
    var out = record.title.isEmpty ? [] : headings(SafeText.escape(record.title))
    let width = record.fields.map { DisplayWidth.of(SafeText.escape($0.name)) }.max() ?? 0
    for field in record.fields {
      var text = field.values.map { $0.isMissing && style.isSpoken ? "missing" : record.text($0, of: field) }.joined(
        separator: ", ")
      text = field.isVolatile ? style.volatile(text) : style.unmarked(text)
      let name = style.unmarked(SafeText.escape(field.name))
      out +=
        style.separatesRows
        ? style.wrapped(name + ": " + text) : style.wrapped(name.padded(toWidth: width) + "  " + text, hanging: true)
    }
    return out
  }

  // MARK: Results of learning

  private func page(_ output: EvaluationOutput) -> Page {
    let evaluation = output.evaluation
    var page = Page(headings(evaluation.headline))
    page.lines += wrapped(evaluation.sentence) + evaluation.moreSentences.flatMap { wrapped($0) }
    let layout = TextGrid.layout(evaluation.strips, style)
    page.add(layout)
    page.lines += dim(hidden(layout))
    for named in output.named { page.lines += wrapped(named.sentence) }
    for failure in evaluation.failures {
      page.lines += wrapped("fold \(failure.fold + 1) failed: " + failure.diagnostic.inOneLine)
        .map {
          style.paint($0, .warning)
        }
    }
    page.lines += dim(evaluation.notes.map { "note: " + $0 })
    return page
  }

  private func page(_ comparison: Comparison) -> Page {
    var page = Page(headings(comparison.headline))
    // Only a page that is compared has them in blocks; a screen names what it has no room for.
    let layout = TextGrid.layout(comparison.strips, style, groups: style.isWhole ? Comparison.blocks : [])
    page.add(layout)
    page.lines += dim(hidden(layout))
    for row in comparison.rows where row.status != "ok" {
      page.lines += wrapped(SafeText.escape(row.learner + " " + row.status)).map { style.paint($0, .warning) }
    }
    page.lines += dim(comparison.footer)
    guard let strips = comparison.figureStrips else { return page }
    page.lines += headings(comparison.figureHeading)
    let figures = TextGrid.layout(strips, style)
    page.add(figures)
    page.lines += dim(hidden(figures) + comparison.figureFooter)
    return page
  }

  private func page(_ output: ConfusionOutput) -> Page {
    let layout = TextGrid.layout(output.strips, style)
    var page = Page(headings(output.headline))
    page.add(layout)
    page.lines += dim(hidden(layout))
    return page
  }

  private func headings(_ text: String) -> [String] { wrapped(text).map { style.paint($0, .heading) } }

  private func dim(_ texts: [String]) -> [String] {
    texts.flatMap { wrapped($0) }.map { style.paint($0, .dim) }
  }

  /// A sentence in lines; whatever got into it, nothing of it reaches a terminal raw.
  func wrapped(_ text: String, hanging: Bool = false) -> [String] {
    style.wrapped(style.unmarked(SafeText.escapeSentence(text)), hanging: hanging)
  }
}
