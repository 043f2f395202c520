internal import PodiumCore
internal import PodiumPlugin

/// The line `sep=;` above the names, which tells a spreadsheet the delimiter and does not belong to the table.
struct SeparatorLine {
  let delimiter: UInt8
  private let shown: String

  /// Nil if the text does not begin with such a line.
  init?(_ text: Span<UInt8>, from start: Int) {
    let letters: [UInt8] = [0x73, 0x65, 0x70, 0x3D]
    guard start + 5 < text.count else { return nil }
    for (offset, letter) in letters.enumerated() where text[start + offset] | (offset < 3 ? 0x20 : 0) != letter {
      return nil
    }
    let (byte, next) = (text[start + 4], text[start + 5])
    let isMark = byte == 0x09 || (byte > 0x20 && byte < 0x7F && byte &- 0x30 >= 10 && (byte | 0x20) &- 0x61 >= 26)
    guard isMark, DelimitedOptions.isDelimiter(byte), next == 0x0A || next == 0x0D else { return nil }
    delimiter = byte
    shown = String(decoding: (start..<(start + 5)).map { text[$0] }, as: UTF8.self)
  }

  var notice: String { "line 1 (\(shown.quotedInNotice)) sets the delimiter for a spreadsheet and was left out" }
}
