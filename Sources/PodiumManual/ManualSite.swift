public import PodiumCore
internal import PodiumNotebook
internal import PodiumRender

/// The manual as pages for a browser, each of which needs no other file.
public struct ManualSite {
  private let sources: [(name: String, text: String)]

  /// The site of the manual's Markdown files.
  public init(_ sources: [(name: String, text: String)]) { self.sources = sources }

  /// The files with their names; `index.html` leads to all.
  ///
  /// Throws `missing-library` where cmark-gfm is not installed.
  public func files() throws(Diagnostic) -> [(name: String, text: String)] {
    var files: [(String, String)] = []
    for (name, text) in sources {
      let isIndex = name == "README.md"
      let title = String(text.prefix { $0 != "\n" }.drop { $0 == "#" || $0 == " " })
      let links = isIndex ? "" : "<p><a href=\"index.html\">Reference</a></p>\n"
      let page = try ManualSite.html(text, title: title, links: links)
      files.append((isIndex ? "index.html" : name.dropLast(2) + "html", page))
    }
    return files
  }

  /// A piece of the manual as one page.
  ///
  /// Throws `missing-library` where cmark-gfm is not installed.
  public static func html(_ markdown: String, title: String, links: String = "") throws(Diagnostic) -> String {
    let body = try Markdown.html(markdown).replacing(".md#", with: ".html#").replacing(".md\">", with: ".html\">")
      .replacing("href=\"README.html", with: "href=\"index.html")
    return HTMLPage.document(title: title, body: links + named(body), isProse: true)
  }

  /// HTML whose headings can be linked to, by the anchors that code hosts give them; of equal ones the first.
  private static func named(_ html: String) -> String {
    var known: Set<String> = []
    return html.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard line.hasPrefix("<h"), let level = line.dropFirst(2).first, level.isNumber,
        let open = line.firstIndex(of: ">"),
        let close = line.lastIndex(of: "<"), open < close
      else { return String(line) }
      let anchor = MarkdownText.anchor(plain(line[line.index(after: open)..<close]))
      guard known.insert(anchor).inserted else { return String(line) }
      return "<h\(level) id=\"\(SafeText.escapeMarkup(anchor))\">" + line[line.index(after: open)...]
    }.joined(separator: "\n")
  }

  /// The text of a heading without its tags.
  private static func plain(_ html: Substring) -> String {
    var text = ""
    var isTag = false
    for sign in html {
      if sign == "<" { isTag = true } else if sign == ">" { isTag = false } else if !isTag { text.append(sign) }
    }
    return text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
      .replacing("&amp;", with: "&")
  }
}
