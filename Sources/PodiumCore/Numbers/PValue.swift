/// How people are shown p values: to four decimals, and as below 0.0001 where they are; files and JSON hold every digit.
public enum PValue {
  /// In a table, as SAS prints it: `0.0123`, `<.0001`.
  public static func cell(_ p: Double) -> String { p < 0.0001 ? "<.0001" : NumberText.fixed(p, 4) }

  /// In a sentence: `p = 0.0123`, `p < 0.0001`.
  public static func phrase(_ p: Double) -> String { p < 0.0001 ? "p < 0.0001" : "p = \(NumberText.fixed(p, 4))" }
}
