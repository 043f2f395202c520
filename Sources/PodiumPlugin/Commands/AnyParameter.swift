package import PodiumCore

/// A parameter without its type, as a command's list of parameters holds it.
public struct AnyParameter: Sendable {
  /// Name, form, allowed values, help.
  public let description: ParameterDescription
  private let parser: @Sendable ([ArgumentValue], ParsingScope) throws(Diagnostic) -> any Sendable

  /// Takes the type away.
  public init<Value>(_ parameter: Parameter<Value>) {
    description = parameter.description
    let typed = parameter.parse
    parser = { values, scope throws(Diagnostic) in try typed(values, scope) }
  }

  /// The value of what was typed.
  ///
  /// Throws what the parameter refuses.
  package func parse(_ values: [ArgumentValue], _ scope: ParsingScope) throws(Diagnostic) -> any Sendable {
    try parser(values, scope)
  }
}

extension Parameter {
  /// The parameter without its type.
  public var any: AnyParameter { AnyParameter(self) }
}
