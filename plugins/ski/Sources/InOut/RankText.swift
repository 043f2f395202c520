internal import PodiumCore
internal import PodiumPlugin

/// A rank as people write it: `2`, `2.`, `2=`, `=2`, `T2`, `2:a`, `2nd`, `delad 2`, `2-3`.
enum RankText: Equatable {
  /// A rank, and whether it is marked as a tie.
  case rank(Int, isTied: Bool)
  /// No rank: a word in its place, as `DNS` or `broken`.
  case word
  /// Something else with a digit, as `1.5`.
  case other

  init(_ text: String) {
    let plain = text.lowercased().filter { !$0.isWhitespace }
    if let number = Double(decimal: plain.drop { $0 == "+" }) {
      self = Int(exactly: number).map { .rank($0, isTied: false) } ?? .other
      return
    }
    guard let first = plain.firstIndex(where: { $0.isASCII && $0.isNumber }) else {
      self = .word
      return
    }
    let rest = plain[first...]
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    let after = rest.dropFirst(digits.count)
    guard let rank = Int(digits), let before = RankText.marks(plain[..<first]) else {
      self = .other
      return
    }
    if after.first == "-" || after.first == "–", let last = Int(after.dropFirst()), last > rank {
      // 2-3: both places are shared.
      self = .rank(rank, isTied: true)
    } else {
      self = RankText.marks(after).map { .rank(rank, isTied: before || $0) } ?? .other
    }
  }

  /// Whether marks before or after a rank say that it is tied; nil if there is anything else.
  private static func marks(_ text: Substring) -> Bool? {
    var (rest, isTied) = (text, false)
    while !rest.isEmpty {
      if let mark = ordinals.first(where: { rest.hasPrefix($0) }) {
        rest = rest.dropFirst(mark.count)
      } else if let mark = ties.first(where: { rest.hasPrefix($0) }) {
        (rest, isTied) = (rest.dropFirst(mark.count), true)
      } else {
        return nil
      }
    }
    return isTied
  }

  private static let ordinals = [":a", ":e", "st", "nd", "rd", "th", "nr", "no", "#", ".", ")", "a", "e"]
  private static let ties = ["=", "tied", "tie", "t-", "t", "delad", "delt", "joint"]
}
