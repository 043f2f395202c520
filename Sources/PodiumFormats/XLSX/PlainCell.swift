internal import PodiumCore

/// What the value of a cell is (ECMA-376 part 1, 18.18.11).
enum CellKind: String {
  case number = "n"
  case shared = "s"
  case text = "str"
  case inline = "inlineStr"
  case truth = "b"
  case error = "e"
  case time = "d"
}

/// A cell of a sheet in the form in which programs write it.
struct PlainCell {
  var place = CellPlace(row: 0, column: 0)
  var kind = CellKind.number
  /// The number of its style; -1 without one.
  var style = -1
  /// Where the bytes of its value are: those of `v`, or of the one `t` of an inline text.
  var value = 0..<0
}

extension XMLScanner {
  /// The cell that begins here, after which the scanner goes on; nil, without a move, for anything but a tag of `r`, `s` and
  /// `t` around one value or inline text without references, comments and formula.
  ///
  /// Most cells are read in a fraction of the time that their tags take as tokens.
  mutating func plainCell(_ text: Span<UInt8>) -> PlainCell? {
    let start = place
    var cell = PlainCell()
    if depth + 3 <= XMLScanner.deepest, read(&cell, text) { return cell }
    place = start
    return nil
  }

  private mutating func read(_ cell: inout PlainCell, _ text: Span<UInt8>) -> Bool {
    guard take("<c r=\"", text), let reference = run(to: 0x22, text), let place = CellPlace(text, reference) else {
      return false
    }
    cell.place = place
    while !take(">", text) {
      if take(" s=\"", text), let digits = run(to: 0x22, text) {
        cell.style = Int(NumberCell.string(text, digits)) ?? -1
      } else if take(" t=\"", text), let word = run(to: 0x22, text) {
        cell.kind = CellKind(rawValue: NumberCell.string(text, word)) ?? .number
      } else {
        return false
      }
    }
    let isInline = cell.kind == .inline
    guard isInline ? take("<is><t>", text) || take("<is><t xml:space=\"preserve\">", text) : take("<v>", text),
      let value = run(to: 0x3C, text), take(isInline ? "/t></is></c>" : "/v></c>", text)
    else { return false }
    cell.value = value
    return true
  }

  /// Passes a word, if it is next.
  @inline(__always)
  private mutating func take(_ word: StaticString, _ text: Span<UInt8>) -> Bool {
    let isNext = starts(word, text)
    if isNext { place += word.utf8CodeUnitCount }
    return isNext
  }

  /// The bytes up to a sign, which is passed; nil where it is missing or a reference or a tag precedes it.
  @inline(__always)
  private mutating func run(to sign: UInt8, _ text: Span<UInt8>) -> Range<Int>? {
    let start = place
    while place < text.count, text[place] != sign {
      if text[place] == 0x26 || text[place] == 0x3C { return nil }
      place += 1
    }
    guard place < text.count else { return nil }
    place += 1
    return start..<(place - 1)
  }
}
