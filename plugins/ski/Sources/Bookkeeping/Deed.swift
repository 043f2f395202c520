internal import PodiumCore
internal import PodiumShell

/// What is to be done with one record of a kind: the first word says it, the others name the records.
///
/// `ski pair add 4711017`, `ski pair merge 4711071 4711017`; without such a word the record itself is shown.
enum Deed {
  case list
  case show(String, [String])
  case add(String)
  case edit(String)
  case archive(String)
  case restore(String)
  case delete(String)
  case merge(String, into: String)

  static let words = ["add", "edit", "archive", "restore", "delete", "merge"]

  /// The words of a command such as `ski pair`.
  ///
  /// `names` are the records in use for some words, `archived` those put away, `parts` what may follow a record.
  static func parameter(
    _ noun: String, names: ([String]) -> Completion, archived: Completion = .none, parts: [String] = []
  ) -> Parameter<[String]> {
    let one = [names([])]
    return .words(
      "words", help: "The \(noun), or one of \(words.joined(separator: ", ")) and then the \(noun).",
      completion: .steps(
        CompletionSteps(
          first: names(words),
          after: ["add": [], "edit": one, "archive": one, "restore": [archived], "delete": one, "merge": one + one],
          others: parts.isEmpty ? [] : [.words(parts)])))
  }

  /// Reads the words; throws `missing-argument` and `unexpected-argument`.
  init(_ call: Call, _ parameter: Parameter<[String]>, noun: String) throws(Diagnostic) {
    let words = call[parameter]
    let span = call.span(of: parameter) ?? call.verbSpan
    guard let first = words.first else {
      self = .list
      return
    }
    guard Deed.words.contains(first) else {
      self = .show(first, Array(words.dropFirst()))
      return
    }
    let wanted = first == "merge" ? 2 : 1
    let names = Array(words.dropFirst())
    guard names.count >= wanted else {
      let more = first == "merge" ? "the wrong and the right \(noun)" : "a \(noun)"
      throw Diagnostic("missing-argument", "'\(call.verb) \(first)' needs \(more)", span: span)
    }
    guard names.count == wanted else {
      throw Diagnostic(
        "unexpected-argument", "'\(call.verb) \(first)' does not know what to do with '\(names[wanted])'", span: span,
        help: "names with blanks stand in quotes")
    }
    switch first {
    case "add": self = .add(names[0])
    case "edit": self = .edit(names[0])
    case "archive": self = .archive(names[0])
    case "restore": self = .restore(names[0])
    case "delete": self = .delete(names[0])
    default: self = .merge(names[0], into: names[1])
    }
  }

  /// Whether keys that set fields have a meaning.
  var takesFields: Bool {
    switch self {
    case .add, .edit: true
    default: false
    }
  }

  /// Throws `unexpected-key` for the first key that was typed where none has a meaning.
  func refuse(_ keys: [FieldKey], _ call: Call) throws(Diagnostic) {
    guard !takesFields else { return }
    for argument in call.syntax.arguments {
      guard let key = argument.key, keys.contains(where: { $0.name == key.text }) || key.text == "clear" else {
        continue
      }
      throw Diagnostic(
        "unexpected-key", "'\(key.text)=' is for 'add' and 'edit'", span: key.span,
        help: "write: \(call.verb) edit NAME \(key.text)=…")
    }
  }
}

extension Books {
  /// The record of a key that must be there.
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
