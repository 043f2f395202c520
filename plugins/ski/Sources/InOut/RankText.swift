internal import PodiumCore
internal import PodiumPlugin

/// A rank as people write it: `2`, `2.`, `2=`, `=2`, `T2`, `2T`, `2:a`, `2nd`, `2. Platz`, `delad 2`, `2 (tie)`, `2-3`, `2,5`.
enum RankText: Equatable {
  /// A rank, and whether it is marked as a tie.
  case rank(Int, isTied: Bool)
  /// No rank: a word in its place, as `DNS` or `broken`.
  case word
  /// Something else with a digit, as `1.3` or `99999`.
  case other

  /// The largest rank: no test has more pairs.
  private static let most = 500

  /// The pairs of one rank, as `102/103` or `102=103`: by scalars, since a mark may follow the stroke.
  static func tied(_ text: String) -> [String] {
    text.unicodeScalars.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "=" }.map { String($0) }
  }

  init(_ text: String) {
    // `2 3` is not 23.
    if text.utf8.contains(0x20), text.firstMatch(of: /[0-9]\s+[0-9]/) != nil {
      self = .other
      return
    }
    let plain = text.lowercased().filter { !$0.isWhitespace }.replacing("½", with: ",5")
    if let number = Double(decimal: plain.drop { $0 == "+" }) {
      // 2,5 is the mean of the places 2 and 3, which are shared.
      self =
        number < 1 || number > Double(Self.most)
        ? .other
        : Int(exactly: number).map { .rank($0, isTied: false) }
          ?? Int(exactly: number - 0.5).map { .rank($0, isTied: true) } ?? .other
      return
    }
    guard let first = plain.firstIndex(where: { $0.isASCII && $0.isNumber }) else {
      self = .word
      return
    }
    let rest = plain[first...]
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    let after = rest.dropFirst(digits.count)
    guard let rank = Int(digits), (1...RankText.most).contains(rank),
      let before = Self.marks(plain[..<first], isBefore: true)
    else {
      self = .other
      return
    }
    if after.first == "-" || after.first == "–", let last = Int(after.dropFirst()), last > rank {
      // 2-3: both places are shared.
      self = .rank(rank, isTied: true)
    } else {
      self = Self.marks(after).map { .rank(rank, isTied: before || $0) } ?? .other
    }
  }

  /// A comment with what is written in place of a rank: `ej testad`, `glide: broken`.
  static func remark(_ text: String, _ field: String, after comment: String?) -> String {
    let name = field == "rank" ? "" : field.replacing("_rank", with: "") + ": "
    return [comment, name + text].compactMap(\.self).joined(separator: "; ")
  }

  /// Whether marks before or after a rank say that it is tied; nil if there is anything else.
  private static func marks(_ text: Substring, isBefore: Bool = false) -> Bool? {
    var (rest, isTied) = (text, false)
    let known = numerals + ties + (isBefore ? [] : ordinals)
    while !rest.isEmpty {
      // Of `t` and `th` the longer one is meant, and the `t` of `test` is none.
      let isWord = rest.dropFirst().first?.isLetter == true
      let found = known.filter { rest.hasPrefix($0) && !($0 == "t" && isWord) }.max { $0.count < $1.count }
      guard let mark = found else { return nil }
      (rest, isTied) = (rest.dropFirst(mark.count), isTied || ties.contains(mark))
    }
    return isTied
  }

  private static let numerals = [
    "nr", "no", "#", ".", ")", "platz", "plats", "plass", "place", "rang", "rank", "sija", "sijoitus",
  ]
  private static let ordinals = [":a", ":e", "st", "nd", "rd", "th", "a", "e", "°", "º", "("]
  private static let ties = [
    "=", "tied", "tie", "t-", "-t", "t", "delad", "delade", "delat", "delt", "delte", "joint", "geteilt", "geteilte",
    "geteilter", "geteilten", "jaettu", "lika", "likt", "e.a.", "exaequo", "exæquo",
  ]
}
