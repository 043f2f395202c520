public import PodiumCore
internal import PodiumPlugin
internal import PodiumRender

/// A notebook as one HTML page that needs nothing else: no script, no font, no file beside it.
///
/// It reads on a phone and on paper, in light and in dark; its policy forbids whatever is not in it.
public struct NotebookPage {
  /// The largest picture beside a notebook that is taken into its page, in bytes.
  static let largestPicture = 8 << 20

  private let replayed: ReplayedNotebook
  private let file: String
  /// The bytes of a file beside the notebook; nil where there is none.
  private let picture: (String) -> [UInt8]?

  /// Makes a page; `picture` reads what the prose shows, by the path that stands there.
  public init(_ replayed: ReplayedNotebook, file: String, picture: @escaping (String) -> [UInt8]?) {
    self.replayed = replayed
    self.file = file
    self.picture = picture
  }

  /// The page.
  ///
  /// Throws `missing-library` where cmark-gfm is not installed.
  public func html() throws(Diagnostic) -> String {
    let title = SafeText.escapeMarkup(SafeText.escape(replayed.title(file)))
    var out = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="generator" content="podium">
      <meta name="color-scheme" content="light dark">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
      <title>\(title)</title>
      <style>
      \(NotebookPage.style)</style>
      </head>
      <body>
      <main>

      """ + parameters
    var number = 0
    for block in replayed.notebook.blocks {
      switch block {
      case .prose(let text): out += embedded(try Markdown.html(text))
      case .cell(let cell):
        number += 1
        out += section(cell, replayed.reports[number])
      }
    }
    // Texts are escaped: what reads as a table is one.
    out = out.replacing("<table>", with: "<div class=\"wide\"><table>").replacing("</table>", with: "</table></div>")
    return out + "</main>\n</body>\n</html>\n"
  }

  /// What the page was made with, above all else.
  private var parameters: String {
    let pairs = replayed.notebook.frontMatter.parameters
      .sorted { CodePointOrder.precedes($0.key, $1.key) }.map { $0.key + " = " + $0.value }
    if pairs.isEmpty { return "" }
    return "<p class=\"with\">with " + SafeText.escapeMarkup(SafeText.escape(pairs.joined(separator: ", "))) + "</p>\n"
  }

  private func section(_ cell: Notebook.Cell, _ reports: [CommandReport]?) -> String {
    let source = SafeText.escapeMarkup(SafeText.escapeLines(cell.source))
    var out = "<section class=\"cell\">\n<pre class=\"source\"><code>" + source + "</code></pre>\n"
    guard let reports else { return out + "<p class=\"note\">not run</p>\n</section>\n" }
    var body = ""
    let renderer = HTMLRenderer()
    for report in reports {
      for output in report.outputs { body += renderer.render(output) }
      if var error = report.error {
        error.place = nil
        let text = TextRenderer(style: .notebook).render(error, input: report.input)
        body += "<pre class=\"error\">" + SafeText.escapeMarkup(text) + "</pre>\n"
      }
    }
    if !body.isEmpty { out += "<div class=\"output\">\n" + body + "</div>\n" }
    return out + "</section>\n"
  }

  /// HTML of prose in which the pictures beside the notebook stand as data; others keep their words alone.
  private func embedded(_ html: String) -> String {
    let mark = "<img src=\""
    var out = ""
    var rest = Substring(html)
    while let start = rest.firstRange(of: mark), let end = rest[start.upperBound...].firstIndex(of: "\"") {
      out += rest[..<start.lowerBound]
      let source = String(rest[start.upperBound..<end])
      out += mark + (data(source) ?? "") + "\""
      rest = rest[rest.index(after: end)...]
    }
    return out + rest
  }

  private func data(_ source: String) -> String? {
    if source.hasPrefix("data:") { return source }
    let types = [
      "svg": "image/svg+xml", "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif",
      "webp": "image/webp",
    ]
    guard !source.contains(":"), let ending = source.split(separator: ".").last?.lowercased(), let type = types[ending],
      let bytes = picture(source.replacing("%20", with: " ").replacing("&amp;", with: "&")),
      bytes.count <= NotebookPage.largestPicture
    else { return nil }
    return "data:\(type);base64," + Base64.text(bytes)
  }

  private static let style = """
    :root { --ink: #1d2329; --quiet: #5d6873; --paper: #ffffff; --cell: #f4f6f8; --line: #d5dbe1; --mark: #0b62a4;
      --bad: #a4262c; --shade: rgb(0 0 0 / .18); }
    @media (prefers-color-scheme: dark) { :root { --ink: #e3e8ec; --quiet: #9aa6b1; --paper: #14181c; --cell: #1e252b;
      --line: #37424c; --mark: #6cb6f2; --bad: #ff8f8f; --shade: rgb(0 0 0 / .7); } }
    * { box-sizing: border-box; }
    body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif; }
    main { max-width: 52rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; overflow-wrap: break-word; }
    h1, h2, h3 { line-height: 1.25; margin: 1.8em 0 .6em; }
    h1 { margin-top: .4em; font-size: 1.8rem; }
    a { color: var(--mark); }
    img { max-width: 100%; height: auto; }
    blockquote { margin: 1em 0; padding-left: 1em; border-left: .25em solid var(--line); color: var(--quiet); }
    pre, code { font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; font-size: .875rem; }
    pre { overflow-x: auto; margin: .6em 0; padding: .7em .9em; background: var(--cell); border-radius: .4em; }
    .with { margin: 0; color: var(--quiet); font-size: .875rem; }
    .cell { margin: 1.2em 0; border-left: .2em solid var(--mark); padding-left: .8em; }
    .source { margin: 0; }
    p code, li code, td code { padding: .1em .25em; background: var(--cell); border-radius: .25em; }
    .output { margin-top: .5em; font-size: .9375rem; }
    .output pre { background: none; border: 1px solid var(--line); }
    .output p { margin: .4em 0; }
    .output .heading { font-weight: 600; }
    .output .note { color: var(--quiet); }
    .output .warning, .error { color: var(--bad); }
    /* Too wide a table moves inside its box, which is darker on the side where there is more of it. */
    .wide { overflow-x: auto; margin: .6em 0; background: linear-gradient(90deg, var(--paper) 40%, transparent) 0 0 /
      2rem 100% no-repeat local, linear-gradient(270deg, var(--paper) 40%, transparent) 100% 0 / 2rem 100% no-repeat
      local, linear-gradient(90deg, var(--shade), transparent) 0 0 / .5rem 100% no-repeat scroll,
      linear-gradient(270deg, var(--shade), transparent) 100% 0 / .5rem 100% no-repeat scroll; }
    table { border-collapse: collapse; font-size: .875rem; font-variant-numeric: tabular-nums; }
    caption { text-align: left; font-weight: 600; padding: .3em 0; min-width: min(20rem, 75vw); }
    th, td { padding: .25em .7em; border-bottom: 1px solid var(--line); text-align: left; white-space: nowrap; }
    th { color: var(--quiet); font-weight: 600; border-bottom-width: 2px; }
    .number { text-align: right; }
    figure { margin: .8em 0; }
    figcaption { color: var(--quiet); font-size: .875rem; }
    figure img { background: #ffffff; border-radius: .4em; }
    @media (max-width: 30rem) { th, td { padding: .25em .4em; } .cell { padding-left: .6em; } }
    @media print { html { font-size: 10pt; } main { max-width: none; padding: 0; } pre { white-space: pre-wrap; }
      .wide { overflow: visible; background: none; } th, td { white-space: normal; padding: .15em .4em; }
      figure, tr, .source { break-inside: avoid-page; } h1, h2, h3, .source, caption { break-after: avoid-page; } }

    """
}
