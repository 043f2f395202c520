internal import PodiumCore
internal import PodiumPlugin

/// A command of three words that acts on one record or two: `ski pair edit`, `ski pair merge`.
///
/// The command of two words shows the record; each action has its own signature here.
struct RecordCommand: Command {
  let signature: Signature
  private let names: [Parameter<String>]
  private let work: @Sendable (inout RecordCall) throws(Diagnostic) -> [Output]

  /// Makes a command; `names` are the records it acts on, in order.
  init(
    _ verb: String, _ names: [Parameter<String>], keys: @escaping @autoclosure @Sendable () -> [AnyParameter] = [],
    summary: String, details: @escaping @autoclosure @Sendable () -> String = "",
    examples: @escaping @autoclosure @Sendable () -> [Example],
    seeAlso: @escaping @autoclosure @Sendable () -> [String] = [],
    work: @escaping @Sendable (inout RecordCall) throws(Diagnostic) -> [Output]
  ) {
    signature = Signature(
      verb, topic: .plugins, summary: summary, details: details(), parameters: names.map(\.any) + keys(),
      examples: examples(),
      seeAlso: [verb.split(separator: " ").dropLast().joined(separator: " ")] + seeAlso())
    self.names = names
    self.work = work
  }

  /// Changes one record, and possibly the records that refer to it.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    var given = RecordCall(
      call: call, workspace: try SkiWorkspace(session), session: session, names: names.map { call[$0] },
      spans: names.map { call.span(of: $0) })
    let outputs = try work(&given)
    session = given.session
    return outputs
  }
}

/// The arguments of an action on records.
struct RecordCall {
  let call: Call
  var workspace: SkiWorkspace
  var session: Session
  /// The records as they were typed.
  let names: [String]
  /// Where they were typed.
  let spans: [SourceSpan?]

  /// The first record, as typed.
  var name: String { names.first ?? "" }
  /// Where it was typed.
  var span: SourceSpan? { spans.first ?? nil }
  /// The second record, as typed.
  var other: String { names.count > 1 ? names[1] : "" }
  /// Where it was typed.
  var otherSpan: SourceSpan? { spans.count > 1 ? spans[1] : nil }
}

/// The actions on records: the third words of their commands, which are reserved names.
enum RecordAction {
  static let words = ["add", "edit", "archive", "restore", "delete", "merge"]
}

extension Parameter where Value == String {
  /// A record by its name.
  static func record(_ name: String, _ noun: String, help: String, completion: Completion) -> Parameter<String> {
    .required(name, allowed: noun, help: help, completion: completion)
  }
}

extension SkiWorkspace {
  /// The record with a key that must exist.
  func record(_ kind: String, _ field: String, _ name: String) throws(Diagnostic) -> Record {
    guard let record = try store.records(RecordQuery(kind, where: [.equals(field, .text(name))])).first else {
      throw Diagnostic("unknown-record", "there is no '\(name)'")
    }
    return record
  }

  /// Changes a record and says what was changed.
  mutating func change(_ record: Record, _ values: [String: Value], title: String) throws(Diagnostic) -> [Output] {
    let changed = try store.update(record.id, of: record.kind, setting: values, revision: record.revision)
    var output = RecordOutput(title)
    for (field, value) in values.sorted(by: { CodePointOrder.precedes($0.key, $1.key) })
    where changed[field] != record[field] {
      output.add(field, value)
    }
    if output.fields.isEmpty {
      note("nothing was changed")
      for (field, value) in values.sorted(by: { CodePointOrder.precedes($0.key, $1.key) }) { output.add(field, value) }
    }
    return [.record(output)] + remarks
  }

  /// Who entered a record and who changed it last, for the screens.
  static func stamp(_ record: Record, into output: inout RecordOutput) {
    output.add("entered_by", .text(record.created.by))
    output.add("entered_at", .datetime(record.created.at), volatile: true)
    if record.revision > 1 {
      output.add("changed_by", .text(record.changed.by))
      output.add("changed_at", .datetime(record.changed.at), volatile: true)
    }
  }
}
