internal import PodiumCore
internal import PodiumPlugin
internal import PodiumRecords

/// Heats of a sheet without headings: two pairs and which of them won in each row, or a bracket with a column for each round, in
/// which the winners of two pairs follow each other.
struct SheetHeats {
  typealias Cell = IncomingSheet.Cell

  /// The heats, first to last; empty where the rows are something else.
  private(set) var heats: [SheetBlock.Row] = []
  /// The first row that is neither; nil where there is none, and where the rows have headings.
  private(set) var odd: SourcePlace?

  static let help = """
    write headings above them: Left, Right and Result for heats, Winner, Loser and Difference for glides, Serial and Rank \
    for an order
    """

  init(_ grid: IncomingSheet, _ words: ColumnWords) {
    // No knockout is longer.
    guard grid.rows.count < 1000 else { return }
    var rows = grid.rows.map { row in
      (row: row, cells: row.cells.indices.filter { !row.cells[$0].isEmpty }.map { grid.cell(row, $0) })
    }
    func isLabel(_ text: String) -> Bool {
      let labels = SheetBlock.ofSession.union(SheetBlock.ofAllPairs).union(["comment"])
      return words.meaning(String(text.prefix { $0 != ":" })).map(labels.contains) ?? false
    }
    // Labels, titles and rounds.
    rows.removeAll { row in
      guard let first = row.cells.first else { return true }
      return isLabel(first.text) || row.cells.count == 1 && !Self.isPair(first.text)
        || !row.cells.contains { $0.text.contains(where: \.isNumber) }
    }
    guard let first = rows.first else { return }
    // Words side by side are headings, or the names of rounds; but for a label and its value.
    let hasHead = grid.rows.prefix { $0.line < first.row.line }.contains { row in
      let filled = row.cells.filter { !$0.isEmpty }
      return filled.count > 1 && !filled.contains { $0.contains(where: \.isNumber) }
        && (!isLabel(filled[0]) || words.meaning(filled[1]) != nil)
    }
    // A first column that numbers or names the heats.
    func names(_ place: Int, _ cells: [Cell]) -> Bool {
      cells.count > 3 && (cells[0].text == String(place + 1) || !Self.isPair(cells[0].text))
    }
    if rows.enumerated().allSatisfy({ names($0, $1.cells) }) {
      for row in rows.indices { rows[row].cells.removeFirst() }
    }
    heats = hasHead ? [] : rows.compactMap { Self.heat($0.cells) }
    // L may be left or lost.
    let isClear = heats.contains { $0.cells["side"].map { $0.text.lowercased() != "l" } ?? true }
    if heats.count < rows.count || !isClear { heats = Self.bracket(grid, rows.map(\.row)) }
    guard heats.isEmpty, !hasHead, rows.count > 1, rows.allSatisfy({ $0.cells.count { Self.isPair($0.text) } > 0 })
    else {
      return
    }
    odd = grid.place((isClear ? rows.first { Self.heat($0.cells) == nil } : nil)?.row ?? first.row)
  }

  /// Whether a text can be a serial number: one word with a digit.
  private static func isPair(_ text: String) -> Bool {
    text.contains(where: \.isNumber) && !text.contains(where: { $0.isWhitespace || $0 == "," }) && HeatText(text) == nil
  }

  /// Two pairs with V or H, L or R, or with the one that won, perhaps with its margin in cm.
  private static func heat(_ all: [Cell]) -> SheetBlock.Row? {
    var cells = all
    let margin = cells.count == 4 && cells[3].text.lowercased().hasSuffix("cm") ? cells.removeLast() : nil
    let pairs = cells.filter { isPair($0.text) }
    let marks = cells.filter { HeatText($0.text) != nil && !($0.text.first?.isNumber ?? true) }
    guard cells.count == 3, pairs.count >= 2, pairs.count + marks.count == 3, pairs[0].text != pairs[1].text else {
      return nil
    }
    var heat = SheetBlock.Row(place: cells[0].place, cells: ["left": pairs[0], "right": pairs[1]])
    heat.cells["difference_cm"] = margin
    if let mark = marks.first {
      heat.cells["side"] = mark
    } else if pairs[..<2].contains(where: { $0.text == pairs[2].text }) {
      heat.cells["winner"] = pairs[2]
    } else {
      return nil
    }
    return heat
  }

  /// The heats of a bracket: each column has half as many pairs as the one before it, each of them one of two that follow each
  /// other there.
  private static func bracket(_ grid: IncomingSheet, _ rows: [CellSheet.Row]) -> [SheetBlock.Row] {
    var rounds: [[Cell]] = []
    for column in 0..<(rows.map(\.cells.count).max() ?? 0) {
      let cells = rows.filter { column < $0.cells.count && !$0.cells[column].isEmpty }.map { grid.cell($0, column) }
      if !cells.isEmpty { rounds.append(cells) }
    }
    guard let first = rounds.first, first.count > 3, rounds.last?.count == 1,
      Set(first.map(\.text)).count == first.count, rounds.joined().allSatisfy({ isPair($0.text) })
    else { return [] }
    var heats: [SheetBlock.Row] = []
    for (before, winners) in zip(rounds, rounds.dropFirst()) {
      guard winners.count * 2 == before.count else { return [] }
      for (place, winner) in winners.enumerated() {
        let (left, right) = (before[2 * place], before[2 * place + 1])
        guard [left.text, right.text].contains(winner.text) else { return [] }
        heats.append(.init(place: winner.place, cells: ["left": left, "right": right, "winner": winner]))
      }
    }
    return heats
  }
}
