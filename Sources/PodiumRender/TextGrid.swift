internal import PodiumCore
internal import PodiumPlugin

/// Cells in aligned columns; it knows nothing of where they came from.
struct TextGrid {
  /// One column: a heading and one cell per row, escaped for a terminal.
  struct Strip {
    var heading: String
    var cells: [String]
    var isNumeric: Bool
    /// Whether others give way to it where there is no room for all.
    var isKept = false
    /// Whether it is shown on the narrowest screen, with a heading of two lines or one line per cell where that must be.
    var isEssential = false
    /// Whether its heading may take two lines.
    var breaksHeading = false
    /// The heading and cells that take its place where not all that must be seen fit.
    var narrow: (heading: String, cells: [String])?
    /// The label of a cell on a separate line, where the heading is not enough.
    var label: String?
    /// The same for the last cell, where that is not a row like the others.
    var lastLabel: String?
  }

  /// The lines, and the headings of the strips for which there was no room.
  struct Layout {
    var lines: [String]
    var hidden: [String]
    /// How many of the cells shown are cut off.
    var cutCells: Int
    /// Where the cells are, for pages that are compared.
    var tables: [TextTable] = []
  }

  /// The widest a single cell is drawn where not all have room; the rest is cut off with `…`.
  static let cellWidth = 40

  /// The strips beside each other; `groups` are headings that stay together where blocks go below each other.
  static func layout(
    _ strips: [Strip], _ style: TextStyle, indent: String = "", groups: [[String]] = []
  ) -> Layout {
    guard let count = strips.first?.cells.count else { return Layout(lines: [], hidden: [], cutCells: 0) }
    var strips = strips
    if style.isSpoken { strips = strips.filter { !$0.isPicture }.map(\.spoken) }
    if style.tables.isVertical(strips, width: style.width) { return vertical(strips, count, style) }
    if let width = style.width, style.isWhole || !groups.isEmpty, indent.isEmpty {
      return blocks(strips, count, groups: groups, width: width, style)
    }
    var whole = strips
    if let limit = style.width, strips.reduce(indent.count - 2, { $0 + 2 + $1.width }) > limit {
      let widest = max(8, min(cellWidth, limit - indent.count))
      for place in strips.indices { strips[place] = strips[place].cut(toWidth: widest) }
    }
    if let limit = style.width.map({ $0 - indent.count }), !essentialsFit(strips, limit) {
      for place in strips.indices where strips[place].isEssential {
        strips[place].breaksHeading = true
        if let (heading, cells) = strips[place].narrow {
          (strips[place].heading, strips[place].cells) = (heading, cells)
          whole[place] = strips[place]
        }
      }
      // Still too wide: nothing essential is dropped, however much room it takes.
      if !essentialsFit(strips, limit) { return essentials(strips, count, style) }
    }
    // The ones that do not fit are named, never dropped in silence.
    var fitting = places(fitting: strips.map(\.width), of: strips, limit: style.width.map { $0 - indent.count })
    // Notebooks of older versions were recorded without.
    if let limit = style.width, !style.marksVolatile { fill(limit - indent.count, with: &strips, of: whole, &fitting) }
    let widths = strips.map(\.width)
    let hidden = strips.indices.filter { !fitting.contains($0) }
    var shown: [(strip: Strip, width: Int, isGap: Bool)] = []
    for (place, strip) in strips.enumerated() {
      if fitting.contains(place) {
        shown.append((strip, widths[place], false))
      } else if fitting.contains(place - 1) {
        shown.append((Strip(heading: "…", cells: [String](repeating: "…", count: count), isNumeric: false), 1, true))
      }
    }
    // Where one column fills the line, only the footer mentions the others.
    let used = shown.reduce(-2) { $0 + 2 + $1.width }
    if let limit = style.width, used > limit - indent.count { shown.removeAll(where: \.isGap) }
    func line(_ text: (Strip) -> String) -> String {
      var out = indent
      for (place, (strip, width, _)) in shown.enumerated() {
        let isLast = place == shown.count - 1
        let cell = text(strip)
        out += strip.isNumeric || !isLast ? cell.padded(toWidth: width, right: strip.isNumeric) : cell
        if !isLast { out += "  " }
      }
      while out.hasSuffix(" ") { out.removeLast() }
      return out
    }
    var lines: [String] = []
    if shown.contains(where: { !$0.strip.headingParts.first.isEmpty }) {
      lines.append(style.paint(line(\.headingParts.first), .heading))
    }
    lines.append(style.paint(line(\.headingParts.rest), .heading))
    for row in 0..<count {
      if Cancellation.stopsWork(at: row) { break }
      lines.append(line { $0.cells[row] })
    }
    let cut = fitting.reduce(0) { sum, place in
      sum + zip(strips[place].cells, whole[place].cells).count { $0 != $1 }
    }
    return Layout(lines: lines, hidden: hidden.map { strips[$0].heading }, cutCells: cut)
  }

  /// Gives the room that is left to the cells that were cut, from the left; the first texts without room of their own get it
  /// where more than a few letters are seen.
  private static func fill(_ limit: Int, with strips: inout [Strip], of whole: [Strip], _ fitting: inout Set<Int>) {
    func room(_ fitting: Set<Int>) -> Int {
      let gaps = strips.indices.count { !fitting.contains($0) && fitting.contains($0 - 1) }
      return limit - fitting.reduce(3 * gaps - 2) { $0 + 2 + strips[$1].width }
    }
    for place in fitting.sorted() where strips[place].cells != whole[place].cells {
      strips[place] = whole[place].cut(toWidth: strips[place].width + max(0, room(fitting)))
    }
    guard let first = strips.indices.first(where: { !fitting.contains($0) && fitting.contains($0 - 1) }),
      !strips[first].isNumeric, !strips[first].isPicture
    else { return }
    let width = room(fitting.union([first])) + strips[first].width
    guard width >= 12 else { return }
    strips[first] = whole[first].cut(toWidth: width)
    fitting.insert(first)
  }

  /// A value as people are shown it.
  static func text(_ value: Value) -> String {
    switch value {
    case .missing: missing
    case .number(let x): NumberText.shown(x)
    default: SafeText.escape(value.fileText)
    }
  }

  /// One line per cell, `name: value`, and an empty line around each row: nothing is dropped or cut off.
  private static func vertical(_ strips: [Strip], _ count: Int, _ style: TextStyle) -> Layout {
    var lines: [String] = []
    for row in 0..<count {
      lines.append("")
      for strip in strips where !strip.cells[row].isEmpty {
        let label = (row == count - 1 ? strip.lastLabel : nil) ?? strip.label ?? strip.heading
        lines += style.wrapped(label + ": " + strip.cells[row])
      }
    }
    if count > 0 { lines.append("") }
    return Layout(lines: lines, hidden: [], cutCells: 0)
  }

  /// Whether those that must be seen fit beside each other.
  private static func essentialsFit(_ strips: [Strip], _ limit: Int) -> Bool {
    strips.filter(\.isEssential).reduce(-2) { $0 + 2 + $1.width } <= limit
  }

  /// One line per cell of those that must be seen.
  private static func essentials(_ strips: [Strip], _ count: Int, _ style: TextStyle) -> Layout {
    var layout = vertical(strips.filter(\.isEssential), count, style)
    layout.hidden = strips.filter { !$0.isEssential }.map(\.heading)
    return layout
  }

  /// The columns that are shown, with room for a `…` wherever some are left out.
  private static func places(fitting widths: [Int], of strips: [Strip], limit: Int?) -> Set<Int> {
    guard let limit, widths.reduce(-2, { $0 + 2 + $1 }) > limit else { return Set(widths.indices) }
    var chosen: Set<Int> = []
    for gaps in 1...3 {
      chosen = places(fitting: widths, of: strips, within: limit - 3 * gaps)
      let found = widths.indices.count { !chosen.contains($0) && chosen.contains($0 - 1) }
      if found <= gaps { break }
    }
    return chosen
  }

  /// The essential ones always, or the first where none is; the kept ones where they fit beside it, then from the left.
  private static func places(fitting widths: [Int], of strips: [Strip], within limit: Int) -> Set<Int> {
    let essential = strips.indices.filter { strips[$0].isEssential }
    var chosen: Set<Int> = essential.isEmpty ? [0] : Set(essential)
    var used = chosen.reduce(-2) { $0 + 2 + widths[$1] }
    for place in widths.indices
    where strips[place].isKept && !chosen.contains(place) && used + 2 + widths[place] <= limit {
      chosen.insert(place)
      used += 2 + widths[place]
    }
    for place in widths.indices where !chosen.contains(place) {
      // A narrow column after one that does not fit would seem to be beside the ones before it.
      guard used + 2 + widths[place] <= limit else { break }
      chosen.insert(place)
      used += 2 + widths[place]
    }
    return chosen
  }
}

extension TextGrid.Strip {
  /// The same with heading and cells of at most so many columns of a terminal.
  fileprivate func cut(toWidth width: Int) -> Self {
    var short = self
    short.heading = heading.cut(toWidth: width)
    for (row, cell) in cells.enumerated() where DisplayWidth.of(cell) > width {
      short.cells[row] = cell.cut(toWidth: width)
    }
    return short
  }

  /// The columns of a terminal it takes.
  var width: Int {
    let (first, rest) = headingParts
    return max(DisplayWidth.of(first), DisplayWidth.of(rest), cells.map(DisplayWidth.of).max() ?? 0)
  }

  /// The heading on two lines, broken after the `_` that makes the longer one shortest; all on the second otherwise.
  var headingParts: (first: String, rest: String) {
    let breaks = heading.indices.filter { heading[$0] == "_" }.map { heading.index(after: $0) }
    guard breaksHeading, !breaks.isEmpty else { return ("", heading) }
    func longer(_ at: String.Index) -> Int { max(heading[..<at].count, heading[at...].count) }
    let best = breaks.min { longer($0) < longer($1) } ?? heading.endIndex
    return (String(heading[..<best]), String(heading[best...]))
  }

  /// Whether its cells are drawings, which a screen reader cannot read.
  var isPicture: Bool {
    let drawn = cells.filter { $0 != TextGrid.missing && !$0.isEmpty }
    return !drawn.isEmpty
      && drawn.allSatisfy { $0.unicodeScalars.allSatisfy { $0 == " " || (0x2500...0x28FF).contains($0.value) } }
  }

  /// The same in words.
  var spoken: Self {
    var spoken = self
    spoken.heading = label ?? heading
    spoken.cells = cells.map { $0 == TextGrid.missing ? "missing" : $0 }
    return spoken
  }
}

extension TextGrid.Strip {
  /// The cells of a column of a table, aligned by their decimal points, or each with the decimals of its row.
  ///
  /// `isExact` quotes texts that would look like others: those with spaces around them and the sign of what is missing.
  init(
    _ column: Column, rows: [Int], decimals: Int? = nil, rowDecimals: [Int?] = [],
    rowScales: [NumberScale?] = [], digits: Int = 6,
    areChances: Bool = false, arePValues: Bool = false, isExact: Bool = false
  ) {
    let isNumeric = column.type.isNumeric
    let cells: [String]
    if let scale = column.scale, scale.name != nil, let numbers = column.numbers {
      let known = rows.filter { !numbers[$0].isNaN }
      var texts = scale.texts(known.map { numbers[$0] })[...]
      cells = rows.map { numbers[$0].isNaN ? TextGrid.missing : texts.popFirst() ?? TextGrid.missing }
    } else if arePValues, let values = column.numbers {
      cells = rows.map { values[$0].isNaN ? TextGrid.missing : PValue.cell(values[$0]) }
    } else if case .number(let values) = column.values {
      cells =
        rowDecimals.isEmpty
        ? TextGrid.numbers(rows.map { values[$0] }, atMost: decimals, digits: digits, areChances: areChances)
        : rows.flatMap { row in
          if !values[row].isNaN, row < rowScales.count, let scale = rowScales[row], scale.name != nil {
            return scale.texts([values[row]])
          }
          return TextGrid.numbers([values[row]], atMost: rowDecimals[row])
        }
    } else {
      cells = TextGrid.texts(of: rows) { row in
        if column[row].isMissing { return TextGrid.missing }
        let text = SafeText.escape(column.fileText(row))
        return isExact && TextGrid.isAmbiguous(text) ? "\"" + text + "\"" : text
      }
    }
    self.init(
      heading: SafeText.escape(column.name), cells: cells, isNumeric: isNumeric, isKept: column.role == .target)
  }
}

extension RecordOutput {
  /// A value of a field as people are shown it.
  func text(_ value: Value, of field: Field) -> String {
    if pValues.contains(field.name), let p = value.asNumber { return PValue.cell(p) }
    return TextGrid.text(value)
  }
}

extension TextGrid {
  /// What a missing value looks like in aligned text.
  static let missing = "·"

  /// Whether a text would look like another in aligned text.
  static func isAmbiguous(_ text: String) -> Bool {
    text == missing || text.hasPrefix(" ") || text.hasSuffix(" ")
      || (text.count > 1 && text.hasPrefix("\"") && text.hasSuffix("\""))
  }

  /// A text for each of some rows; once the work is abandoned the rest are empty, so that what it still does costs nothing.
  static func texts<Row>(of rows: some Collection<Row>, _ text: (Row) -> String) -> [String] {
    var texts: [String] = []
    texts.reserveCapacity(rows.count)
    for row in rows {
      if Cancellation.stopsWork(at: texts.count) {
        return texts + repeatElement("", count: rows.count - texts.count)
      }
      texts.append(text(row))
    }
    return texts
  }

  /// Numbers with as many decimals as the most precise of them needs, at most so many digits each, or so many decimals.
  ///
  /// A chance that would round to 0 or 1 is shown as the limit that it is beyond.
  static func numbers(
    _ values: [Double], atMost limit: Int? = nil, digits: Int = 6, areChances: Bool = false
  ) -> [String] {
    // What rounds to nothing at the digits that are wanted is 0, not a number with an exponent.
    let smallest = limit.map { (0..<$0).reduce(0.5) { half, _ in half / 10 } } ?? 0
    let given = values
    let values = values.map { $0.magnitude < smallest ? 0 : $0 }
    let texts = texts(of: values) { $0.isNaN ? missing : NumberText.shown($0, digits) }
    // Those with an exponent keep it; the others share their decimals.
    let plain = texts.filter { !$0.contains("e") && $0 != missing }
    let needed = plain.map(decimals).max() ?? 0
    let decimals = limit.map { min($0, needed) } ?? needed
    return TextGrid.texts(of: values.indices) { place in
      if areChances, let limit, given[place] > 0, given[place] < 1 {
        if given[place] < smallest { return "<" + NumberText.fixed(2 * smallest, limit) }
        if given[place] >= 1 - smallest { return ">" + NumberText.fixed(1 - 2 * smallest, limit) }
      }
      let text = texts[place]
      return text.contains("e") || text == missing ? text : NumberText.fixed(values[place], decimals)
    }
  }

  /// The digits after the point.
  private static func decimals(_ text: String) -> Int {
    guard let point = text.utf8.firstIndex(of: 0x2E) else { return 0 }
    return text.utf8.distance(from: point, to: text.utf8.endIndex) - 1
  }
}
