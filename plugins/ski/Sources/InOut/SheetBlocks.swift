internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// Reads the blocks of a sheet: protocols with labels, pairs under headings, and who beat whom, below or next to them, in any
/// order; several protocols below each other are several blocks. What has no meaning is named in the notes.
struct SheetBlocks {
  private(set) var blocks: [SheetBlock] = []
  /// What was not read without a mistake: unknown columns and labels.
  private(set) var notes: [String] = []
  private(set) var hasTable = false
  private(set) var misfits = Misfits()

  private let grid: IncomingSheet
  private let words: ColumnWords
  private var block = SheetBlock()
  /// The labels below a table, until it is known whether another test begins with them.
  private var pending: [(meaning: String, cell: IncomingSheet.Cell, group: Int)] = []
  /// How many blank rows there were.
  private var group = 0
  /// How many there were above the end of the table.
  private var tableGroup = 0
  private typealias Heading = (column: Int, meaning: String, name: String)
  private var headings: [[Heading]] = []
  /// The headings above a blank row.
  private var before: [[Heading]] = []
  private var ignored: [Int: String] = [:]
  /// The row after the one that is read.
  private var below = 0
  private var unread: [String] = []
  private var unreadCount = 0

  /// Throws `interrupted`.
  init(_ grid: IncomingSheet, words: ColumnWords, cancellation: Cancellation) throws(Diagnostic) {
    (self.grid, self.words) = (grid, words)
    for (place, row) in grid.rows.enumerated() {
      try cancellation.check()
      below = place + 1
      read(row)
    }
    settle(isTest: false)
    if block.hasRows || !block.labels.isEmpty { blocks.append(block) }
    for place in blocks.indices {
      if let cell = blocks[place].takePlacesAsRanks() {
        notes.append("\(grid.source): read column \(cell.place.column ?? "") as the ranks")
      }
      if let cell = blocks[place].dropRunTimes() {
        notes.append("\(grid.source): column \(cell.place.column ?? "") has the times of runs, which are not kept")
      }
    }
    if unreadCount > 0 {
      notes.append(
        "\(grid.source): cells without a known heading or label were not read: " + unread.joined(separator: "; ")
          + (unreadCount > unread.count ? "; \(unreadCount - unread.count) more" : ""))
    }
  }

  private mutating func read(_ row: CellSheet.Row) {
    let found: [Heading] = row.cells.enumerated().compactMap { place, text in
      words.meaning(text).map { (column: place, meaning: $0, name: text) }
    }
    let filled = row.cells.count { !$0.isEmpty }
    if filled == 0 {
      if !headings.isEmpty { before = headings }
      headings = []
      group += 1
    } else if found.contains(where: { isHead($0.meaning, row) }), found.count >= 2,
      filled <= found.count + 2 || isHeadOfMany(row, found)
    {
      settle(isTest: true)
      open(row, found)
    } else if isLabelled(row, found) {
      readLabels(row, isBelow: block.hasRows)
    } else if !headings.isEmpty {
      readRow(row, headings)
    } else if found.isEmpty, continues(row) {
      // A blank row between two groups of pairs.
      headings = before
      readRow(row, headings)
    } else {
      readLabels(row, isBelow: block.hasRows)
    }
  }

  /// Whether a heading begins a table; in a row with numbers, V and H or L and R are results and lanes.
  private func isHead(_ meaning: String, _ row: CellSheet.Row) -> Bool {
    guard meaning == "left" || meaning == "right" else { return SheetBlock.heads.contains(meaning) }
    return !row.cells.contains { $0.contains(where: \.isNumber) }
  }

  /// Whether a row with many unknown words is the head of a table: it has what ranks pairs, or who beat whom, and no number.
  private func isHeadOfMany(_ row: CellSheet.Row, _ found: [Heading]) -> Bool {
    let meanings = Set(found.map(\.meaning))
    let isRanking = meanings.contains("serial") && !meanings.isDisjoint(with: SheetBlock.ranks)
    return (isRanking || meanings.isSuperset(of: ["winner", "loser"]))
      && !row.cells.contains { SheetValues.number($0) != nil }
  }

  /// The headings of a table; another serial number or winner in the row begins a table beside it.
  private mutating func open(_ row: CellSheet.Row, _ found: [Heading]) {
    (headings, ignored, hasTable) = ([[]], [:], true)
    var seen: Set<String> = []
    for heading in found {
      if heading.meaning == "serial", let first = headings.last?.first, headings.last?.count == 1, seen == ["serial"] {
        let named = names(first, before: heading)
        let other = named.column == first.column ? heading : first
        ignored[other.column] = other.name
        headings[headings.count - 1] = [named]
        continue
      }
      if seen.contains(heading.meaning) {
        guard ["serial", "winner", "left"].contains(heading.meaning) else {
          ignored[heading.column] = heading.name
          continue
        }
        headings.append([])
        seen = []
      }
      seen.insert(heading.meaning)
      headings[headings.count - 1].append(heading)
    }
    block.isRanked = block.isRanked || found.contains { SheetBlock.ranks.contains($0.meaning) }
    // What a heading means, but nothing of these tables has, is named like what means nothing.
    for place in headings.indices {
      if let heat = heatNumber(headings[place]) {
        ignored[heat.column] = heat.name
        headings[place].removeAll { $0.column == heat.column }
      }
      let usable = SheetBlock.usable(headings[place].map(\.meaning))
      for heading in headings[place] where !usable.contains(heading.meaning) { ignored[heading.column] = heading.name }
      headings[place].removeAll { !usable.contains($0.meaning) }
    }
    let known = Set(found.map(\.column))
    for (column, text) in row.cells.enumerated() where !text.isEmpty && !known.contains(column) {
      ignored[column] = text
    }
    if !ignored.isEmpty {
      let names = ignored.keys.sorted().map { grid.place(row, $0, heading: ignored[$0]).column ?? "" }
      notes.append("\(grid.source): ignored columns: " + names.joined(separator: ", "))
    }
  }

  /// The cells of a column below, up to a blank row; of a long table the first ones.
  private func cells(below column: Int) -> [String] {
    let rows = grid.rows[below...].prefix(64).prefix { row in row.cells.contains { !$0.isEmpty } }
    return rows.compactMap { $0.cells.indices.contains(column) ? $0.cells[column] : nil }.filter { !$0.isEmpty }
  }

  /// Which of two columns beside each other names the pairs: what `map=` says, or the second where the first numbers the rows (1,
  /// 2, 3) or has shorter numbers.
  private func names(_ first: Heading, before second: Heading) -> Heading {
    if words.isMapped(first.name) { return first }
    let (numbers, others) = (cells(below: first.column), cells(below: second.column))
    let isCount = numbers.enumerated().allSatisfy { $1 == String($0 + 1) }
    let isLonger =
      others.allSatisfy { $0.contains(where: \.isNumber) }
      && (others.map(\.count).max() ?? 0) > (numbers.map(\.count).max() ?? 0)
    return words.isMapped(second.name) || !others.isEmpty && (isCount || isLonger) ? second : first
  }

  /// The column of a table of glides that numbers the heats, perhaps from 1 in each round; nil where it may name pairs.
  private func heatNumber(_ table: [Heading]) -> Heading? {
    let meanings = Set(table.map(\.meaning))
    let results: Set<String> = meanings.isDisjoint(with: ["left", "right"]) ? [] : ["rank"]
    guard let serial = table.first(where: { $0.meaning == "serial" && !words.isMapped($0.name) }),
      meanings.isDisjoint(with: SheetBlock.ofPair.subtracting(results))
    else { return nil }
    let numbers = cells(below: serial.column)
    let pairs = table.filter { $0.column != serial.column && SheetBlock.heads.contains($0.meaning) }
    let isCount = numbers.allSatisfy { text in Int(text).map { (1...numbers.count).contains($0) } ?? false }
    guard !pairs.isEmpty, isCount, Set(pairs.flatMap { cells(below: $0.column) }).isDisjoint(with: numbers) else {
      return nil
    }
    return serial
  }

  /// A label next to its value below a table, and not one of its rows: it ends in a colon, or is what a test has.
  private func isLabelled(_ row: CellSheet.Row, _ found: [Heading]) -> Bool {
    guard !headings.isEmpty else { return false }
    if found.first?.column == 0, row.cells.first?.hasSuffix(":") == true { return true }
    guard let first = row.cells.firstIndex(where: { !$0.isEmpty }) else { return false }
    let text = row.cells[first]
    if let colon = text.firstIndex(of: ":"), words.meaning(String(text[..<colon])) != nil { return true }
    guard let head = found.first, head.column == first, !text.contains(where: \.isNumber) else { return false }
    let places = SheetBlock.heads.union(SheetBlock.ranks)
    return headings.contains { $0.contains { $0.column == first && places.contains($0.meaning) } }
      && (SheetBlock.ofSession.contains(head.meaning) || head.meaning == "comment")
  }

  /// Whether a row after a blank one has a pair under the headings above it, and something else.
  private func continues(_ row: CellSheet.Row) -> Bool {
    before.contains { table in
      func text(_ heading: Heading) -> String { heading.column < row.cells.count ? row.cells[heading.column] : "" }
      let heads = table.filter { SheetBlock.heads.contains($0.meaning) }
      return heads.contains { text($0).contains(where: \.isNumber) }
        && table.contains { !SheetBlock.heads.contains($0.meaning) && !text($0).isEmpty }
    }
  }

  private mutating func readRow(_ row: CellSheet.Row, _ tables: [[Heading]]) {
    tableGroup = group
    var read: Set<Int> = Set(ignored.keys)
    for table in tables {
      var cells: [String: IncomingSheet.Cell] = [:]
      for heading in table where heading.column < row.cells.count && !row.cells[heading.column].isEmpty {
        read.insert(heading.column)
        let cell = measured(grid.cell(row, heading.column, heading: heading.name), heading.name)
        if SheetValues.isError(cell.text), !SheetBlock.ranks.contains(heading.meaning) {
          misfits.add(cell.place, "\(cell.text) is an error of the spreadsheet; it was left unknown; type the value")
        } else {
          cells[heading.meaning] = cell
        }
      }
      guard let first = table.first else { continue }
      if let serial = table.first(where: { $0.meaning == "serial" }), let cell = cells["serial"],
        Self.totals.contains(ColumnWords.folded(cell.text))
      {
        skip(row, serial.column)
        continue
      }
      let found = SheetBlock.Row(place: grid.place(row, first.column, heading: first.name), cells: cells)
      let isGlide = ["winner", "loser", "left", "right"].contains { cells[$0] != nil }
      if isGlide { block.glides.append(found) }
      if cells["serial"] != nil {
        block.pairs.append(found)
      } else if let head = table.first(where: { $0.meaning == "serial" }),
        !SheetBlock.ofPair.isDisjoint(with: cells.keys)
      {
        if SheetBlock.ranks.contains(where: { cells[$0] != nil }) { block.lost += 1 }
        misfits.add(
          grid.place(row, head.column, heading: head.name), "the serial number is missing; the pair was left out",
          code: "missing-key", help: "fill in the serial number, or remove the row")
      } else if !isGlide, let head = table.first(where: { $0.meaning == "winner" }), cells["difference_cm"] != nil {
        misfits.add(
          grid.place(row, head.column, heading: head.name), "a glide needs a winner and a loser; it was left out",
          code: "missing-key", help: "fill in both cells, or remove the row")
      }
    }
    for (column, text) in row.cells.enumerated() where !text.isEmpty && !read.contains(column) { skip(row, column) }
  }

  /// A number with the unit of its heading, where that is °F: `Air temp (F)`.
  private func measured(_ cell: IncomingSheet.Cell, _ heading: String) -> IncomingSheet.Cell {
    let unit = heading.lowercased().drop { $0 != "(" && $0 != "[" }.filter { !"()[] °:".contains($0) }
    guard unit == "f" || unit == "fahrenheit", cell.text.last?.isNumber == true else { return cell }
    return IncomingSheet.Cell(text: cell.text + " °F", place: cell.place)
  }

  /// What a row of sums or means has in place of a pair.
  static let totals: Set<String> = [
    "summa", "sum", "total", "totalt", "antal", "medel", "medelvarde", "snitt", "mean", "average", "summe", "gesamt",
    "mittelwert", "yhteensa", "keskiarvo", "sum total", "gjennomsnitt",
  ]

  private mutating func skip(_ row: CellSheet.Row, _ column: Int) {
    unreadCount += 1
    guard unread.count < 5 else { return }
    let place = grid.place(row, column)
    unread.append("'\(Abridged.text(row.cells[column]))' (line \(row.line), column \(place.column ?? ""))")
  }

  // MARK: Labels

  private mutating func readLabels(_ row: CellSheet.Row, isBelow: Bool) {
    let cells = row.cells
    var (place, read): (Int, Set<Int>) = (0, [])
    while place < cells.count {
      let text = cells[place]
      if let colon = text.firstIndex(of: ":"), let meaning = words.meaning(String(text[..<colon])),
        text.index(after: colon) < text.endIndex
      {
        // Label and value in one cell: `Luft: -5,5`.
        let value = RecordName.trimmed(String(text[text.index(after: colon)...]))
        let cell = IncomingSheet.Cell(text: value, place: grid.place(row, place))
        keep(meaning, measured(cell, String(text[..<colon])), isBelow)
        read.insert(place)
      } else if let meaning = words.meaning(text) {
        read.insert(place)
        if let value = cells[(place + 1)...].firstIndex(where: { !$0.isEmpty }),
          words.meaning(cells[value]) == nil || value == place + 1
        {
          keep(meaning, measured(grid.cell(row, value), text), isBelow)
          read.insert(value)
          place = value
        }
      }
      place += 1
    }
    // A title is a text alone above the table, and a unit has no digit.
    let others = cells.indices.filter { !cells[$0].isEmpty && !read.contains($0) }
    guard isBelow || others.count > 1 || !read.isEmpty || others.contains(where: { cells[$0].contains(":") }) else {
      return
    }
    for column in others where read.isEmpty || cells[column].contains(where: \.isNumber) { skip(row, column) }
  }

  private mutating func keep(_ meaning: String, _ cell: IncomingSheet.Cell, _ isBelow: Bool) {
    guard !cell.text.isEmpty else { return }
    if isBelow { pending.append((meaning, cell, group)) } else { add(meaning, cell) }
  }

  private mutating func add(_ meaning: String, _ cell: IncomingSheet.Cell) {
    guard let known = block.labels[meaning] else {
      block.labels[meaning] = cell
      return
    }
    if known.text != cell.text {
      misfits.add(
        cell.place,
        "the test already has '\(Abridged.text(known.text))' here; '\(Abridged.text(cell.text))' was left out",
        help: "write it once")
    }
  }

  /// Gives the labels below a table to it, or to the test that begins with them: where one repeats a label of the test
  /// above, or where the rows around it begin.
  private mutating func settle(isTest: Bool) {
    let labels = block.labels
    let repeated = pending.firstIndex { SheetBlock.ofSession.contains($0.meaning) && labels[$0.meaning] != nil }
    var start = pending.count
    if isTest, let repeated {
      let group = pending[repeated].group
      let isBelowTable = group == pending[0].group && group == tableGroup
      start = isBelowTable ? repeated : pending.firstIndex { $0.group == group } ?? repeated
    }
    for label in pending[..<start] { add(label.meaning, label.cell) }
    if start < pending.count {
      blocks.append(block)
      block = SheetBlock()
      for label in pending[start...] { add(label.meaning, label.cell) }
    }
    pending = []
  }
}
