public import PodiumCore
public import PodiumPlugin

/// A command about the session itself: it runs other commands, undoes some, or reads the cells.
///
/// Only built-in commands are of this kind; all others see the session but not the interpreter.
public protocol InterpreterCommand: Sendable {
  /// Name, parameters, examples.
  var signature: Signature { get }

  /// Runs the command: changes the interpreter and returns the outputs.
  ///
  /// If it throws, the caller drops the changed interpreter, so a failed command changes nothing.
  func run(_ call: Call, in interpreter: inout Interpreter) throws(Diagnostic) -> [Output]

  /// The parameters this session requires; at the prompt, podium asks for missing ones.
  func needed(in session: Session) -> [String]
}

extension InterpreterCommand {
  /// The parameters its signature requires.
  public func needed(in session: Session) -> [String] {
    signature.parameters.map(\.description).filter(\.isRequired).map(\.name)
  }
}

/// A command about the session itself, in the form the registry stores.
///
/// This is a separate type because checking whether a command conforms to a protocol costs milliseconds at startup,
/// and checking for one type costs nothing.
public struct InterpreterVerb: Command {
  /// The wrapped command.
  public let command: any InterpreterCommand

  public init(_ command: any InterpreterCommand) { self.command = command }

  public var signature: Signature { command.signature }

  /// Throws `needs-interpreter`: a session alone cannot run it.
  public func run(_ call: Call, in session: inout Session) throws(Diagnostic) -> [Output] {
    throw Diagnostic("needs-interpreter", "'\(call.verb)' can only run as a separate command", span: call.verbSpan)
  }

  /// The required parameters.
  public func needed(in session: Session) -> [String] { command.needed(in: session) }
}

extension Registry {
  /// Adds a verb about the session itself.
  public mutating func add(_ command: any InterpreterCommand) throws(Diagnostic) { try add(InterpreterVerb(command)) }
}
