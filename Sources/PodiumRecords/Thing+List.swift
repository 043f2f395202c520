public import PodiumCore
public import PodiumPlugin

/// The verb of two words of a thing: it lists the records, or shows one.
struct ThingList: Sendable {
  let columns: [String]
  let summary: String
  let details: @Sendable () -> String
  let examples: @Sendable () -> [Example]
  let seeAlso: @Sendable () -> [String]
  /// What a name is; nil for the usual help.
  var help: String?
  /// Words that a name may be too, such as `last`.
  var words: [String] = []
  /// What lists the records where a sport does it its own way.
  var lister: (@Sendable () -> any Command)?
}

/// A verb such as `ski team`, which lists the records of a thing, or with a name shows one.
struct ThingListCommand<Item: Sendable>: Command {
  let signature: Signature
  let thing: Thing<Item>
  let name: Parameter<String?>
  let list: ThingList

  init(_ thing: Thing<Item>, _ list: ThingList) {
    (self.thing, self.list) = (thing, list)
    name = .text(
      thing.word, positional: true, help: list.help ?? "The \(thing.noun); by default all are listed.",
      completion: thing.completion(after: list.words))
    let name = name
    signature = Signature(
      thing.verb, topic: .plugins, summary: list.summary, details: list.details(), parameters: [name.any],
      examples: list.examples(), traits: .readsOnly, seeAlso: list.seeAlso())
  }

  /// Changes nothing.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    guard let text = call[name] else {
      if let lister = list.lister { return try lister().run(call, in: &session) }
      var work = try RecordWork(call, in: session)
      return try thing.list(list.columns, &work)
    }
    var work = try RecordWork(call, in: session, names: [text], spans: [call.span(of: name)])
    return try thing.screen(of: try thing.found(&work).record, &work)
  }
}

extension Thing {
  /// The same thing with the verb of two words that lists all or shows one.
  public func listed(
    _ columns: [String], summary: String, details: @escaping @autoclosure @Sendable () -> String = "",
    examples: @escaping @autoclosure @Sendable () -> [Example] = [],
    exampleLines: @escaping @autoclosure @Sendable () -> String = "",
    seeAlso: @escaping @autoclosure @Sendable () -> [String] = []
  ) -> Thing {
    var copy = self
    copy.list = ThingList(
      columns: columns, summary: summary, details: details, examples: { examples() + .read(exampleLines()) },
      seeAlso: seeAlso)
    return copy
  }

  /// The same thing with a verb of two words that shows one, and without a name lists all as another verb does; `words` may be
  /// typed as a name too.
  public func listed(
    by lister: @escaping @autoclosure @Sendable () -> any Command, help: String, words: [String] = [], summary: String,
    details: @escaping @autoclosure @Sendable () -> String,
    exampleLines: @escaping @autoclosure @Sendable () -> String,
    seeAlso: @escaping @autoclosure @Sendable () -> [String]
  ) -> Thing {
    var copy = self
    copy.list = ThingList(
      columns: [], summary: summary, details: details, examples: { .read(exampleLines()) }, seeAlso: seeAlso,
      help: help, words: words, lister: lister)
    return copy
  }

  /// The same with the usual summary and examples; `first` is a name for those.
  public func usualList(_ columns: [String], _ first: String) -> Thing {
    let (verb, noun, made) = (verb, noun, ["\(verb) add \(first)"])
    return listed(
      columns, summary: "List the \(plural), or show one.",
      examples: [
        Example(verb, after: made, "all", prints: "1 \(noun)"),
        Example("\(verb) \(first)", after: made, "one", prints: first),
        Example("\(verb) \(first.lowercased())", after: made, "case does not matter", prints: first),
        Example("\(verb) nobody", "an unknown name", fails: "unknown-\(word)"),
      ])
  }

  /// The same thing with the usual actions on a record that has a name: add, show, edit, archive, restore, delete, merge.
  ///
  /// `first` and `second` are names for the examples; those of `edit` change the comment, or else the first field of text.
  public func usualActions(
    _ first: String, _ second: String,
    _ names: [ThingAction.Name] = [
      .add, .show, .edit, .archive, .restore, .delete, .merge,
    ], shown: (column: String, note: String?)? = nil,
    check: (@Sendable (inout [String: Value], Record?, inout RecordWork) throws(Diagnostic) -> Void)? = nil
  ) -> Thing {
    let (verb, canArchive) = (verb, names.contains(.archive))
    let actions = names.map { name in
      switch name {
      case .archive: ThingAction(name, seeAlso: [verb + " restore"])
      case .restore: ThingAction(name, seeAlso: [verb + " archive"])
      case .delete: ThingAction(name, seeAlso: canArchive ? [verb + " archive"] : [])
      case .merge: ThingAction(name, details: "Everything that refers to WRONG then refers to RIGHT.")
      default: ThingAction(name)
      }
    }
    return self.actions(actions, shown: shown, sample: ThingSample(first, second), check: check)
  }

  /// The examples of an action with the names of the sample.
  func usualExamples(_ name: ThingAction.Name) -> [Example] {
    guard let sample = hooks.sample else { return [] }
    let (first, second) = (sample.first, sample.second)
    let add = "\(verb) add \(first)"
    let made = sample.made ?? [add]
    let noted = field("comment") ?? fields.first { $0.key != nil && $0.link == nil && $0.column.kind == .text }
    let key = noted?.key?.name ?? "comment"
    func examples(
      _ works: String, after: [String] = [], _ caption: String, prints: String
    ) -> [Example] {
      [
        Example("\(verb) \(name) \(works)", after: made + after, caption, prints: prints),
        Example(
          "\(verb) \(name) \(second)" + (name == .edit ? " \(key)=x" : ""), after: made, "an unknown \(noun)",
          fails: sample.unknown ?? "unknown-" + word),
      ]
    }
    switch name {
    case .add, .new:
      return [
        Example(field("comment") == nil ? add : add + " comment=new", "a new \(noun)", prints: first),
        Example(add, after: made, "an existing \(noun)", fails: "taken-key"),
      ]
    case .show: return examples(first, "one \(noun)", prints: first)
    case .edit, .rename: return examples("\(first) \(key)=\"World Cup\"", "a \(key)", prints: "World Cup")
    case .archive: return examples(first, "a former \(noun)", prints: "archived")
    case .restore: return examples(first, after: ["\(verb) archive \(first)"], "back in use", prints: "archived")
    case .delete: return examples(first, "added by mistake", prints: "removed")
    case .merge:
      return [
        Example(
          "\(verb) merge \(second) \(first)", after: made + ["\(verb) add \(second)"], "a duplicate",
          prints: "is now '\(first)'"),
        Example("\(verb) merge \(first) \(first)", after: made, "with itself", fails: "same-record"),
      ]
    }
  }
}
