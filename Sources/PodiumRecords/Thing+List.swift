public import PodiumCore
public import PodiumPlugin

/// The verb of two words of a thing: it lists the records, or shows one.
struct ThingList: Sendable {
  let columns: [String]
  let summary: String
  let details: @Sendable () -> String
  let examples: @Sendable () -> [Example]
  let seeAlso: @Sendable () -> [String]
}

/// A verb such as `ski team`, which lists the records of a thing, or with a name shows one.
struct ThingListCommand<Item: Sendable>: Command {
  let signature: Signature
  let thing: Thing<Item>
  let name: Parameter<String?>
  let columns: [String]

  init(_ thing: Thing<Item>, _ list: ThingList) {
    (self.thing, columns) = (thing, list.columns)
    name = .text(
      thing.word, positional: true, help: "The \(thing.noun); by default all are listed.", completion: thing.completion)
    let name = name
    signature = Signature(
      thing.verb, topic: .plugins, summary: list.summary, details: list.details(), parameters: [name.any],
      examples: list.examples(), traits: .readsOnly, seeAlso: list.seeAlso())
  }

  /// Changes nothing.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    guard let text = call[name] else {
      var work = try RecordWork(call, in: session)
      return try thing.list(columns, &work)
    }
    var work = try RecordWork(call, in: session, names: [text], spans: [call.span(of: name)])
    return try thing.screen(of: try thing.found(&work).record, &work)
  }
}

extension Thing {
  /// The same thing with the verb of two words that lists all or shows one.
  public func listed(
    _ columns: [String], summary: String, details: @escaping @autoclosure @Sendable () -> String = "",
    examples: @escaping @autoclosure @Sendable () -> [Example],
    seeAlso: @escaping @autoclosure @Sendable () -> [String] = []
  ) -> Thing {
    var copy = self
    copy.list = ThingList(columns: columns, summary: summary, details: details, examples: examples, seeAlso: seeAlso)
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
    let canArchive = names.contains(.archive)
    return actions(names.map { usualAction($0, first, second, canArchive) }, shown: shown, check: check)
  }

  private func usualAction(
    _ name: ThingAction.Name, _ first: String, _ second: String, _ canArchive: Bool
  ) -> ThingAction {
    let (verb, noun, word) = (verb, noun, word)
    let (add, unknown) = ("\(verb) add \(first)", "an unknown \(noun)")
    let noted = field("comment") ?? fields.first { $0.key != nil && $0.link == nil && $0.column.kind == .text }
    let key = noted?.key?.name ?? "comment"
    func action(
      _ works: String, after: [String] = [add], _ caption: String, prints: String, _ seeAlso: [String] = []
    ) -> ThingAction {
      ThingAction(
        name,
        examples: [
          Example("\(verb) \(name) \(works)", after: after, caption, prints: prints),
          Example(
            "\(verb) \(name) \(second)" + (name == .edit ? " \(key)=x" : ""), after: [add], unknown,
            fails: "unknown-" + word),
        ], seeAlso: seeAlso)
    }
    switch name {
    case .add, .new:
      return ThingAction(
        name,
        examples: [
          Example(field("comment") == nil ? add : add + " comment=new", "a new \(noun)", prints: first),
          Example(add, after: [add], "an existing \(noun)", fails: "taken-key"),
        ])
    case .show: return action(first, "one \(noun)", prints: first)
    case .edit, .rename: return action("\(first) \(key)=\"World Cup\"", "a \(key)", prints: "World Cup")
    case .archive: return action(first, "a former \(noun)", prints: "archived", [verb + " restore"])
    case .restore:
      return action(
        first, after: [add, "\(verb) archive \(first)"], "back in use", prints: "archived", [verb + " archive"])
    case .delete:
      return action(first, "added by mistake", prints: "removed", canArchive ? [verb + " archive"] : [])
    case .merge:
      return ThingAction(
        .merge, details: "Everything that refers to WRONG then refers to RIGHT.",
        examples: [
          Example(
            "\(verb) merge \(second) \(first)", after: [add, "\(verb) add \(second)"], "a duplicate",
            prints: "is now '\(first)'"),
          Example("\(verb) merge \(first) \(first)", after: [add], "with itself", fails: "same-record"),
        ])
    }
  }
}
