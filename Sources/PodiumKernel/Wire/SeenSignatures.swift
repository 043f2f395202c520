/// The signatures of the last messages, at least 32,768 and at most 65,536 of them, so that none is taken twice.
struct SeenSignatures {
  /// How many are kept before the older half is forgotten.
  private static let half = 32_768

  private var recent: Set<Mark> = []
  private var older: Set<Mark> = []

  /// Half of a digest: only who has the key could make two of one mark, and no one finds such a pair.
  private struct Mark: Hashable {
    let high: UInt64
    let low: UInt64
  }

  /// Notes a digest; false if it was noted before.
  mutating func insert(_ digest: [UInt8]) -> Bool {
    func word(_ start: Int) -> UInt64 { digest.dropFirst(start).prefix(8).reduce(0) { $0 << 8 | UInt64($1) } }
    let mark = Mark(high: word(0), low: word(8))
    guard !older.contains(mark), recent.insert(mark).inserted else { return false }
    if recent.count >= SeenSignatures.half { (older, recent) = (recent, []) }
    return true
  }
}
