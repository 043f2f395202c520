internal import PodiumCore
internal import PodiumPlugin

/// Times and lengths of a glide test, of which only the order is kept.
enum GlideMeasures {
  /// The ranks of some results, 1 the best; what is not a number, as `DNS`, stays as it is.
  static func ranks(_ texts: [String], longerIsBetter: Bool) -> [String?] {
    let numbers = texts.map { number($0).map { longerIsBetter ? -$0 : $0 } }
    return zip(texts, numbers).map { text, own in
      guard let own else { return text.isEmpty ? nil : text }
      let better = numbers.count { $0.map { $0 < own } ?? false }
      return "\(better + 1)" + (numbers.count { $0 == own } > 1 ? "=" : "")
    }
  }

  /// A rank, time or length with its unit or without.
  static func number(_ text: String) -> Double? {
    let plain = text.lowercased().filter { !$0.isWhitespace }
    let ending = plain.drop { !$0.isLetter }
    return units[String(ending)] != nil || ending.isEmpty ? Double(decimal: plain.dropLast(ending.count)) : nil
  }

  /// Whether larger numbers are better, by a unit in parentheses or after a number, or a word in a heading; nil for none.
  static func longerIsBetter(_ headings: [String], _ numbers: some Sequence<String>) -> Bool? {
    func found(_ text: some StringProtocol, least: Int = 1) -> Bool? {
      text.lowercased().split { !$0.isLetter }.lazy.filter { $0.count >= least }.compactMap { units[String($0)] }.first
    }
    for heading in headings {
      if let unit = found(heading.drop { $0 != "(" }) ?? found(heading, least: 3) { return unit }
    }
    return numbers.lazy.compactMap { found($0) }.first
  }

  private static let units: [String: Bool] = [
    "s": false, "sek": false, "sec": false, "sekunder": false, "sekunden": false, "seconds": false, "tid": false,
    "tider": false, "time": false, "times": false, "zeit": false, "zeiten": false, "aika": false, "m": true,
    "cm": true, "meter": true, "metres": true, "längd": true, "längder": true, "length": true, "lengths": true,
    "länge": true, "weite": true, "lengde": true, "distance": true, "distans": true, "pituus": true,
  ]
}
