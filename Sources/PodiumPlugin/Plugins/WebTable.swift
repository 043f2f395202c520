/// One table of an HTML page, laid out as in a browser.
public struct WebTable: Sendable, Equatable {
  /// A cell; one that spans several places is repeated in each of them.
  public struct Cell: Sendable, Equatable {
    /// The words with one space between them.
    public var text: String
    /// The target of the first link in the cell, as written.
    public var link: String?
    public var isHeading: Bool

    public init(_ text: String, link: String? = nil, isHeading: Bool = false) {
      (self.text, self.link, self.isHeading) = (text, link, isHeading)
    }
  }

  public struct Row: Sendable, Equatable {
    /// The line of the page on which the row begins, from 1.
    public var line: Int
    public var cells: [Cell]

    public init(line: Int, cells: [Cell]) { (self.line, self.cells) = (line, cells) }
  }

  /// The caption; empty without one.
  public var caption: String
  /// The heading before the table; empty without one.
  public var heading: String
  public var rows: [Row]

  public init(caption: String = "", heading: String = "", rows: [Row]) {
    (self.caption, self.heading, self.rows) = (caption, heading, rows)
  }
}
