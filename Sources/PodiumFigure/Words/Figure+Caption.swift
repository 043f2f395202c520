internal import PodiumCore

extension Figure {
  /// The line below the picture: n, what was left out, and the notes.
  public var caption: String {
    var parts = ["n = \(n)" + (counted == "row" ? "" : " " + (n == 1 ? counted : Figure.plural(counted)))]
    for left in leftOut where left.count > 0 {
      parts.append(
        left.count.counted(counted, plural: Figure.plural(counted)) + " left out: " + SafeText.escape(left.reason))
    }
    return (parts + notes.map(SafeText.escape)).joined(separator: " · ")
  }

  private static func plural(_ noun: String) -> String {
    noun.hasSuffix("s") || noun.hasSuffix("ch") ? noun + "es" : noun + "s"
  }

  /// The number of rows left out, for all reasons.
  public var leftOutCount: Int { leftOut.reduce(0) { $0 &+ max(0, $1.count) } }
}
