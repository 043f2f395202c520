/// How much of the prose of a page cmark-gfm may read.
///
/// Version 0.29.0.gfm.6, which Debian 12 has, takes time that grows with the square of its input (CVE-2023-22483,
/// -22484, -22486, -24824, -26485, -37463). A block that could cost too much is shown as plain text, and so is each block
/// that would bring the page over its limits.
package struct ProseBounds {
  /// Levels of lists and quotes (CVE-2023-24824).
  static let mostLevels = 100
  /// Columns of a table; each cell costs a search among them (CVE-2023-37463).
  static let mostColumns = 500
  /// Marks times bytes of a block and of a page: 2,000,000,000 take at most a second (CVE-2023-22484, -22486, -26485).
  static let (blockSteps, pageSteps) = (2_000_000_000, 4_000_000_000)
  /// Cells of a block and of a page, with those that the library adds to short rows (CVE-2023-37463).
  static let (blockCells, pageCells) = (100_000, 200_000)
  /// Delimiter rows times cells before them, of a block and of a page (CVE-2023-22483).
  static let (blockRowSteps, pageRowSteps) = (2_000_000, 10_000_000)
  /// Marks, lines and cells of a page; each may take a third of a kilobyte.
  static let pageNodes = 500_000
  /// Bytes that the uses of link definitions may add to a page.
  static let pageLinks = 16 << 20

  /// Lines times levels of a page: the library compares each line, empty ones too, with the lists and quotes around it.
  static let pageLevels = 50_000_000

  private var (steps, cells, rowSteps, nodes, links, levels) = (0, 0, 0, 0, 0, 0)
  /// How deep lists and quotes can nest so far.
  private var deepest = 1

  /// The bounds of a new page.
  package init() {}

  /// The reason why a block must not be read; nil after it was counted.
  ///
  /// `closings` is the number of closing brackets of the whole text.
  mutating func refusal(of cost: ProseCost, closings: Int) -> String? {
    let added = cost.hasDefinition ? cost.bytes.multipliedReportingOverflow(by: closings) : (0, false)
    if cost.depth > Self.mostLevels {
      return "its lists and quotes may nest \(cost.depth) levels deep, more than \(Self.mostLevels)"
    }
    let deepest = max(deepest, cost.depth)
    if cost.lines * deepest > Self.pageLevels - levels {
      return "the lines of the page times the levels of its lists are more than \(Self.pageLevels)"
    }
    if cost.columns > Self.mostColumns {
      return "its table has \(cost.columns) columns, more than \(Self.mostColumns)"
    }
    if cost.cells > Self.blockCells { return "its table has \(cost.cells) cells, more than \(Self.blockCells)" }
    if cost.cells > Self.pageCells - cells { return "the tables of the page have more than \(Self.pageCells) cells" }
    if cost.rowSteps > Self.blockRowSteps {
      return "it has \(cost.delimiterRows) rows of dashes for \(cost.pipes) cells, whose product is more than "
        + "\(Self.blockRowSteps)"
    }
    if cost.rowSteps > Self.pageRowSteps - rowSteps {
      return "the rows of dashes times the cells of the page are more than \(Self.pageRowSteps)"
    }
    if cost.steps > Self.blockSteps {
      return "it has \(cost.marks) marks such as [ and * in \(cost.bytes) bytes, whose product is more than "
        + "\(Self.blockSteps)"
    }
    if cost.steps > Self.pageSteps - steps {
      return "the marks times the bytes of the blocks of the page are more than \(Self.pageSteps)"
    }
    if cost.nodes > Self.pageNodes - nodes { return "the page has more than \(Self.pageNodes) marks, lines and cells" }
    if added.1 || added.0 > Self.pageLinks - links {
      return "the \(closings) links could repeat its definitions over more than \(Self.pageLinks >> 20) MB"
    }
    levels += cost.lines * deepest
    self.deepest = deepest
    cells += cost.cells
    rowSteps += cost.rowSteps
    steps += cost.steps
    nodes += cost.nodes
    links += added.0
    return nil
  }

  /// Whether empty lines may be read as they are.
  mutating func admits(emptyLines count: Int) -> Bool {
    guard count * deepest <= Self.pageLevels - levels else { return false }
    levels += count * deepest
    return true
  }
}
