internal import SurfModel

/// How the ratings of a log are read.
struct SessionRating {
  /// The scale of the file, whose ratings become 1 to 5; nil for ratings as they are.
  var scale: ClosedRange<Int>?
  /// Whether `3.5` is 4.
  var rounds = false

  /// What a rating must be.
  var allowed: String {
    scale.map { "a number from \($0.lowerBound) to \($0.upperBound)" } ?? "a whole number from 0 to 100"
  }

  /// The whole number that a text is; nil for any other text.
  func whole(_ text: String) -> Int? {
    guard let scale else {
      let number = isRounded(text) ? InstrumentNumber.read(text).map { Int(min($0, 101).rounded()) } : Self.plain(text)
      return number.flatMap { (0...100).contains($0) ? $0 : nil }
    }
    // `8`, `8/10`, `8 of 10`.
    let words = text.lowercased().split { $0 == " " || $0 == "/" }.map(String.init)
    let (top, rest) = ("\(scale.upperBound)", words.dropFirst().joined(separator: " "))
    guard let number = words.first.flatMap({ InstrumentNumber.read($0) }),
      ["", top, "of " + top, "out of " + top].contains(rest),
      number >= Double(scale.lowerBound), number <= Double(scale.upperBound)
    else { return nil }
    return Int((1 + 4 * (number - Double(scale.lowerBound)) / Double(scale.count - 1)).rounded())
  }

  /// Whether the whole number is another one.
  func isRounded(_ text: String) -> Bool {
    guard rounds, scale == nil, let number = InstrumentNumber.read(text) else { return false }
    return number >= 0 && number != number.rounded()
  }

  /// A rating as people write it: `4`, `4/5`, `4 of 5`, `4 stars`, `★★★★☆`; nil for any other text, such as one of another scale.
  private static func plain(_ text: String) -> Int? {
    if let number = InstrumentNumber.read(text) { return Int(exactly: number) }
    let stars = text.filter { !$0.isWhitespace && $0 != "☆" && $0 != "\u{FE0F}" }
    if !stars.isEmpty, stars.allSatisfy({ "★⭐*".contains($0) }) { return stars.count }
    let words = text.lowercased().split { $0 == " " || $0 == "/" }
    guard let number = words.first.flatMap({ Int($0) }) else { return nil }
    let rest = words.dropFirst().joined(separator: " ")
    return ["5", "of 5", "out of 5", "star", "stars"].contains(rest) ? number : nil
  }
}
