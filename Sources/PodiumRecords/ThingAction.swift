public import PodiumCore
public import PodiumPlugin

/// Something that is done with a thing: its verb, its texts, and what it does where that is not the usual.
public struct ThingAction: Sendable {
  /// The actions that a verb of three words has.
  public enum Name: String, Sendable, CaseIterable {
    case add, edit, archive, restore, delete, merge, show
    case new, rename
  }

  public let name: Name
  let names: @Sendable () -> [Parameter<String>]?
  let keys: (@Sendable () -> [AnyParameter])?
  let summary: String?
  let details: @Sendable () -> String
  let examples: @Sendable () -> [Example]
  let seeAlso: @Sendable () -> [String]
  let work: (@Sendable (inout RecordWork) throws(Diagnostic) -> [Output])?

  /// Declares an action; what it takes is made when its verb is registered, so that it may complete names of its own thing.
  ///
  /// - Parameters:
  ///   - name: Which action.
  ///   - names: The records that it is about; by default one of the thing, of a merge two.
  ///   - keys: What it takes beside them; by default the fields of the thing where it sets any.
  ///   - summary: One sentence; by default the usual one.
  ///   - details: Prose; may be empty.
  ///   - examples: At least one that works and one that is refused; by default those of the thing's sample.
  ///   - exampleLines: The same as text (`[Example].read`).
  ///   - seeAlso: Verbs beside the one that lists the thing.
  ///   - work: What it does; by default the usual.
  public init(
    _ name: Name, names: @escaping @autoclosure @Sendable () -> [Parameter<String>]? = nil,
    keys: (@Sendable () -> [AnyParameter])? = nil,
    summary: String? = nil, details: @escaping @autoclosure @Sendable () -> String = "",
    examples: @escaping @autoclosure @Sendable () -> [Example] = [],
    exampleLines: @escaping @autoclosure @Sendable () -> String = "",
    seeAlso: @escaping @autoclosure @Sendable () -> [String] = [],
    work: (@Sendable (inout RecordWork) throws(Diagnostic) -> [Output])? = nil
  ) {
    (self.name, self.names, self.keys, self.summary, self.work) = (name, names, keys, summary, work)
    (self.details, self.seeAlso) = (details, seeAlso)
    self.examples = { examples() + .read(exampleLines()) }
  }
}

/// Names of a thing for the examples of its usual actions.
public struct ThingSample: Sendable {
  let first: String
  let second: String
  let made: [String]?
  let unknown: String?

  /// Names for examples.
  ///
  /// - Parameters:
  ///   - first: The name of a record.
  ///   - second: Another name, which no record has.
  ///   - made: The lines that make the first; by default its verb adds it.
  ///   - unknown: The code of an unknown name; by default that of the verb's last word.
  public init(_ first: String, _ second: String, made: [String]? = nil, unknown: String? = nil) {
    (self.first, self.second, self.made, self.unknown) = (first, second, made, unknown)
  }
}

/// A verb of three words that acts on records: `ski pair edit`, `ski pair merge`.
struct ThingCommand: Command {
  let signature: Signature
  let names: @Sendable () -> [Parameter<String>]
  let work: @Sendable (inout RecordWork) throws(Diagnostic) -> [Output]

  /// Changes records of the thing, and possibly those that refer to them.
  func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    let names = names()
    var given = try RecordWork(
      call, in: session, names: names.map { call[$0] }, spans: names.map { call.span(of: $0) })
    let outputs = try work(&given)
    session = given.session
    return outputs
  }
}

extension Parameter where Value == String {
  public static func record(_ name: String, _ noun: String, help: String, completion: Completion) -> Parameter<String> {
    .required(name, allowed: noun, help: help, completion: completion)
  }
}
