/// The candidates at a cursor; each replaces the text from `start` up to the cursor.
public struct CompletionList: Sendable, Equatable {
  /// Where the replaced text begins, in Unicode scalars of the line.
  public var start: Int
  /// The candidates, best first.
  public var candidates: [CompletionCandidate]

  /// Makes a list for the text from `start` up to the cursor.
  public init(from start: Int, _ candidates: [CompletionCandidate]) {
    self.start = start
    self.candidates = candidates
  }
}

/// One candidate for the text at the cursor.
public struct CompletionCandidate: Sendable, Equatable {
  /// The text to insert, quoted where the language requires it.
  public var text: String
  /// A short note: a type, a count, a summary.
  public var note: String?
  /// Whether a space may follow; not after `k=`, `svm(` or a folder.
  public var isComplete: Bool
  /// Whether its later words and those of its note find it too, as the parts of a name do.
  package let isName: Bool

  /// Makes a candidate.
  public init(_ text: String, note: String? = nil, isComplete: Bool = true) {
    self.init(text, note: note, isComplete: isComplete, isName: false)
  }

  /// The same for a name of several words.
  package init(_ text: String, note: String?, isComplete: Bool = true, isName: Bool) {
    self.text = text
    self.note = note
    self.isComplete = isComplete
    self.isName = isName
  }
}
