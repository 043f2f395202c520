internal import CMarkdown
internal import Glibc
package import PodiumCore
internal import Synchronization

/// Prose as HTML, by cmark-gfm: CommonMark with tables, strikethrough and task lists.
///
/// Raw HTML is dropped, and links that could run code are emptied.
package enum Markdown {
  private static let extensions = ["table", "strikethrough", "tasklist"]
  /// Replace invalid UTF-8; text from podium has none.
  private static let optionForUTF8: Int32 = 1 << 9

  /// The table of the process, loaded once on first use, whatever the thread.
  private static let loaded = Result { () throws(Diagnostic) in
    var table = cmd_table()
    try SystemLibrary.markdown.load { cmd_load($0, &table) }
    table.register_extensions()
    return table
  }

  /// One caller at a time, since the library keeps its list of extensions in global variables.
  private static let turn = Mutex(())

  /// The HTML of a Markdown text on a page of its own.
  ///
  /// Throws `missing-library`.
  package static func html(_ text: String) throws(Diagnostic) -> String {
    var bounds = ProseBounds()
    return try html(text, within: &bounds)
  }

  /// The HTML of a Markdown text, with plain text in place of the blocks over the bounds of its page.
  ///
  /// Throws `missing-library`.
  package static func html(_ text: String, within bounds: inout ProseBounds) throws(Diagnostic) -> String {
    let prose = BoundedProse(printable(text), within: &bounds)
    return prose.restored(try html(prose.markdown))
  }

  private static func html(_ bytes: [UInt8]) throws(Diagnostic) -> String {
    let table = try loaded.get()
    return turn.withLock { _ in html(bytes, table) }
  }

  /// HTML does not allow control characters, and the page may be printed to a terminal.
  private static func printable(_ text: String) -> String {
    func isControl(_ code: UInt32) -> Bool {
      code < 0x20 ? code != 0x09 && code != 0x0A && code != 0x0D : (0x7F...0x9F).contains(code)
    }
    // Those above 0x7F begin with 0xC2 in UTF-8.
    guard text.utf8.contains(where: { $0 < 0x80 ? isControl(UInt32($0)) : $0 == 0xC2 }) else { return text }
    var plain = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { plain.append(isControl(scalar.value) ? "\u{FFFD}" : scalar) }
    return String(plain)
  }

  private static func html(_ bytes: [UInt8], _ table: cmd_table) -> String {
    guard let parser = table.parser_new(optionForUTF8) else { return "" }
    defer { table.parser_free(parser) }
    for name in extensions {
      if let found = table.find_extension(name) { _ = table.attach_extension(parser, found) }
    }
    var bytes = bytes
    bytes.withUnsafeMutableBytes { memory in
      table.parser_feed(parser, memory.baseAddress?.assumingMemoryBound(to: CChar.self), memory.count)
    }
    guard let document = table.parser_finish(parser) else { return "" }
    defer { table.node_free(document) }
    guard let rendered = table.render_html(document, optionForUTF8, table.parser_extensions(parser)) else { return "" }
    defer { free(rendered) }
    // A reference such as &#27; becomes the character itself.
    return printable(String(cString: rendered))
  }
}
