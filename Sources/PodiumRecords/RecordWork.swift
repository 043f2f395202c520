public import PodiumCore
public import PodiumPlugin

/// What an action on a thing works with: the call, the session, the records, and the sentences that follow the result.
public struct RecordWork {
  /// The call; its keys are those of the action.
  public internal(set) var call: Call
  public var session: Session
  public let store: any Store
  /// The records as they were typed, in order.
  public let names: [String]
  /// Where they were typed.
  public let spans: [SourceSpan?]
  /// Sentences after the result.
  public private(set) var notes: [String] = []
  /// Warnings, which come before the notes.
  public private(set) var warnings: [String] = []
  /// What a sport keeps for the length of one command; nil until it does.
  public var own: (any Sendable)?

  /// Work without a record that was typed.
  public init(_ call: Call, in session: Session, names: [String] = [], spans: [SourceSpan?] = []) throws(Diagnostic) {
    (self.call, self.session, self.names, self.spans) = (call, session, names, spans)
    store = try session.store()
  }

  /// The first record, as typed.
  public var name: String { names.first ?? "" }
  /// Where it was typed.
  public var span: SourceSpan? { spans.first ?? nil }
  /// The second record, as typed.
  public var other: String { names.count > 1 ? names[1] : "" }
  /// Where it was typed.
  public var otherSpan: SourceSpan? { spans.count > 1 ? spans[1] : nil }

  /// Adds a sentence after the result.
  public mutating func note(_ sentence: String) { notes.append(sentence) }

  /// Adds a warning.
  public mutating func warn(_ sentence: String) { warnings.append(sentence) }

  public var remarks: [Output] { warnings.map(Output.warning) + notes.map(Output.note) }

  /// The time of day; nil without a clock.
  public var now: Moment? { session.services.now?() }

  /// The day that was typed for a key; nil if it was omitted. Throws `bad-value`.
  public func day(_ parameter: Parameter<String?>) throws(Diagnostic) -> CalendarDate? {
    try TypedMoment.day(call, parameter, now: now)
  }

  /// Changes a record and says what was changed.
  ///
  /// `key` is the field that names the record; it comes first, since scripts need it.
  public mutating func change(
    _ record: Record, _ values: [String: Value], title: String, key: String? = nil
  ) throws(Diagnostic) -> [Output] {
    let changed = try store.update(record, values)
    let sorted = values.filter { $0.key != key }.inCodePointOrder(by: \.key)
    var output = RecordOutput(title)
    if let key { output.add(key, changed[key]) }
    let different = sorted.filter { changed[$0.key] != record[$0.key] }
    for (field, value) in different { output.add(field, value) }
    if different.isEmpty, key.map({ changed[$0] == record[$0] }) ?? true {
      note("nothing was changed")
      for (field, value) in sorted { output.add(field, value) }
    }
    return [.record(output)] + remarks
  }
}
