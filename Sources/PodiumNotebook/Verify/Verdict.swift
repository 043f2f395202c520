/// How a new output compares with the recorded one.
public enum Verdict: String, Sendable, Comparable, CaseIterable {
  /// The same bytes, except for spaces at ends of lines and values that are marked as changing.
  case same
  /// Only numbers differ, within their tolerance.
  case close
  /// Anything else.
  case different

  /// A better verdict is less than a worse one.
  public static func < (a: Verdict, b: Verdict) -> Bool { a.rank < b.rank }

  private var rank: Int { Verdict.allCases.firstIndex(of: self) ?? 0 }
}
