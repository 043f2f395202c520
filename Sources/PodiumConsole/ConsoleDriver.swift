public import PodiumCore

/// What the console asks of its session.
///
/// Closures and not a protocol: the console knows no language, and whoever composes the program has these few
/// functions at hand. `execute` is called on a worker thread, the others on the thread that runs the console;
/// never two at once.
public struct ConsoleDriver: Sendable {
  /// The prompt of a new entry, asked for each time; colour sequences in it are allowed.
  public var prompt: @Sendable () -> String
  /// Called once, as soon as the first prompt shows: for what no prompt needs.
  public var prepare: (@Sendable () -> Void)?
  /// The prompt of the second and later lines of an entry.
  public var continuationPrompt: String
  /// What stays of a line as it was typed or pasted, for instance without prompts that were copied along.
  public var clean: @Sendable (String) -> String
  /// Whether the text is the beginning of an entry that goes on (an open bracket or quote, a trailing backslash).
  public var needsMore: @Sendable (String) -> Bool
  /// Runs one entry and prints what it has to say; its output ends in a newline.
  public var execute: @Sendable (String, Cancellation) -> Next
  /// What could be inserted at the cursor, given the line and the cursor in Unicode scalars.
  ///
  /// Where it is nil, or returns nil, file names are completed.
  public var complete: (@Sendable (String, Int) -> CompletionList?)?
  /// What to ask the user before an entry runs; nil where the entry is complete.
  public var inquire: (@Sendable (String) -> Inquiry?)?

  /// What is done now and then while an entry runs.
  public var ticker: Signals.Ticker?

  /// What follows an entry.
  public enum Next: Sendable, Equatable {
    /// Another prompt.
    case go
    /// The end of the console, with the status of the program.
    case leave(Int32)
  }

  /// Makes a driver; prompts and completion have defaults.
  public init(
    prompt: @escaping @Sendable () -> String = { "podium> " },
    continuationPrompt: String = "   ...> ",
    clean: @escaping @Sendable (String) -> String = { $0 },
    needsMore: @escaping @Sendable (String) -> Bool = { _ in false },
    complete: (@Sendable (String, Int) -> CompletionList?)? = nil,
    inquire: (@Sendable (String) -> Inquiry?)? = nil,
    ticker: Signals.Ticker? = nil,
    execute: @escaping @Sendable (String, Cancellation) -> Next
  ) {
    self.prompt = prompt
    self.continuationPrompt = continuationPrompt
    self.clean = clean
    self.needsMore = needsMore
    self.execute = execute
    self.complete = complete
    self.inquire = inquire
    self.ticker = ticker
  }
}
