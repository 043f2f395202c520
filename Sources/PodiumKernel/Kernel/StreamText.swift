internal import PodiumNotebook

/// What programs write during a cell, joined to few messages and cut where it is too much.
struct StreamText {
  /// A text of one stream.
  struct Piece: Equatable {
    var text: String
    var isError: Bool

    init(_ text: String, isError: Bool) { (self.text, self.isError) = (text, isError) }
  }

  /// So many bytes are sent at once, and what has waited for so many seconds.
  static let (joined, patience) = (8192, 0.1)

  private var pending: [UInt8] = []
  private var isError = false
  private var since = 0.0
  private var total = 0

  /// Takes bytes as they come; returns what is due.
  mutating func add(_ bytes: [UInt8], isError: Bool, at now: Double) -> [Piece] {
    var pieces = isError == self.isError ? [] : flush()
    self.isError = isError
    let room = JupyterOutput.streamLimit - total
    guard room >= 0 else { return pieces }
    if pending.isEmpty { since = now }
    pending += bytes.prefix(room)
    total += bytes.count
    if bytes.count > room {
      pieces += flush()
      pieces.append(Piece(JupyterOutput.cutNote, isError: isError))
    } else if pending.count >= StreamText.joined {
      pieces += flush(isLast: false)
    }
    return pieces
  }

  /// What has waited for long enough.
  mutating func due(at now: Double) -> [Piece] {
    now - since >= StreamText.patience ? flush(isLast: false) : []
  }

  /// All that waits; unless it is the last of it, a character that is not complete waits on.
  mutating func flush(isLast: Bool = true) -> [Piece] {
    let kept = isLast ? 0 : StreamText.incomplete(pending)
    let ready = pending.dropLast(kept)
    guard !ready.isEmpty else { return [] }
    defer { pending = Array(pending.suffix(kept)) }
    return [Piece(String(decoding: ready, as: UTF8.self), isError: isError)]
  }

  /// How many bytes at the end begin a character of UTF-8 that needs more.
  private static func incomplete(_ bytes: [UInt8]) -> Int {
    for (place, byte) in bytes.reversed().prefix(3).enumerated() where byte & 0xC0 != 0x80 {
      let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
      return place + 1 < length ? place + 1 : 0
    }
    return 0
  }
}
