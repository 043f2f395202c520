public import PodiumCore

/// What a verb with an action is about: `surf spot ramp delete`.
public struct ActionWords: Sendable {
  /// The record, as typed.
  public let record: String
  public let recordSpan: SourceSpan?
  /// What to do with it; nil to show it.
  public let action: String?
  public let actionSpan: SourceSpan?
}

/// Verbs whose second word says what to do.
extension Call {
  /// The record and the action, typed in either order: `surf spot ramp edit` or `surf spot edit ramp`.
  ///
  /// Throws `missing-argument` for an action alone, and `unknown-word` for another word in its place.
  public func words(
    _ record: Parameter<String>, _ action: Parameter<String?>, actions: [String]
  ) throws(Diagnostic) -> ActionWords {
    let first = (self[record], span(of: record))
    guard let second = self[action].map({ ($0, span(of: action)) }) else {
      if actions.contains(first.0) {
        throw Diagnostic(
          "missing-argument", "which \(record.name)?", span: verbSpan,
          help: "write: \(verb) \(record.name.uppercased()) \(first.0)")
      }
      return ActionWords(record: first.0, recordSpan: first.1, action: nil, actionSpan: nil)
    }
    let isSwapped = actions.contains(first.0) && !actions.contains(second.0)
    let (name, word) = isSwapped ? (second, first) : (first, second)
    guard actions.contains(word.0) else {
      throw Diagnostic.unknownWord(action.name, word.0, among: actions, span: word.1)
    }
    return ActionWords(record: name.0, recordSpan: name.1, action: word.0, actionSpan: word.1)
  }

  /// Throws `unexpected-key` for a key that this action of the verb does not take: ignoring it would do something other than
  /// what was typed.
  ///
  /// - Parameters:
  ///   - allowed: The parameters that the action takes.
  ///   - action: The action as the user writes it: `surf spot NAME delete`.
  ///   - other: What takes the other keys: `surf spot NAME edit`.
  public func refuseKeys(except allowed: [AnyParameter], of action: String, instead other: String) throws(Diagnostic) {
    let names = Set(allowed.map(\.description.name))
    for argument in syntax.arguments {
      guard let key = argument.key, !names.contains(key.text) else { continue }
      throw Diagnostic(
        "unexpected-key", "'\(key.text)=' does not belong to '\(action)', so nothing was done", span: key.span,
        help: "write: \(other) \(key.text)=…")
    }
  }
}
