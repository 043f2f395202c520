public import PodiumCore
public import PodiumPlugin

/// Sees a command before it runs; what it throws refuses the command.
public typealias CommandGate = @Sendable (_ request: CommandRequest) throws(Diagnostic) -> Void

/// A command that is about to run, as a gate sees it: typed, or run by a script, a notebook or another command.
///
/// The examples that a help page runs are not a client's commands: they see nothing of its session.
public struct CommandRequest: Sendable {
  /// The command as typed, with `***` for users and passwords in addresses.
  public let text: String
  /// The parsed command; its own text and arguments have what was typed.
  public let statement: Statement
  /// The signature of its verb; nil for `!` and `?`.
  public let signature: Signature?

  /// The verb by its full name: `ski pair add`, `!` for a command of the shell, `help` for `?`.
  public var verb: String {
    switch statement.body {
    case .shell: "!"
    case .help, .helpSearch: "help"
    case .command(let syntax): signature?.name ?? syntax.verb.text
    }
  }

  /// The arguments in the order in which they were typed; none for `!` and `?`.
  public var arguments: [Argument] { syntax?.arguments ?? [] }

  /// Whether it changes nothing: its verb only reads (`Signature.Traits.readsOnly`), its output goes to the client, and it
  /// makes no table the current one.
  public var readsOnly: Bool {
    switch statement.body {
    case .shell: false
    case .help, .helpSearch: true
    case .command(let syntax):
      signature?.has(.readsOnly) == true && syntax.sink == nil
        && (syntax.name == nil || signature?.has(.namesTable) == false)
    }
  }

  /// The verb with everything that follows it; nil for `!` and `?`.
  public var syntax: CommandSyntax? { if case .command(let syntax) = statement.body { syntax } else { nil } }
}
