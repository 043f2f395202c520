internal import PodiumCore
internal import PodiumPlugin

/// Finds the tables of a page; tables within cells are separate tables.
///
/// Omitted tags are inferred as in browsers (html.spec.whatwg.org, "in table" and related modes): a row ends
/// where the next begins, and `<table>` within a table but outside its cells ends it. Depth and sizes are bounded.
struct HTMLTables {
  /// Tables nested deeper than this are text of the enclosing cell.
  static let deepest = 128
  /// Maximum number of grid cells of all tables of a page together.
  static let mostSlots = 1 << 23

  private struct Open {
    var grid: HTMLGrid
    let order: Int
    var cell: (isHeading: Bool, columns: Int, rows: Int)?
    var isCaption = false
    var text: [UInt8] = []
    var link: String?
  }

  private(set) var text: [UInt8] = []
  private(set) var tables: [HTMLTable] = []

  private var finished: [(order: Int, table: HTMLTable)] = []
  private var open: [Open] = []
  private var tableCount = 0
  private var ignored = 0
  private var slots = 0
  private var heading = ""
  private var headingText: [UInt8]?
  /// A hidden element, and how many of its name are open.
  private var hidden: (name: String, depth: Int)?

  /// Reads a whole page; throws `too-large` and `interrupted`.
  init(
    _ page: Span<UInt8>, from start: Int, name: String, limits: ReadLimits = ReadLimits(),
    cancellation: Cancellation,
    budget: ReadBudget? = nil
  ) throws(Diagnostic) {
    var (marks, counted) = (0, 0)
    var tokenizer = HTMLTokenizer(from: start)
    var line = 1
    var lineFrom = start
    var tokens = 0
    while let token = tokenizer.next(page) {
      tokens += 1
      if tokens & 0xFFF == 0 {
        try cancellation.check()
        try count(marks, &counted, budget)
      }
      switch token {
      case .start(let tag, let attributes, let isSelfClosing):
        if tag == "tr" || tag == "td" || tag == "th" {
          for i in lineFrom..<tokenizer.place where page[i] == 0x0A { line += 1 }
          lineFrom = tokenizer.place
          marks += 1
        }
        begin(tag, attributes, isSelfClosing: isSelfClosing, line: line)
      case .end(let tag): end(tag)
      case .text(let bytes): add(bytes)
      }
      if let width = open.last?.grid.rowWidth, width > limits.columns {
        throw Diagnostic(
          "too-large", "the table has more than \(limits.columns) columns", help: "save part of the page and load that"
        ).inFile(name, line: line)
      }
      if let length = open.last?.text.count, length > limits.cellBytes {
        throw Diagnostic(
          "too-large", "the cell is larger than \(limits.cellSizeText)", help: "save part of the page and load that"
        ).inFile(name, line: line)
      }
      let inOpen = open.last?.grid.slots ?? 0
      if slots + inOpen > HTMLTables.mostSlots || text.count > Cell.maximumText / 4 {
        throw Diagnostic(
          "too-large", "the tables of the page have more than \(HTMLTables.mostSlots) cells, spans included",
          help: "save part of the page and load that; a cell counts once for each row and column it spans"
        ).inFile(name, line: line)
      }
    }
    try count(marks, &counted, budget)
    while !open.isEmpty { closeTable() }
    tables = finished.ordered { $0.order < $1.order }.map(\.table)
  }

  /// Counts what the rows, cells and slots take that were made since they were last counted.
  private func count(_ marks: Int, _ counted: inout Int, _ budget: ReadBudget?) throws(Diagnostic) {
    // A row is an array of its own, and a cell takes 40 bytes in an array that grows, as slots of 4 bytes do.
    let bytes = marks * 128 + open.reduce(slots) { $0 + $1.grid.slots } * 8 + text.count
    guard bytes > counted else { return }
    try budget?.use(bytes - counted)
    counted = bytes
  }

  // MARK: Tags

  private mutating func begin(
    _ tag: String, _ attributes: [(name: String, value: String)], isSelfClosing: Bool, line: Int
  ) {
    if hidden != nil {
      if hidden?.name == tag, !isSelfClosing { hidden?.depth += 1 }
      return
    }
    if HTMLTables.isHidden(tag, attributes) {
      hidden = (tag, 1)
      return
    }
    switch tag {
    case "table":
      if let last = open.last, last.cell == nil, !last.isCaption { closeTable() }
      if open.count >= HTMLTables.deepest {
        ignored += 1
        return
      }
      open.append(Open(grid: HTMLGrid(heading: heading), order: tableCount))
      tableCount += 1
    case "caption":
      guard !open.isEmpty else { return }
      closeCell()
      open[open.count - 1].grid.begin(.body)
      open[open.count - 1].isCaption = true
      open[open.count - 1].text = []
    case "col", "colgroup":
      // A declaration of columns ends the rows before it, wherever it is.
      guard !open.isEmpty else { return }
      closeCell()
      open[open.count - 1].grid.begin(.body)
    case "thead", "tbody", "tfoot":
      guard !open.isEmpty else { return }
      closeCell()
      open[open.count - 1].grid.begin(HTMLTables.section(tag))
    case "tr":
      guard !open.isEmpty else { return }
      closeCell()
      open[open.count - 1].grid.beginRow(line: line)
    case "td", "th":
      guard !open.isEmpty else { return }
      closeCell()
      if !open[open.count - 1].grid.hasRow { open[open.count - 1].grid.beginRow(line: line) }
      func span(_ name: String) -> Int {
        let digits = attributes.first { $0.name == name }?.value.drop { $0 == " " }.prefix { $0.isASCII && $0.isNumber }
        guard let digits, !digits.isEmpty else { return 1 }
        return Int(digits) ?? Int(Int32.max)
      }
      open[open.count - 1].cell = (tag == "th", span("colspan"), span("rowspan"))
      open[open.count - 1].text = []
      open[open.count - 1].link = nil
    case "a":
      guard let last = open.indices.last, open[last].cell != nil, open[last].link == nil else { return }
      open[last].link = attributes.first { $0.name == "href" }?.value
    case "h1", "h2", "h3", "h4", "h5", "h6":
      if open.isEmpty { headingText = [] }
      separate()
    default: if HTMLTables.isBlock(tag) { separate() }
    }
  }

  private mutating func end(_ tag: String) {
    if hidden?.name == tag {
      hidden?.depth -= 1
      if hidden?.depth == 0 { hidden = nil }
      return
    }
    if hidden != nil { return }
    switch tag {
    case "table":
      if ignored > 0 { ignored -= 1 } else if !open.isEmpty { closeTable() }
    case "caption", "td", "th": closeCell()
    case "tr":
      closeCell()
      if !open.isEmpty { open[open.count - 1].grid.endRow() }
    case "thead", "tbody", "tfoot":
      // The end of a group other than the open one is ignored.
      guard let last = open.indices.last, open[last].grid.section == HTMLTables.section(tag) else { return }
      closeCell()
      open[last].grid.begin(.body)
    case "h1", "h2", "h3", "h4", "h5", "h6":
      if let bytes = headingText { heading = HTMLTables.collapsed(bytes).string }
      headingText = nil
      separate()
    default: if HTMLTables.isBlock(tag) { separate() }
    }
  }

  private static func section(_ tag: String) -> HTMLGrid.Section {
    tag == "thead" ? .head : tag == "tfoot" ? .foot : .body
  }

  /// Elements that separate words.
  private static func isBlock(_ tag: String) -> Bool {
    switch tag {
    case "br", "p", "div", "li", "ul", "ol", "dl", "dt", "dd", "hr", "pre", "section", "article", "blockquote", "form",
      "option":
      true
    default: false
    }
  }

  /// Whether an element is hidden: raw text, and what its own style hides.
  private static func isHidden(_ tag: String, _ attributes: [(name: String, value: String)]) -> Bool {
    switch tag {
    case "script", "style", "template", "title", "textarea", "iframe", "noembed", "noframes", "xmp": return true
    case "br", "img", "input", "hr", "wbr", "meta", "link", "col", "area", "source", "table", "tr", "td", "th", "tbody",
      "thead", "tfoot":
      return false
    default:
      guard let style = attributes.first(where: { $0.name == "style" })?.value else { return false }
      return style.lowercased().filter { $0 != " " }.contains("display:none")
    }
  }

  // MARK: Text

  private mutating func add(_ bytes: [UInt8]) {
    if hidden != nil { return }
    if let last = open.indices.last {
      if open[last].cell != nil || open[last].isCaption { open[last].text += bytes }
    } else {
      headingText? += bytes
    }
  }

  private mutating func separate() { add([0x20]) }

  private mutating func closeCell() {
    guard let last = open.indices.last else { return }
    if open[last].isCaption {
      open[last].isCaption = false
      open[last].grid.setCaption(HTMLTables.collapsed(open[last].text).string)
    } else if let cell = open[last].cell {
      open[last].cell = nil
      let start = text.count
      text += HTMLTables.collapsed(open[last].text)
      open[last].grid.add(
        start..<text.count, isHeading: cell.isHeading, link: open[last].link, columns: cell.columns, rows: cell.rows)
    }
    open[last].text = []
  }

  private mutating func closeTable() {
    closeCell()
    guard var last = open.popLast() else { return }
    last.grid.endRow()
    slots += last.grid.slots
    finished.append((last.order, last.grid.table))
    if open.last?.cell != nil { separate() }
  }

  /// The words of a text with one space between them; a non-breaking space counts as a space.
  private static func collapsed(_ bytes: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    var isPending = false
    var i = 0
    while i < bytes.count {
      let byte = bytes[i]
      if byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) {
        isPending = true
        i += 1
      } else if byte == 0xC2, i + 1 < bytes.count, bytes[i + 1] == 0xA0 {
        isPending = true
        i += 2
      } else {
        if isPending, !out.isEmpty { out.append(0x20) }
        isPending = false
        out.append(byte)
        i += 1
      }
    }
    return out
  }
}

extension [UInt8] {
  fileprivate var string: String { String(decoding: self, as: UTF8.self) }
}
