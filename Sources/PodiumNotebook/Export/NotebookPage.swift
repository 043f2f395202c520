public import PodiumCore
internal import PodiumPlugin
internal import PodiumRender

/// A notebook as one self-contained HTML page (`HTMLPage`).
public struct NotebookPage {
  /// The largest picture next to a notebook that its page embeds, in bytes.
  static let largestPicture = 8 << 20
  /// How many bytes of pictures one page reads; a picture counts each time it is shown.
  static let mostPictures = 64 << 20

  private let replayed: ReplayedNotebook
  private let file: String
  /// The bytes of a file next to the notebook; nil if there is none.
  private let picture: (String) -> [UInt8]?

  /// `picture` reads a picture of the prose by its path as written.
  public init(_ replayed: ReplayedNotebook, file: String, picture: @escaping (String) -> [UInt8]?) {
    self.replayed = replayed
    self.file = file
    self.picture = picture
  }

  /// The HTML text.
  ///
  /// Throws `missing-library` if cmark-gfm is not installed.
  public func html() throws(Diagnostic) -> String {
    var out = parameters
    var number = 0
    var bounds = ProseBounds()
    var unread = NotebookPage.mostPictures
    for block in replayed.notebook.blocks {
      switch block {
      case .prose(let text): out += embedded(try Markdown.html(text, within: &bounds), &unread)
      case .cell(let cell):
        number += 1
        out += section(cell, replayed.reports[number])
      }
    }
    return HTMLPage.document(title: replayed.title(file), body: out)
  }

  /// The parameters of the run, shown at the top.
  private var parameters: String {
    let pairs = replayed.notebook.frontMatter.parameters
      .inCodePointOrder(by: \.key).map { $0.key + " = " + $0.value }
    if pairs.isEmpty { return "" }
    return "<p class=\"with\">with "
      + SafeText.escapeMarkup(SafeText.escape(MaskedText(pairs.joined(separator: ", ")).text)) + "</p>\n"
  }

  private func section(_ cell: Notebook.Cell, _ reports: [CommandReport]?) -> String {
    let source = SafeText.escapeMarkup(SafeText.escapeLines(cell.source))
    var out = "<section class=\"cell\">\n<pre class=\"source\"><code>" + source + "</code></pre>\n"
    guard let reports else { return out + "<p class=\"note\">not run</p>\n</section>\n" }
    var body = ""
    let renderer = HTMLRenderer(inlinesFigures: true)
    for report in reports {
      for case .stream(_, let text) in replayed.programs[report.cell] ?? [] {
        body += "<pre>" + SafeText.escapeMarkup(SafeText.escapeLines(text)) + "</pre>\n"
      }
      for output in report.outputs { body += renderer.render(output) }
      if var error = report.error {
        error.place = nil
        let text = TextRenderer(style: .notebook).render(error, input: report.input)
        body += "<pre class=\"error\">" + SafeText.escapeMarkup(text) + "</pre>\n"
      }
    }
    if !body.isEmpty { out += "<div class=\"output\">\n" + MaskedText(body).text + "</div>\n" }
    return out + "</section>\n"
  }

  /// HTML of prose with local pictures embedded as data; of other pictures only the alternative text is left.
  private func embedded(_ html: String, _ unread: inout Int) -> String {
    let (bytes, mark) = (Array(html.utf8), TextSearch("<img src=\""))
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count)
    var place = 0
    while let found = mark.first(in: bytes.span, from: place),
      let end = bytes[(found + mark.wanted.count)...].firstIndex(of: UInt8(ascii: "\""))
    {
      let start = found + mark.wanted.count
      out += bytes[place..<start]
      out += (data(String(decoding: bytes[start..<end], as: UTF8.self), &unread) ?? "").utf8
      place = end
    }
    out += bytes[place...]
    return String(decoding: out, as: UTF8.self)
  }

  private func data(_ source: String, _ unread: inout Int) -> String? {
    if source.hasPrefix("data:") { return source }
    let types = [
      "svg": "image/svg+xml", "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif",
      "webp": "image/webp",
    ]
    guard !source.contains(":"), let type = types[FilePath(source).ending],
      unread > 0, let bytes = picture(source.replacing("%20", with: " ").replacing("&amp;", with: "&"))
    else { return nil }
    unread -= bytes.count
    guard bytes.count <= NotebookPage.largestPicture else { return nil }
    return "data:\(type);base64," + Base64.text(bytes)
  }
}
