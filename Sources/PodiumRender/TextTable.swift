internal import PodiumCore
internal import PodiumPlugin

/// The places of a table's cells in a text, for naming the cell of a line.
public struct TextTable: Sendable, Equatable {
  /// A column of the text.
  public struct Column: Sendable, Equatable {
    /// The lines above it.
    public var heading: String
    /// Whether its cells end where the heading ends, and do not begin where it begins.
    public var isNumeric: Bool
  }

  /// What a line of the text holds.
  public struct Place: Sendable, Equatable {
    /// The line, from 0.
    public var line: Int
    /// The row, from 0.
    public var row: Int
    /// The column of the only cell on the line; nil where the line holds all of them.
    public var column: Int?
  }

  /// The line of the headings, from 0; nil without such a line, or where they take several.
  public var header: Int?
  /// The columns from left to right, or from top to bottom where a line is a cell.
  public var columns: [Column]
  /// The lines of the rows.
  public var places: [Place]
  /// What names each row: its cell in the first column.
  public var keys: [String]

  /// The table in a text with so many lines before it.
  public func moved(by lines: Int) -> TextTable {
    var table = self
    table.header = header.map { $0 + lines }
    for place in places.indices { table.places[place].line += lines }
    return table
  }

  /// The cells of a line of the grid beneath a line of the same headings; nil where the headings are not found.
  public func cells(of line: String, beneath header: String) -> [String]? {
    guard let spans = spans(in: header) else { return nil }
    let text = TextTable.columns(of: line)
    var cells: [String] = []
    var start = 0
    for place in columns.indices {
      let isLast = place == columns.count - 1
      var end = text.count
      if columns[place].isNumeric {
        if !isLast { end = min(end, spans[place].upperBound) }
      } else if !isLast, !columns[place + 1].isNumeric {
        end = min(end, spans[place + 1].lowerBound)
      } else if !isLast {
        // Two spaces or more separate a text and a number; the number is what follows the last of them.
        let both = text[min(start, end)..<min(end, spans[place + 1].upperBound)]
        end = TextTable.lastGap(both) ?? both.endIndex
      }
      let cell = String(text[min(start, end)..<end].compactMap { $0 })
      cells.append(cell.trimming { $0 == " " })
      start = max(start, end)
    }
    return cells
  }

  /// The value on a line that is a cell: what follows the heading, or the whole of a line that goes on.
  public func cell(of line: String, column: Int) -> String {
    let heading = columns[column].heading
    return (line.hasPrefix(heading) ? String(line.dropFirst(heading.count)) : line).trimming { $0 == " " }
  }

  /// The place of each heading, in columns of a terminal.
  private func spans(in header: String) -> [Range<Int>]? {
    let text = TextTable.columns(of: header)
    var spans: [Range<Int>] = []
    var start = 0
    for column in columns {
      let wanted = TextTable.columns(of: column.heading)
      while start < text.count, text[start] == " " { start += 1 }
      guard !wanted.isEmpty, start + wanted.count <= text.count, Array(text[start..<(start + wanted.count)]) == wanted
      else { return nil }
      spans.append(start..<(start + wanted.count))
      start += wanted.count
    }
    return text[start...].allSatisfy { $0 == " " } ? spans : nil
  }

  /// A text by the columns of a terminal: nil where a wide character goes on.
  private static func columns(of text: String) -> [Character?] {
    text.flatMap { character -> [Character?] in
      let width = DisplayWidth.of(character)
      return width == 0 ? [] : [character] + [Character?](repeating: nil, count: width - 1)
    }
  }

  /// The end of the last run of two spaces or more, where something follows it.
  private static func lastGap(_ text: ArraySlice<Character?>) -> Int? {
    var end = text.endIndex
    while end > text.startIndex, text[end - 1] == " " { end -= 1 }
    var place = end
    while place - 2 >= text.startIndex {
      if text[place - 1] == " ", text[place - 2] == " " { return place }
      place -= 1
    }
    return nil
  }
}
