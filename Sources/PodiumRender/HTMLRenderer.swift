internal import PodiumCore
internal import PodiumFigure
public import PodiumPlugin

/// The renderer `--format html`: an HTML fragment without a head; a file is a whole page.
///
/// Numbers carry the class `number`, and notes and warnings theirs, for whatever style the page has.
public struct HTMLRenderer: Renderer {
  public let key = "html"
  public let summary = "an HTML fragment"
  public let mediaType: String? = "text/html"
  public let extensions = ["html", "htm"]

  /// Whether a drawn figure is part of the page, so that it follows the reader's light or dark; else it is an image, which
  /// viewers that hide foreign SVG show too.
  private let inlinesFigures: Bool

  /// Whether columns that are not essential are marked, so that a narrow page can leave them out.
  private let marksMore: Bool

  /// Where the cells of a table lead; nil where none does.
  private let links: CellLinks?

  /// The words of a reader's language.
  private let words: Words

  /// The columns that a narrow page has too, beside those that are essential.
  private var kept: Set<String> = []

  /// How many characters a row has on a telephone; of a table without essential columns those that fit are shown there. Nil for
  /// pages that show all of them.
  private var room: Int?

  /// What a text is in another language: of the cells of a column, or of `notes`, `headings` and captions where there is none.
  package typealias Words = @Sendable (_ text: String, _ place: WordPlace) -> String

  /// Where a text is.
  package enum WordPlace: Sendable, Equatable { case heading, note, cell(String) }

  public init(inlinesFigures: Bool = false) {
    (self.inlinesFigures, marksMore, links, words) = (inlinesFigures, false, nil, { text, _ in text })
  }

  private init(marksMore: Bool) {
    (inlinesFigures, self.marksMore, links, words) = (true, marksMore, nil, { text, _ in text })
  }

  /// For a page of a service on a screen of any width: its figures are images, its cells may lead to other pages, and its
  /// words may be others.
  package init(links: CellLinks?, keeping kept: [String] = [], words: @escaping Words = { text, _ in text }) {
    (inlinesFigures, marksMore, self.links, self.words) = (false, true, links, words)
    self.kept = Set(kept)
    room = 40
  }

  /// Where the rows of tables lead, by the values of their columns as they are shown.
  package struct CellLinks: Sendable {
    /// The addresses that a row leads to, each with the column whose cell is the link; nil for a cell of its own.
    package typealias Row =
      @Sendable (_ values: [String: String]) -> [(column: String?, label: String, address: String)]
    let row: Row

    /// Leads where a function says.
    package init(_ row: @escaping Row) { self.row = row }
  }

  /// A page with the outputs, for a screen of any width.
  public func file(_ outputs: [Output]) -> String {
    let title = outputs.lazy.compactMap(HTMLRenderer.title).first ?? "podium"
    let body = HTMLRenderer(marksMore: true).render(outputs)
    return HTMLPage.document(title: title, body: "<div class=\"output\">\n" + body + "</div>\n")
  }

  private static func title(_ output: Output) -> String? {
    switch output {
    case .table(let table), .predictions(let table): table.title.isEmpty ? nil : table.title
    case .record(let record): record.title.isEmpty ? nil : record.title
    case .figure(let figure): figure.title
    default: nil
    }
  }

  /// The HTML of a command's outputs.
  public func render(_ report: CommandReport, on page: Page) -> RenderedReport {
    RenderedReport([render(report.outputs)])
  }

  /// The HTML of outputs.
  public func render(_ outputs: [Output]) -> String { outputs.map(render).joined() }

  /// The HTML of one output, ended by a line feed.
  public func render(_ output: Output) -> String {
    var out = ""
    var caption: String?
    for part in DocumentPart.parts(of: output) {
      switch part {
      case .heading(let text): caption = text
      case .table(let strips):
        out += table(strips, caption: caption)
        caption = nil
      case .paragraph(let text):
        // A sentence before the table would be above its caption.
        if let heading = caption.take() { out += paragraph(heading, "heading") }
        out += paragraph(text)
      case .note(let text): out += paragraph(words("note: " + text, .note), "note")
      case .warning(let text): out += paragraph(words("warning: " + text, .note), "warning")
      case .code(let text): out += "<pre>" + SafeText.escapeMarkup(text) + "</pre>\n"
      case .figure(let figure): out += picture(figure)
      }
    }
    return out
  }

  private func paragraph(_ text: String, _ kind: String? = nil) -> String {
    "<p" + (kind.map { " class=\"\($0)\"" } ?? "") + ">" + SafeText.escapeMarkup(text) + "</p>\n"
  }

  private func table(_ strips: [TextGrid.Strip], caption: String?) -> String {
    let rows = strips.first?.cells.count ?? 0
    let addresses = addresses(strips, rows)
    let hasOwnCells = addresses.contains { $0.contains { $0.column == nil } }
    // What leads to other pages is on the narrowest page too.
    var kept = kept.union(addresses.joined().compactMap(\.column))
    let isRecord = HTMLRenderer.isRecord(strips)
    if let room, !isRecord, !strips.contains(where: \.isEssential) {
      // Links in a cell of their own may be below each other.
      let own = addresses.joined().map { $0.column == nil ? $0.label.count + 1 : 0 }.max() ?? 0
      kept = HTMLRenderer.fitting(strips, besides: kept, in: room - own)
    }
    func isKept(_ strip: TextGrid.Strip) -> Bool { strip.isEssential || kept.contains(strip.heading) }
    let isChosen = room != nil && !isRecord || strips.contains(where: \.isEssential)
    let more = marksMore && isChosen ? strips.filter { !isKept($0) } : []
    /// A cell, and the one that takes its place on a narrow page.
    func cell(
      _ name: String, _ text: String, _ strip: TextGrid.Strip, narrow: String? = nil, _ address: String? = nil
    ) -> String {
      let narrow = marksMore && strip.isEssential ? narrow : nil
      let isMore = narrow != nil || !more.isEmpty && !isKept(strip)
      return [(text, isMore ? "more" : nil), (narrow ?? "", "less")].prefix(narrow == nil ? 1 : 2).map { text, room in
        let kinds = [strip.isNumeric ? "number" : nil, room].compactMap { $0 }.joined(separator: " ")
        return "<\(name)" + (kinds.isEmpty ? "" : " class=\"\(kinds)\"") + ">"
          + (address.map { HTMLRenderer.link(text, $0) } ?? SafeText.escapeMarkup(text)) + "</\(name)>"
      }.joined()
    }
    var out = "<table>\n"
    if let caption { out += "<caption>" + SafeText.escapeMarkup(words(caption, .heading)) + "</caption>\n" }
    out +=
      "<thead><tr>"
      + strips.map {
        cell("th", words($0.heading, .heading), $0, narrow: $0.narrow.map { words($0.heading, .heading) })
      }.joined()
    out += (hasOwnCells ? "<th>" + words("pages", .heading) + "</th>" : "") + "</tr></thead>\n<tbody>\n"
    for row in 0..<rows {
      if Cancellation.stopsWork(at: row) { break }
      let leads = addresses.isEmpty ? [] : addresses[isRecord ? 0 : row]
      out += "<tr>"
      for (column, strip) in strips.enumerated() {
        let name = isRecord ? (column == 1 ? strips[0].cells[row] : nil) : strip.heading
        let place = name.map { WordPlace.cell($0) } ?? .heading
        out += cell(
          "td", words(strip.cells[row], place), strip,
          narrow: strip.narrow.map { words($0.cells[row], .cell($0.heading)) },
          leads.first { $0.column != nil && $0.column == name }?.address)
      }
      let own = leads.filter { $0.column == nil }.map { HTMLRenderer.link($0.label, $0.address) }
      out += (hasOwnCells ? "<td>" + own.joined(separator: " ") + "</td>" : "") + "</tr>\n"
    }
    out += "</tbody>\n</table>\n"
    if !more.isEmpty {
      let names = more.map { words($0.heading, .heading) }.joined(separator: ", ")
      out += paragraph(words("a wider screen shows also " + names, .note), "less note")
    }
    return out
  }

  /// The names of the columns that are kept, and of those from the left for which there is room beside them; at least one.
  private static func fitting(_ strips: [TextGrid.Strip], besides kept: Set<String>, in room: Int) -> Set<String> {
    var names = kept.intersection(strips.map(\.heading))
    var left = strips.filter { names.contains($0.heading) }.reduce(room) { $0 - $1.width - 1 }
    for strip in strips where !names.contains(strip.heading) {
      guard strip.width < left || names.isEmpty else { break }
      left -= strip.width + 1
      names.insert(strip.heading)
    }
    return names
  }

  /// Whether each row is a field of one record with its value.
  private static func isRecord(_ strips: [TextGrid.Strip]) -> Bool { strips.map(\.heading) == ["field", "value"] }

  /// Where each row leads; a record as a whole where it is one.
  private func addresses(
    _ strips: [TextGrid.Strip], _ rows: Int
  ) -> [[(column: String?, label: String, address: String)]] {
    guard let links, rows > 0 else { return [] }
    if HTMLRenderer.isRecord(strips) {
      let values = Dictionary(zip(strips[0].cells, strips[1].cells)) { first, _ in first }
      return [links.row(values).filter { $0.column != nil }]
    }
    return (0..<rows).map { row in
      links.row(Dictionary(strips.map { ($0.heading, $0.cells[row]) }) { first, _ in first })
    }
  }

  private static func link(_ text: String, _ address: String) -> String {
    "<a href=\"" + SafeText.escapeMarkup(address) + "\">" + SafeText.escapeMarkup(text) + "</a>"
  }

  private func picture(_ figure: FigureOutput) -> String {
    // Only our own writer's bytes may become part of a page.
    if inlinesFigures, let plot = figure.plot { return "<figure>\n" + FigureSVG.text(of: plot) + "</figure>\n" }
    let source =
      figure.path.map { SafeText.escapeMarkup(SafeText.escape($0)) }
      ?? "data:\(SafeText.escapeMarkup(SafeText.escape(figure.mediaType)));base64,"
      + Base64.text(figure.data ?? [])
    let title = SafeText.escapeMarkup(SafeText.escape(figure.title))
    return "<figure><img src=\"\(source)\" alt=\"\(title)\"><figcaption>\(title)</figcaption></figure>\n"
  }
}
