extension Screen {
  /// The state of the parser, since a character or a control sequence may arrive in pieces.
  struct Decoder: Sendable {
    enum State: Sendable { case text, escape, control, string, skipOne }
    var state = State.text
    var pending: [UInt8] = []
    var parameters = ""
  }

  /// Shows output of a program.
  public mutating func feed(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { feed(byte) }
  }

  private mutating func feed(_ byte: UInt8) {
    switch decoder.state {
    case .text: text(byte)
    case .escape: escape(byte)
    case .control: control(byte)
    case .skipOne: decoder.state = .text
    case .string:
      // A title or the like, up to BEL or ESC \.
      if byte == 0x07 { decoder.state = .text }
      if byte == 0x1B { decoder.state = .skipOne }
    }
  }

  private mutating func text(_ byte: UInt8) {
    switch byte {
    case 0x07: bells += 1
    case 0x08: move(columns: -1)
    case 0x09: moveTo(row: cursor.row, column: (cursor.column / 8 + 1) * 8)
    case 0x0A, 0x0B, 0x0C: lineFeed()
    case 0x0D: moveTo(row: cursor.row, column: 0)
    case 0x1B: decoder.state = .escape
    case 0x00..<0x20, 0x7F: break
    case 0x20..<0x7F: put(Unicode.Scalar(byte))
    default:
      decoder.pending.append(byte)
      if let text = String(validating: decoder.pending, as: UTF8.self) {
        text.unicodeScalars.forEach { put($0) }
        decoder.pending = []
      } else if decoder.pending.count == 4 {
        put("\u{FFFD}")
        decoder.pending = []
      }
    }
  }

  private mutating func escape(_ byte: UInt8) {
    decoder.state = .text
    switch byte {
    case UInt8(ascii: "["):
      decoder.state = .control
      decoder.parameters = ""
    case UInt8(ascii: "]"), UInt8(ascii: "P"): decoder.state = .string
    case UInt8(ascii: "("), UInt8(ascii: ")"): decoder.state = .skipOne
    case UInt8(ascii: "7"): save()
    case UInt8(ascii: "8"): restore()
    case UInt8(ascii: "D"): lineFeed()
    case UInt8(ascii: "M"): reverseLineFeed()
    default: break
    }
  }

  private mutating func control(_ byte: UInt8) {
    guard byte >= 0x40 else {
      decoder.parameters.unicodeScalars.append(Unicode.Scalar(byte))
      return
    }
    decoder.state = .text
    let fields = decoder.parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
    let first = fields.first ?? nil
    let count = max(first ?? 1, 1)
    switch Unicode.Scalar(byte) {
    case "A": move(rows: -count)
    case "B": move(rows: count)
    case "C": move(columns: count)
    case "D": move(columns: -count)
    case "G": moveTo(row: cursor.row, column: count - 1)
    case "d": moveTo(row: count - 1, column: cursor.column)
    case "H", "f": moveTo(row: count - 1, column: (fields.count > 1 ? fields[1] ?? 1 : 1) - 1)
    case "J": eraseOnScreen(first ?? 0)
    case "K": eraseInRow(first ?? 0)
    case "P": deleteCells(count)
    case "@": insertCells(min(count, width - cursor.column))
    case "h": setMode(decoder.parameters, on: true)
    case "l": setMode(decoder.parameters, on: false)
    default: break  // colours, and what no line editor needs
    }
  }

  private mutating func setMode(_ mode: String, on: Bool) {
    switch mode {
    case "?2004": marksPastes = on
    case "?25": showsCursor = on
    default: break
    }
  }
}
