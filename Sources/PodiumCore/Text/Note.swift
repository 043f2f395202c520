/// A sentence beside a result, with a code where programs tell it apart (`leak-group`).
///
/// People are shown the code in front of the sentence; programs compare `code` and never read the sentence.
public struct Note: Sendable, Hashable, Codable {
  /// A stable, hyphenated name of what it says; nil for most notes.
  public let code: String?
  /// What it says, without the code.
  public let sentence: String

  /// Says something.
  public init(_ sentence: String, code: String? = nil) { (self.sentence, self.code) = (sentence, code) }

  /// What people are shown.
  public var text: String { code.map { $0 + ": " + sentence } ?? sentence }

  /// The same about one of several things, which is named before the sentence; nil changes nothing.
  public func about(_ label: String?) -> Note {
    label.map { Note($0 + ": " + sentence, code: code) } ?? self
  }

  /// The same with what it quotes abridged as in errors.
  public var abridged: Note { Note(Abridged.message(sentence), code: code) }
}
