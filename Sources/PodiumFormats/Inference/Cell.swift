/// The range of a cell's content in a grid's text, packed into eight bytes.
///
/// The upper 37 bits are the start, the next 25 bits the length, the lowest 2 bits how the cell was written.
struct Cell: Sendable, Equatable {
  /// The longest content a cell can refer to.
  static let maximumLength = 1 << 25 - 1
  /// The largest text a grid can hold.
  static let maximumText = 1 << 37 - 1

  private let bits: UInt64

  /// How a cell was written, as far as reading depends on it.
  enum Style: UInt64 {
    case plain = 0
    case quoted = 1
    case absent = 2
  }

  /// Refers to a range of the text; both numbers must be within the limits above.
  init(start: Int, length: Int, _ style: Style) {
    bits = UInt64(truncatingIfNeeded: start) << 27 | UInt64(truncatingIfNeeded: length) << 2 | style.rawValue
  }

  /// The cell of a row that ended early.
  static let absent = Cell(start: 0, length: 0, .absent)

  var start: Int { Int(truncatingIfNeeded: bits >> 27) }
  var length: Int { Int(truncatingIfNeeded: bits >> 2) & Cell.maximumLength }
  var end: Int { start + length }
  var isQuoted: Bool { bits & 3 == Style.quoted.rawValue }
  var isAbsent: Bool { bits & 3 == Style.absent.rawValue }
}
