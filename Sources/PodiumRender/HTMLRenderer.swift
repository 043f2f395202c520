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
  /// It is read as a page.
  public let isForReading = false

  /// Whether a drawn figure is part of the page, so that it follows the reader's light or dark; else it is an image, which
  /// viewers that hide foreign SVG show too.
  private let inlinesFigures: Bool

  /// Whether columns that are not essential are marked, so that a narrow page can leave them out.
  private let marksMore: Bool

  public init(inlinesFigures: Bool = false) { (self.inlinesFigures, marksMore) = (inlinesFigures, false) }

  private init(marksMore: Bool) { (inlinesFigures, self.marksMore) = (true, marksMore) }

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
      case .note(let text): out += paragraph("note: " + text, "note")
      case .warning(let text): out += paragraph("warning: " + text, "warning")
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
    let more =
      marksMore && strips.contains(where: \.isEssential) ? strips.filter { !$0.isEssential }.map(\.heading) : []
    func cell(_ name: String, _ text: String, _ strip: TextGrid.Strip) -> String {
      let isMore = !more.isEmpty && !strip.isEssential
      let kinds = [strip.isNumeric ? "number" : nil, isMore ? "more" : nil].compactMap { $0 }.joined(separator: " ")
      return "<\(name)" + (kinds.isEmpty ? "" : " class=\"\(kinds)\"") + ">" + SafeText.escapeMarkup(text)
        + "</\(name)>"
    }
    var out = "<table>\n"
    if let caption { out += "<caption>" + SafeText.escapeMarkup(caption) + "</caption>\n" }
    out += "<thead><tr>" + strips.map { cell("th", $0.heading, $0) }.joined() + "</tr></thead>\n<tbody>\n"
    for row in 0..<(strips.first?.cells.count ?? 0) {
      out += "<tr>" + strips.map { cell("td", $0.cells[row], $0) }.joined() + "</tr>\n"
    }
    out += "</tbody>\n</table>\n"
    if !more.isEmpty { out += paragraph("a wider screen shows also " + more.joined(separator: ", "), "less note") }
    return out
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
