import PodiumCore

/// What could be inserted at the cursor: each candidate replaces the text from `start` up to the cursor.
public struct Completions: Sendable, Equatable {
  /// Where the replaced text begins, in Unicode scalars of the line.
  public var start: Int
  /// The candidates, best first; the console keeps their order.
  public var candidates: [Candidate]

  /// One text that could be inserted.
  public struct Candidate: Sendable, Equatable {
    /// The text as it would be inserted, quoted where the language wants it.
    public var text: String
    /// A short note beside it in the list (a type, a summary).
    public var note: String?
    /// Whether a space follows it when it is the only one; not after `svm(` or a folder.
    public var isComplete: Bool

    /// Makes a candidate.
    public init(_ text: String, note: String? = nil, isComplete: Bool = true) {
      self.text = text
      self.note = note
      self.isComplete = isComplete
    }
  }

  /// Makes completions for the text from `start` up to the cursor.
  public init(from start: Int, _ candidates: [Candidate]) {
    self.start = start
    self.candidates = candidates
  }
}

extension Completions {
  /// The longest text all candidates begin with.
  var commonPrefix: String {
    guard var common = candidates.first.map({ Array($0.text.unicodeScalars) }) else { return "" }
    for candidate in candidates.dropFirst() {
      let equal = zip(common, candidate.text.unicodeScalars).prefix { $0 == $1 }.count
      common.removeSubrange(equal...)
    }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: common)
    return String(text)
  }

  /// The same without candidates that have a control, bidirectional or invisible character: readline lists and inserts
  /// texts as they are.
  var visible: Completions {
    Completions(from: start, candidates.filter { SafeText.isVisible($0.text) })
  }

  /// The lines of the list shown at the second Tab: texts and notes in two columns, cut to the terminal.
  func menu(columns: Int) -> [String] {
    let widest = candidates.map { DisplayWidth.of($0.text) }.max() ?? 0
    let column = min(widest, max(columns / 2, 8))
    return candidates.map { candidate in
      let gap = String(repeating: " ", count: max(column - DisplayWidth.of(candidate.text), 0) + 2)
      let note = SafeText.escape(candidate.note ?? "")
      return (candidate.text + gap + note).cut(toWidth: columns - 1)
    }
  }
}
