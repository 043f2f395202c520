internal import PodiumAssembly
internal import PodiumCore
public import PodiumEngine
public import PodiumPlugin
public import PodiumStore

/// The examples of the verbs that write to the workspace, and what two runs of them left in it.
public enum WritingExamples {
  /// A command with the commands that prepare for it.
  public struct Command: Sendable {
    public let setup: [String]
    public let line: String
  }

  /// The examples by what they share: those of each plugin, and of podium's own verbs that save.
  public static let groups: [[Command]] = ["ski ", "surf ", "football ", "save", "model save"].map { start in
    let verbs = BuiltIn.registry.commands.keys.filter { $0.hasPrefix(start) }.sorted()
    return verbs.flatMap { verb in
      BuiltIn.registry.examples(of: verb).filter { $0.prints != nil && writes($0) }.map {
        Command(setup: $0.setup, line: $0.line)
      }
    }
  }

  /// A session on a workspace, over the datasets and the files of examples.
  public static func session(on workspace: Workspace) -> Interpreter {
    var session = BuiltIn.session().session.apart() ?? BuiltIn.session()
    session.services.store = workspace
    return session
  }

  private static func writes(_ example: Example) -> Bool {
    guard var session = BuiltIn.session().session.apart() else { return false }
    for line in example.setup { _ = session.run(line) { _ in } }
    guard let store = session.services.store, let before = try? store.info().changes else { return false }
    _ = session.run(example.line) { _ in }
    return (try? store.info().changes) != before
  }

  /// The records by kind as texts in order, without what differs from run to run: identities and times.
  public static func records(in store: any Store) throws -> [String: [String]] {
    var all: [String: [String]] = [:]
    for kind in try store.kinds() {
      let plain = kind.fields.filter { field in
        switch field.kind {
        case .reference, .bytes, .datetime: false
        default: true
        }
      }
      all[kind.name] = try store.records(RecordQuery(kind.name)).map { record in
        plain.map { record[$0.name].fileText }.joined(separator: "\t")
      }.sorted()
    }
    return all
  }
}
