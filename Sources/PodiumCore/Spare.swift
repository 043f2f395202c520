/// What one item of a parallel run leaves for the next on its thread: memory that takes longer to get than to fill.
///
/// A class that only its thread uses. It ends with the thread's part of the run; outside of a run nothing is kept.
public final class Spare: @unchecked Sendable {
  @TaskLocal private static var ofThread: Spare?
  private var kept: AnyObject?

  /// Runs a thread's part of a run.
  static func during<Result>(_ part: () -> Result) -> Result { $ofThread.withValue(Spare(), operation: part) }

  /// What was left, if it is of this type and fits; it is the caller's alone. What does not fit goes before a new one is made.
  public static func take<Kept: AnyObject>(_ type: Kept.Type, where fits: (Kept) -> Bool) -> Kept? {
    defer { ofThread?.kept = nil }
    return (ofThread?.kept as? Kept).flatMap { fits($0) ? $0 : nil }
  }

  /// Leaves an object that nothing else uses any more.
  public static func leave(_ object: AnyObject) { ofThread?.kept = object }
}
