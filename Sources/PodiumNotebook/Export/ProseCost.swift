/// What a block of prose can cost cmark-gfm at most.
///
/// A block is a run of lines without an empty one. No paragraph, heading or table reaches beyond it, so a fault of the
/// library whose time grows with the square of its input is bounded by the block. All counts are upper bounds: they hold
/// wherever the library sees the block, in a list, a quote or nowhere.
struct ProseCost: Equatable {
  private(set) var bytes = 0
  private(set) var lines = 0
  /// Characters at which the library may search ahead or back: brackets, emphasis, backticks, tags, escapes.
  private(set) var marks = 0
  /// Closing brackets; each use of a link definition has one.
  private(set) var closings = 0
  private(set) var pipes = 0
  /// List items and quotes that lines open.
  private(set) var containers = 0
  /// How deep lists and quotes can nest.
  private(set) var depth = 0
  /// Columns of the widest table.
  private(set) var columns = 0
  /// Lines that may separate the head of a table from its rows.
  private(set) var delimiterRows = 0
  /// Whether links may be defined, as in `[name]: address`.
  private(set) var hasDefinition = false

  /// The library searches the block at most once for each mark.
  var steps: Int { product(marks, bytes) }
  /// A short row is filled up to the columns of its table.
  var cells: Int { product(columns, lines) }
  /// At each delimiter row, the library may read all cells before it.
  var rowSteps: Int { product(delimiterRows, pipes) }
  /// Nodes of the library's tree, which take memory.
  var nodes: Int { marks + lines + pipes + containers }

  private func product(_ a: Int, _ b: Int) -> Int {
    let (value, overflows) = a.multipliedReportingOverflow(by: b)
    return overflows ? Int.max : value
  }

  mutating func add(line: Slice<UnsafeBufferPointer<UInt8>>) {
    lines += 1
    bytes += line.count
    let rest = addOpening(of: line)
    var (pipesHere, isDelimiter, hasDash, last) = (0, true, false, UInt8(0))
    for byte in rest {
      switch byte {
      case UInt8(ascii: "["), UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "~"),
        UInt8(ascii: "<"), UInt8(ascii: "&"), UInt8(ascii: "\\"), UInt8(ascii: "!"):
        marks += 1
        isDelimiter = false
      case UInt8(ascii: "]"):
        marks += 1
        closings += 1
        isDelimiter = false
      case UInt8(ascii: "|"): pipesHere += 1
      case UInt8(ascii: "-"): hasDash = true
      case UInt8(ascii: ":"): if last == UInt8(ascii: "]") { hasDefinition = true }
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): break
      default: isDelimiter = false
      }
      last = byte
    }
    pipes += pipesHere
    if isDelimiter, hasDash, pipesHere > 0 || rest.contains(UInt8(ascii: ":")) {
      delimiterRows += 1
      columns = max(columns, pipesHere + 1)
    }
  }

  /// Counts the spaces, quotes and list items at the start of a line; the rest of it.
  private mutating func addOpening(
    of line: Slice<UnsafeBufferPointer<UInt8>>
  ) -> Slice<UnsafeBufferPointer<UInt8>> {
    var place = line.startIndex
    var (width, opened) = (0, 0)
    scan: while place < line.endIndex {
      switch line[place] {
      case UInt8(ascii: " "): width += 1
      // A tab reaches to the next multiple of four.
      case UInt8(ascii: "\t"): width += 4
      case UInt8(ascii: ">"): opened += 1
      case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"):
        guard isGap(line, place + 1) else { break scan }
        opened += 1
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        var end = place
        while end < line.endIndex, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(line[end]) { end += 1 }
        guard end < line.endIndex, line[end] == UInt8(ascii: ".") || line[end] == UInt8(ascii: ")"),
          isGap(line, end + 1)
        else { break scan }
        opened += 1
        place = end
      default: break scan
      }
      place += 1
    }
    containers += opened
    // What continues a list item is indented by two columns at least.
    depth = max(depth, opened + width / 2)
    return line[place...]
  }

  /// Whether a space or the end of the line is here, as after the marker of a list item.
  private func isGap(_ line: Slice<UnsafeBufferPointer<UInt8>>, _ place: Int) -> Bool {
    guard place < line.endIndex else { return true }
    return [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r")].contains(line[place])
  }
}
