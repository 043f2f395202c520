public import PodiumCore
public import PodiumPlugin

/// The reference manual, made from what is registered: the same pages as Markdown files, as HTML and at the prompt.
public struct Manual: Sendable {
  /// The pages in the order of the index.
  public let pages: [ManualPage]

  /// Makes the manual of what a session knows; `commands` describes the command line, `podium` first.
  ///
  /// Examples run in sessions of their own. Throws `interrupted`.
  public init(_ session: Session, commands: [ProgramCommand]) throws(Diagnostic) {
    try self.init(ManualExamples(session: session), commands)
  }

  /// The part of the manual that a name leads to, without making the rest: a page, or a section of one.
  ///
  /// Throws `unknown-help-topic` with the nearest name, and `interrupted`.
  public static func part(
    _ name: String, of session: Session, commands: [ProgramCommand]
  ) throws(Diagnostic) -> String {
    let outline = try Manual(ManualExamples(session: session, wanted: []), commands)
    let sections = outline.pages.first { $0.name == name }?.sections.map(\.heading) ?? [name]
    let manual = try Manual(ManualExamples(session: session, wanted: Set(sections)), commands)
    if let found = manual.markdown(of: name) { return found }
    let names = outline.pages.map(\.name) + outline.pages.flatMap(\.sections).map(\.heading)
    var error = Diagnostic.unknown("help topic", name, among: names)
    error.help = "see the list: podium help"
    throw error
  }

  private init(_ examples: ManualExamples, _ commands: [ProgramCommand]) throws(Diagnostic) {
    let session = examples.session
    let registry = session.registry
    pages =
      [CommandLinePage(commands: commands).page, LanguagePage.page]
      + (try CommandPages(registry: registry, examples: examples).pages())
      + LearningPages(registry: registry).pages
      + (try CataloguePages(registry: registry, examples: examples).pages())
      + [NotebookManualPage.page, JSONPage.page, ErrorCodesPage.page, PluginProtocolPage.page]
      + [StatusPages.exitStatus, StatusPages.files]
  }

  /// The page that lists all others.
  public var index: ManualPage {
    let rows = pages.map { ["[\(MarkdownText.text($0.title))](\($0.name).md)", MarkdownText.text($0.summary)] }
    let names = pages.flatMap { page in
      page.sections.filter(\.isName).map { section in
        (
          section.heading,
          "[\(MarkdownText.code(section.heading))](\(page.name).md#\(MarkdownText.anchor(section.heading)))"
        )
      }
    }
    let sorted = names.inCodePointOrder(by: \.0).map(\.1)
    return ManualPage(
      "README", "Reference", summary: "Every command, learner, format, measure, setting and function of podium.",
      introduction: """
        Every command, learner, format, measure, setting and function of podium. `podium help --format markdown` makes these
        pages; the output below an example is what podium printed when the page was made.

        \(MarkdownText.table(["page", "content"], rows))
        """,
      sections: [ManualSection("Names", sorted.joined(separator: " · "))])
  }

  /// The files of the manual as Markdown: the index, then the pages.
  public var files: [(name: String, text: String)] { ([index] + pages).map { ($0.name + ".md", $0.markdown) } }

  /// The part of the manual that a name leads to: a page, or a section; nil where there is none.
  private func markdown(of name: String) -> String? {
    if let page = pages.first(where: { $0.name == name }) { return page.markdown }
    for page in pages {
      guard let start = page.sections.firstIndex(where: { $0.heading == name }) else { continue }
      let inner = page.sections[(start + 1)...].prefix { $0.level > page.sections[start].level }
      let parts = [page.sections[start].markdown] + inner.map(\.markdown)
      return parts.joined(separator: "\n\n") + "\n"
    }
    return nil
  }

  /// The whole manual as one document, whose links lead to headings in it.
  public var document: String {
    let whole = ([index] + pages).map(\.markdown).joined(separator: "\n")
    return pages.reduce(whole) { text, page in
      text.replacing("](\(page.name).md#", with: "](#")
        .replacing("](\(page.name).md)", with: "](#\(MarkdownText.anchor(page.title)))")
    }
  }
}
