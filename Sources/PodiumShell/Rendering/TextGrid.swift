internal import PodiumCore

/// Cells in aligned columns; it knows nothing of where they came from.
struct TextGrid {
  /// One column: a heading and a cell a row, escaped for a terminal.
  struct Strip {
    var heading: String
    var cells: [String]
    var isNumeric: Bool
    /// Whether others give way to it where there is no room for all.
    var isKept = false
  }

  /// The lines, and the headings of the strips for which there was no room.
  struct Layout {
    var lines: [String]
    var hidden: [String]
    /// How many of the cells shown are cut off.
    var cutCells: Int
  }

  /// The widest a single cell is drawn where there is a limit; the rest is cut off with `…`.
  static let cellWidth = 40

  static func layout(_ strips: [Strip], _ style: TextStyle, indent: String = "") -> Layout {
    guard let count = strips.first?.cells.count else { return Layout(lines: [], hidden: [], cutCells: 0) }
    var strips = strips
    var cut = [Int](repeating: 0, count: strips.count)
    if let limit = style.width {
      let widest = max(8, min(cellWidth, limit - indent.count))
      for place in strips.indices {
        strips[place].heading = strips[place].heading.cut(toWidth: widest)
        for (row, cell) in strips[place].cells.enumerated() where DisplayWidth.of(cell) > widest {
          strips[place].cells[row] = cell.cut(toWidth: widest)
          cut[place] += 1
        }
      }
    }
    let widths = strips.map { strip in
      max(DisplayWidth.of(strip.heading), strip.cells.map(DisplayWidth.of).max() ?? 0)
    }
    // The ones that do not fit are named, never dropped in silence.
    let fitting = places(fitting: widths, kept: strips.map(\.isKept), limit: style.width.map { $0 - indent.count })
    var cutCells = 0
    var shown: [(strip: Strip, width: Int)] = []
    var hidden: [String] = []
    for (place, strip) in strips.enumerated() {
      if fitting.contains(place) {
        cutCells += cut[place]
        shown.append((strip, widths[place]))
      } else {
        hidden.append(strip.heading)
      }
    }
    func line(_ text: (Strip) -> String) -> String {
      var out = indent
      for (place, (strip, width)) in shown.enumerated() {
        let isLast = place == shown.count - 1
        let cell = text(strip)
        out += strip.isNumeric || !isLast ? cell.padded(toWidth: width, right: strip.isNumeric) : cell
        if !isLast { out += "  " }
      }
      while out.hasSuffix(" ") { out.removeLast() }
      return out
    }
    var lines = [style.paint(line(\.heading), .heading)]
    for row in 0..<count { lines.append(line { $0.cells[row] }) }
    return Layout(lines: lines, hidden: hidden, cutCells: cutCells)
  }

  /// The columns that are shown: the first always, the kept ones where they fit beside it, then from the left.
  private static func places(fitting widths: [Int], kept: [Bool], limit: Int?) -> Set<Int> {
    guard let limit else { return Set(widths.indices) }
    var chosen: Set<Int> = [0]
    var used = widths.first ?? 0
    for place in widths.indices.dropFirst() where kept[place] && used + 2 + widths[place] <= limit {
      chosen.insert(place)
      used += 2 + widths[place]
    }
    for place in widths.indices where !chosen.contains(place) {
      // A narrow column behind one that does not fit would seem to stand beside the ones before it.
      guard used + 2 + widths[place] <= limit else { break }
      chosen.insert(place)
      used += 2 + widths[place]
    }
    return chosen
  }
}

extension TextGrid.Strip {
  /// The cells of a column of a table, aligned by their decimal points.
  init(_ column: Column, rows: [Int]) {
    let isNumeric = column.type.isNumeric
    let cells: [String]
    if case .number(let values) = column.values {
      cells = TextGrid.numbers(rows.map { values[$0] })
    } else {
      cells = rows.map { row in
        let value = column[row]
        return value.isMissing ? TextGrid.missing : SafeText.escape(value.fileText)
      }
    }
    self.init(
      heading: SafeText.escape(column.name), cells: cells, isNumeric: isNumeric, isKept: column.role == .target)
  }
}

extension TextGrid {
  /// What a missing value looks like in aligned text.
  static let missing = "·"

  /// Numbers with as many decimals as the most precise of them needs, at most six digits each.
  static func numbers(_ values: [Double]) -> [String] {
    let texts = values.map { $0.isNaN ? missing : NumberText.significant($0, 6) }
    // Very large and small ones keep their exponents; the others share their decimals.
    let plain = texts.filter { !$0.contains("e") && $0 != missing }
    let decimals = plain.map(decimals).max() ?? 0
    return zip(values, texts).map { value, text in
      text.contains("e") || text == missing ? text : NumberText.fixed(value, decimals)
    }
  }

  /// The digits behind the point.
  private static func decimals(_ text: String) -> Int {
    guard let point = text.utf8.firstIndex(of: 0x2E) else { return 0 }
    return text.utf8.distance(from: point, to: text.utf8.endIndex) - 1
  }
}
