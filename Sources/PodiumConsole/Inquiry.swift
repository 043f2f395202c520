public import PodiumCore

/// One question to the person at the prompt, and what follows from each answer.
public struct Inquiry: Sendable {
  /// What an answer leads to.
  public enum Reply: Sendable {
    /// The next question.
    case ask(Inquiry)
    /// The same question again, after a text that explains why; it ends in a newline.
    case again(String)
    /// The entry that was put together: it is recorded, shown and run.
    case run(String)
  }

  /// The text before the question; it ends in a newline.
  public var introduction: String
  /// The prompt of the answer; colour sequences in it are allowed.
  public var prompt: String
  /// What could be inserted at the cursor of the answer.
  public var complete: @Sendable (String, Int) -> CompletionList?
  /// Takes the answer.
  public var answer: @Sendable (String) -> Reply

  /// Makes a question.
  public init(
    introduction: String, prompt: String, complete: @escaping @Sendable (String, Int) -> CompletionList?,
    answer: @escaping @Sendable (String) -> Reply
  ) {
    self.introduction = introduction
    self.prompt = prompt
    self.complete = complete
    self.answer = answer
  }
}
