public import PodiumCore

extension Diagnostic {
  /// What some work gives; an error that has no place in the line yet is of the given one.
  public static func located<Made>(
    at span: SourceSpan?, _ work: @autoclosure () throws(Diagnostic) -> Made
  ) throws(Diagnostic) -> Made {
    do throws(Diagnostic) { return try work() } catch { throw error.at(span) }
  }
}
