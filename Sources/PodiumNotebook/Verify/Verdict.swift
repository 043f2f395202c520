/// How a cell's output relates to the recorded one.
public enum Verdict: String, Sendable, Comparable, CaseIterable {
  /// The same bytes, but for blanks at the ends of lines and values that are marked as changing.
  case same
  /// Numbers differ within their tolerance, and nothing else.
  case close
  /// Anything else.
  case different

  /// A verdict is below one that is worse.
  public static func < (a: Verdict, b: Verdict) -> Bool { a.rank < b.rank }

  private var rank: Int { Verdict.allCases.firstIndex(of: self) ?? 0 }
}
