internal import PodiumPlugin

/// The snow of a test in one cell, as people write it: `60% nysnö, 40% gammal`, `new 50 old 50`, `Altschnee`.
struct SnowText: Equatable {
  struct Part: Equatable {
    var type: String
    var share: Double
  }

  let parts: [Part]

  /// Nil for a text that names another type of snow, or several without their shares.
  init?(_ text: String) {
    var (words, shares): ([[String]], [Double]) = ([], [])
    var isShareFirst = false
    let plain = String(text.map { "%;/+&()".contains($0) ? " " : $0 })
    for piece in plain.split(whereSeparator: \.isWhitespace) {
      let bare = piece.last.map { ",:.".contains($0) } == true ? piece.dropLast() : piece
      if let share = Double(decimal: bare) {
        if words.isEmpty { isShareFirst = true }
        shares.append(share)
        if isShareFirst { words.append([]) }
      } else if !["och", "and", "und", "og", "ja"].contains(bare.lowercased()) {
        if words.count == (isShareFirst ? 0 : shares.count) { words.append([]) }
        words[words.count - 1].append(String(bare))
      }
    }
    if words.count == 1, shares.isEmpty { shares = [100] }
    guard !words.isEmpty, words.count == shares.count else { return nil }
    var parts: [Part] = []
    for (word, share) in zip(words, shares) {
      guard let type = SheetWords.snow(word.joined(separator: " ")), !parts.contains(where: { $0.type == type }) else {
        return nil
      }
      parts.append(Part(type: type, share: share))
    }
    self.parts = parts
  }
}
