/// How many of some answers (0, 1, or 2 where missing) are true and how many are missing.
///
/// Eight answers are added at a time, a byte for each: a branch on each answer would be mispredicted half of the time.
struct TruthCount {
  private(set) var trueCount = 0
  private(set) var missing = 0

  private static let ones: UInt64 = 0x0101_0101_0101_0101

  mutating func add(_ answers: UnsafePointer<UInt8>, _ count: Int) {
    let words = count / 8
    var word = 0
    while word < words {
      // A byte counts to 255.
      let end = min(words, word + 255)
      var (lows, highs): (UInt64, UInt64) = (0, 0)
      while word < end {
        let eight = UnsafeRawPointer(answers + 8 * word).loadUnaligned(as: UInt64.self)
        lows &+= eight & TruthCount.ones
        highs &+= eight >> 1 & TruthCount.ones
        word += 1
      }
      trueCount += TruthCount.sum(lows)
      missing += TruthCount.sum(highs)
    }
    for place in (8 * words)..<count {
      trueCount += Int(answers[place] & 1)
      missing += Int(answers[place] >> 1)
    }
  }

  /// The sum of eight bytes.
  private static func sum(_ bytes: UInt64) -> Int {
    let pairs = (bytes & 0x00FF_00FF_00FF_00FF) &+ (bytes >> 8 & 0x00FF_00FF_00FF_00FF)
    return Int((pairs &* 0x0001_0001_0001_0001) >> 48)
  }
}
