internal import PodiumCore
public import PodiumLearn

/// The progress of running work; a command reports it, a front end shows it.
public struct Progress: Sendable, Equatable {
  /// One of several: the third of ten folds, the second of four learners.
  public struct Part: Sendable, Equatable {
    /// What is counted, or the name of this one.
    public var name: String
    /// Its number, from 1.
    public var number: Int
    /// How many there are.
    public var total: Int

    /// Names one of several.
    public init(_ name: String, _ number: Int, of total: Int) {
      self.name = name
      self.number = number
      self.total = total
    }
  }

  /// A measure of what is done so far.
  public struct Score: Sendable, Equatable {
    public var measure: String
    /// Its mean so far.
    public var value: Double

    /// Names a value.
    public init(_ measure: String, _ value: Double) {
      self.measure = measure
      self.value = value
    }
  }

  /// What is under way: the command as typed, or the part of it that takes time.
  public var task: String
  /// The command of a script or the cell of a notebook it belongs to.
  public var place: Part?
  /// The learner, where there are several.
  public var learner: Part?
  /// The folds of the learner that are done.
  public var done = 0
  /// The number of them taken from the workspace, which took no time.
  public var taken = 0
  /// The folds of the learner; nil where the amount of work is unknown.
  public var total: Int?
  /// The learner's score in the finished folds.
  public var score: Score?
  /// What runs and waits on other machines.
  public var elsewhere = JobsElsewhere()

  /// Work of unknown duration.
  public init(_ task: String) { self.task = task }
}

extension Session {
  /// Reports the progress of the running command; nil where no one watches. It may be called from any thread.
  public var progressed: (@Sendable (Progress) -> Void)? {
    guard state.settings.progress, !state.settings.screenreader, let tell = services.progressed else { return nil }
    let (place, cancellation) = (replayPlace, cancellation)
    return { progress in
      // A command that was abandoned has no line to write on.
      guard !cancellation.isCancelled else { return }
      var progress = progress
      progress.place = place
      tell(progress)
    }
  }
}
