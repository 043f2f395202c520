public import PodiumLearn

/// A learner a user brought to the session: a program that learns and predicts when it is asked.
public struct AddedLearner: Sendable, Equatable {
  /// The command that starts the program, as typed.
  public let command: String
  /// The learner as the program declared it, under the key the user gave.
  public let definition: LearnerDefinition
  private let identity = Identity()

  /// Joins a learner with the command that starts it.
  public init(command: String, definition: LearnerDefinition) {
    self.command = command
    self.definition = definition
  }

  /// Whether both were added by one command: the same command a second time starts the program again.
  public static func == (a: AddedLearner, b: AddedLearner) -> Bool { a.identity === b.identity }

  private final class Identity: Sendable {}
}
