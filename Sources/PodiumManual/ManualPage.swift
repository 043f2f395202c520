/// A page of the manual, as Markdown.
public struct ManualPage: Sendable {
  /// The file's name without its extension.
  public let name: String
  public let title: String
  /// One sentence for the index.
  public let summary: String
  /// Markdown between the title and the first section.
  public var introduction: String
  public var sections: [ManualSection]

  /// Makes a page.
  public init(
    _ name: String, _ title: String, summary: String, introduction: String = "", sections: [ManualSection] = []
  ) {
    self.name = name
    self.title = title
    self.summary = summary
    self.introduction = introduction
    self.sections = sections
  }

  /// The whole page; it ends with a line feed.
  public var markdown: String {
    let opening = ["# " + title, introduction.isEmpty ? MarkdownText.text(summary) : introduction]
    let parts = opening + sections.map(\.markdown)
    return parts.joined(separator: "\n\n") + "\n"
  }
}

/// A section of a page under a heading of its own.
public struct ManualSection: Sendable {
  /// The heading: a name that can be looked up (`cv`), or words.
  public let heading: String
  /// Markdown below the heading.
  public let body: String
  /// 2 for a section of the page, 3 for one inside of a section.
  public let level: Int

  /// Makes a section.
  ///
  /// `isName` says that the heading is a name that is typed, as the index lists them.
  public init(_ heading: String, level: Int = 2, isName: Bool = false, _ body: String) {
    self.heading = heading
    self.isName = isName
    self.level = level
    self.body = body
  }

  /// Whether the heading is a name that is typed, as the index lists them.
  let isName: Bool

  /// Heading and body.
  public var markdown: String {
    String(repeating: "#", count: level) + " " + MarkdownText.text(heading) + "\n\n" + body
  }
}
