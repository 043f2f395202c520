import Foundation
import PodiumCore
import PodiumTestKit
import Testing

@testable import PodiumNotebook

/// What cmark-gfm is kept from reading; `hasMarkdown` says whether it is installed.
struct ProseBoundsTests {
  static let hasMarkdown = SystemLibrary.markdown.candidates.contains { dlopen($0, RTLD_LAZY) != nil }

  private func bounded(_ text: String) -> BoundedProse {
    var bounds = ProseBounds()
    return BoundedProse(text, within: &bounds)
  }

  /// Shapes at which the library's time or memory grows with the square of their length, by the CVE that names them.
  static let faults: [(name: String, text: String)] = [
    ("22483 rows of dashes", String(repeating: "[\n|-|-\n", count: 6000)),
    ("22484 processing instructions", String(repeating: "a <?", count: 75_000)),
    ("22484 CDATA", String(repeating: "a<![CDATA[", count: 30_000)),
    ("22484 declarations", String(repeating: "a<!A ", count: 60_000)),
    ("22486 pictures without an end", String(repeating: "![[]()", count: 50_000)),
    ("22486 links in emphasis", String(repeating: "*a[b](c)", count: 40_000)),
    ("24824 quotes", String(repeating: ">", count: 100_000) + String(repeating: "a*", count: 1000)),
    ("24824 lists", String(repeating: "- ", count: 100_000) + "a" + String(repeating: "\n", count: 1000)),
    (
      "24824 lists that deepen",
      (0..<300).map { String(repeating: " ", count: 2 * $0) + "- a\n" }.joined() + "\n"
    ),
    ("24824 numbered lists with tabs", String(repeating: "1.\t", count: 500) + "a"),
    ("26485 underscores", String(repeating: "_a __b ", count: 60_000)),
    (
      "37463 short rows",
      String(repeating: "|a", count: 500) + "|\n" + String(repeating: "|-", count: 500) + "|\n"
        + String(repeating: "|\n", count: 20_000)
    ),
    (
      "37463 wide rows",
      String(repeating: "|a", count: 4000) + "\n" + String(repeating: "|-", count: 4000) + "\n|a|\n"
    ),
    (
      "a long definition used often",
      "[a]: <" + String(repeating: "b", count: 100_000) + ">\n\n" + String(repeating: "[a] ", count: 3000)
    ),
    ("only carriage returns", String(repeating: String(repeating: ">", count: 500) + "a\r", count: 100)),
  ]

  @Test(arguments: faults.map(\.name)) func `a block over a limit is not read`(name: String) throws {
    let text = try #require(ProseBoundsTests.faults.first { $0.name == name }).text
    let prose = bounded("before *it*\n\n" + text + "\n\nafter `it`\n")
    #expect(prose.plain.count == 1)
    #expect(prose.plain.first?.reason?.contains("more than") == true)
    #expect(prose.markdown.count < 20_000)
    let html = prose.restored(
      "<p>" + String(decoding: prose.markdown, as: UTF8.self).split(separator: "\n\n").joined(separator: "</p><p>")
        + "</p>")
    #expect(html.hasPrefix("<p>before *it*</p>"))
  }

  @Test(.enabled(if: hasMarkdown)) func `the rest of the page is as ever, and a note names the limit`() throws {
    let fault = String(repeating: "![[]()", count: 50_000)
    let html = try Markdown.html("# A *b*\n\n[c][d]\n\n" + fault + "\n<&>\n\n- e\n\n[d]: https://example.org\n")
    #expect(html.hasPrefix("<h1>A <em>b</em></h1>\n<p><a href=\"https://example.org\">c</a></p>\n<pre>![[]()"))
    #expect(
      html.hasSuffix(
        "![[]()\n&lt;&amp;&gt;</pre>\n<p class=\"note\">shown as plain text: it has 200002 marks such as [ and * in "
          + "300005 bytes, whose product is more than 2000000000</p>\n<ul>\n<li>e</li>\n</ul>\n"), "\(html.suffix(300))"
    )
  }

  @Test(.enabled(if: hasMarkdown)) func `code in a fence looks the same, however many brackets it has`() throws {
    let code = String(repeating: "[[1, 2], \"<&>\"]\n", count: 20_000)
    let html = try Markdown.html("```json\n" + code + "\n" + "[]\n```\n\nafter\n")
    #expect(
      html == "<pre><code class=\"language-json\">" + SafeText.escapeMarkup(code)
        + "\n[]\n</code></pre>\n<p>after</p>\n")
  }

  /// What looks like a fence here, but is in a comment for the library.
  @Test func `a fence does not hide a block`() {
    let fault = String(repeating: "![[]()", count: 50_000)
    #expect(bounded("<!--\n```\n-->\n" + fault).markdown.count < 100)
    #expect(bounded("- a\n  ```\nb\n\n" + fault + "\n```\n").markdown.count < 100)
  }

  @Test func `small blocks add up`() throws {
    let block = String(repeating: "![[]()", count: 8000) + "\n\n"
    let prose = bounded(String(repeating: block, count: 5))
    #expect(prose.plain.count == 1)
    #expect(prose.plain.first?.text == String(String(repeating: block, count: 3).dropLast(2)))
    #expect(prose.plain.first?.reason?.contains("of the page") == true)
    let nodes = bounded(String(repeating: "- a\n\n", count: 300_000))
    #expect(nodes.markdown.count < 1_300_000)
    #expect(nodes.plain.count == 1)
    #expect(nodes.plain.first?.reason == "the page has more than 500000 marks, lines and cells")
  }

  @Test func `empty lines within deep lists are cut, others are kept`() {
    let lines = String(repeating: "\n", count: 2_000_000)
    let deep = bounded(String(repeating: "- ", count: 45) + "a" + lines + "b")
    #expect(deep.plain.isEmpty && deep.markdown.count < 300)
    #expect(bounded("- a" + lines + "b").markdown.count > 2_000_000)
  }

  @Test func `a text with all characters for private use is shown as it is`() throws {
    var text = String.UnicodeScalarView()
    for code: UInt32 in 0xE000...0xF8FF { try text.append(#require(Unicode.Scalar(code))) }
    let prose = bounded(String(text) + "<b>")
    #expect(prose.markdown.isEmpty)
    #expect(
      prose.restored("").hasSuffix(
        "&lt;b&gt;</pre>\n<p class=\"note\">shown as plain text: it has each of the 6400 characters for private use</p>"
      ))
  }

  @Test(.enabled(if: hasMarkdown)) func `a reference to a control character does not reach the page`() throws {
    #expect(try Markdown.html("a&#27;[2Jb &#155; &#1;&#9;c") == "<p>a\u{FFFD}[2Jb \u{FFFD} \u{FFFD}\tc</p>\n")
  }

  /// An address is a link only in <>: the extension with the read beyond the end of CVE-2023-22485 is not used.
  @Test(.enabled(if: hasMarkdown)) func `addresses in prose are not links`() throws {
    #expect(
      try Markdown.html("http://example.org www.example.org a@example.org")
        == "<p>http://example.org www.example.org a@example.org</p>\n")
  }

  @Test func `the prose of this project is not touched`() throws {
    var count = 0
    for folder in ["docs", "notebooks", "plugins", "datasets", "Sources", "Tests"] {
      let files = try #require(FileManager.default.enumerator(atPath: Checkout.path(folder)))
      for case let name as String in files where name.hasSuffix(".md") {
        let text = try String(contentsOfFile: Checkout.path(folder + "/" + name), encoding: .utf8)
        let prose = bounded(text)
        #expect(prose.plain.isEmpty, "\(name): \(prose.plain.first?.reason ?? "")")
        #expect(prose.markdown == Array(text.utf8))
        count += 1
      }
    }
    #expect(count > 50)
  }
}
