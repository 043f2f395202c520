internal import PodiumCore
internal import PodiumPlugin

extension TextGrid {
  /// The maximum width of a cell on a page that is compared; the rest is shown as its length and a hash.
  static let wholeCellWidth = 800

  /// Columns in blocks beneath each other, those that name the rows again in each: nothing is left out or cut off.
  ///
  /// A single row takes one line per cell. `groups` are headings that stay together where they can.
  static func blocks(
    _ strips: [Strip], _ count: Int, groups: [[String]], width: Int, _ style: TextStyle
  ) -> Layout {
    let strips = strips.map { strip in
      var strip = strip
      strip.heading = style.unmarked(strip.heading)
      strip.cells = strip.cells.map { style.unmarked(shortened($0)) }
      return strip
    }
    let natural = strips.map(\.width)
    var layout = Layout(lines: [], hidden: [], cutCells: 0)
    if natural.reduce(-2, { $0 + 2 + $1 }) <= width {
      layout.add(strips, widths: natural, count, style)
    } else if count == 1 {
      layout.addCells(strips, width: width)
    } else {
      let keys = keyCount(strips, count, width: width)
      for block in division(natural, strips.map(\.heading), keys: keys, groups: groups, width: width) {
        if !layout.lines.isEmpty { layout.lines.append("") }
        layout.add(block.map { strips[$0.place] }, widths: block.map(\.width), count, style)
      }
    }
    return layout
  }

  /// How many of the first columns identify a row; 1 if that takes more than three or too much room.
  ///
  /// A row number says little: the name after it is included as well.
  private static func keyCount(_ strips: [Strip], _ count: Int, width: Int) -> Int {
    func isNarrow(_ keys: Int) -> Bool {
      keys < strips.count && strips[..<keys].reduce(-2) { $0 + 2 + $1.width } <= width / 2
    }
    for keys in 1...3 where keys == 1 || isNarrow(keys) {
      guard Set((0..<count).map { row in strips[..<keys].map { $0.cells[row] } }).count == count else { continue }
      let isBare = strips[..<keys].allSatisfy(\.isNumeric)
      return isBare && isNarrow(keys + 1) && !strips[keys].isNumeric ? keys + 1 : keys
    }
    return 1
  }

  /// The columns of each block with their widths.
  private static func division(
    _ natural: [Int], _ headings: [String], keys: Int, groups: [[String]], width: Int
  ) -> [[(place: Int, width: Int)]] {
    let first = (0..<keys).map {
      (place: $0, width: min(natural[$0], max(8, natural.count > keys ? width / 2 : width)))
    }
    let start = first.reduce(-2) { $0 + 2 + $1.width }
    let room = max(8, width - start - 2)
    func wide(_ place: Int) -> Int { min(natural[place], room) }
    let others = Array(keys..<natural.count)
    var parts = groups.map { group in others.filter { group.contains(headings[$0]) } }
    let single = others.filter { !parts.joined().contains($0) }
    let firstGrouped = parts.joined().min() ?? 0
    parts = single.filter { $0 < firstGrouped }.map { [$0] } + parts + single.filter { $0 >= firstGrouped }.map { [$0] }
    var blocks: [[(place: Int, width: Int)]] = []
    var block = first
    var used = start
    func end() {
      if block.count > keys || others.isEmpty { blocks.append(block) }
      (block, used) = (first, start)
    }
    for part in parts {
      if used + part.reduce(0, { $0 + 2 + wide($1) }) > width { end() }
      for place in part {
        if used + 2 + wide(place) > width { end() }
        block.append((place, wide(place)))
        used += 2 + wide(place)
      }
    }
    end()
    return blocks
  }

  /// A cell on a page that is compared: the beginning, the length and a hash of the rest.
  private static func shortened(_ cell: String) -> String {
    guard cell.utf8.count > wholeCellWidth, DisplayWidth.of(cell) > wholeCellWidth else { return cell }
    var taken = 0
    let end = cell.firstIndex { character in
      taken += DisplayWidth.of(character)
      return taken > wholeCellWidth / 2
    }
    let rest = cell[(end ?? cell.endIndex)...]
    return cell[..<(end ?? cell.endIndex)]
      + "… \(rest.count.counted("more character")), sha256 \(SHA256.hex(rest.utf8).prefix(12))"
  }

  /// A cell in lines of a width: broken at spaces, or within a word, marked by a backslash.
  static func broken(_ text: String, width: Int) -> [String] {
    guard DisplayWidth.of(text) > width else { return [text] }
    let width = max(width, 4)
    var lines: [String] = []
    var line: [Character] = []
    var used = 0
    for character in text {
      line.append(character)
      used += DisplayWidth.of(character)
      while used > width {
        // At the first space of a run, of which the others begin the next line: none of them is lost.
        if let blank = line.indices.last(where: { $0 > 0 && line[$0] == " " && line[$0 - 1] != " " }) {
          lines.append(String(line[..<blank]))
          line.removeFirst(blank + 1)
        } else {
          var end = line.count
          var head = used
          repeat {
            end -= 1
            head -= DisplayWidth.of(line[end])
          } while end > 1 && head > width - 1
          lines.append(String(line[..<end]) + "\\")
          line.removeFirst(end)
        }
        used = line.reduce(0) { $0 + DisplayWidth.of($1) }
      }
    }
    return lines + [String(line)]
  }
}

extension TextGrid.Layout {
  /// Adds columns beside each other; cells that are wider than their column take several lines.
  fileprivate mutating func add(_ strips: [TextGrid.Strip], widths: [Int], _ count: Int, _ style: TextStyle) {
    func lines(_ texts: [String], atBottom: Bool) -> [String] {
      let parts = zip(texts, widths).map { TextGrid.broken($0, width: $1) }
      let height = parts.map(\.count).max() ?? 0
      return (0..<height).map { number in
        var out = ""
        for (place, part) in parts.enumerated() {
          let own = atBottom ? number - (height - part.count) : number
          let text = part.indices.contains(own) ? part[own] : ""
          out += text.padded(toWidth: widths[place], right: strips[place].isNumeric)
          out += "  "
        }
        while out.hasSuffix(" ") { out.removeLast() }
        return out
      }
    }
    let headings = lines(strips.map(\.heading), atBottom: true)
    self.lines += headings.map { style.paint($0, .heading) }
    var table = TextTable(
      header: headings.count == 1 ? self.lines.count - 1 : nil,
      columns: strips.map { TextTable.Column(heading: $0.heading, isNumeric: $0.isNumeric) }, places: [],
      keys: strips.first?.cells ?? [])
    for row in 0..<count {
      for line in lines(strips.map { $0.cells[row] }, atBottom: false) {
        table.places.append(TextTable.Place(line: self.lines.count, row: row))
        self.lines.append(line)
      }
    }
    tables.append(table)
  }

  /// Adds a row one line per cell: its headings in one column, its values in another.
  fileprivate mutating func addCells(_ strips: [TextGrid.Strip], width: Int) {
    let names = strips.map { $0.label ?? $0.heading }
    let left = min(names.map(DisplayWidth.of).max() ?? 0, max(8, width / 2))
    var table = TextTable(
      columns: names.map { TextTable.Column(heading: $0, isNumeric: false) }, places: [],
      keys: strips.first?.cells ?? [])
    for (column, strip) in strips.enumerated() {
      let name = TextGrid.broken(names[column], width: left)
      let value = TextGrid.broken(strip.cells.first ?? "", width: max(8, width - left - 2))
      for number in 0..<max(name.count, value.count) {
        var line = (number < name.count ? name[number] : "").padded(toWidth: left, right: false)
        line += "  " + (number < value.count ? value[number] : "")
        while line.hasSuffix(" ") { line.removeLast() }
        table.places.append(TextTable.Place(line: lines.count, row: 0, column: column))
        lines.append(line)
      }
    }
    tables.append(table)
  }
}
