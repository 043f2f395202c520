public import PodiumCore

/// The context in which jobs run: the catalogues, a clock and a cancellation flag.
public struct JobContext: Sendable {
  /// The learners jobs may name.
  public var learners: LearnerCatalogue
  /// The recipe steps jobs may name.
  public var transformers: TransformerCatalogue
  /// Seconds since some moment.
  public var clock: @Sendable () -> Double
  /// The flag that stops the work.
  public var cancellation: Cancellation
  /// The threads that one job may use.
  public var threads = 1
  /// Handed how many jobs wait and run on other machines, each time that is learned, from any thread.
  public var elsewhere: (@Sendable (JobsElsewhere) -> Void)?

  /// Creates a context; without a clock nothing is timed.
  public init(
    learners: LearnerCatalogue, transformers: TransformerCatalogue = .builtIn,
    clock: @escaping @Sendable () -> Double = { 0 }, cancellation: Cancellation = Cancellation()
  ) {
    self.learners = learners
    self.transformers = transformers
    self.clock = clock
    self.cancellation = cancellation
  }
}
