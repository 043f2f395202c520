public import PodiumCore

/// A function that a plugin adds to expressions; it may look at the workspace when an expression is checked.
public struct FunctionDefinition: Sendable {
  /// The name with the plugin's prefix (`surf.power`).
  public let name: String
  /// How it is typed (`surf.power(height, period)`).
  public let use: String
  public let summary: String
  /// Whether it reduces many rows to one value.
  public let isAggregate: Bool
  /// Makes the function as a session has it.
  let make: @Sendable (Session) -> ExpressionFunction

  /// A function that depends on nothing but its arguments.
  public init(_ function: ExpressionFunction) {
    (name, use, summary) = (function.name, function.use, function.summary)
    isAggregate = function.isAggregate
    make = { _ in function }
  }

  /// A function that depends on the session; what `make` returns has the same name.
  public init(
    _ name: String, use: String, summary: String, make: @escaping @Sendable (Session) -> ExpressionFunction
  ) {
    (self.name, self.use, self.summary, isAggregate, self.make) = (name, use, summary, false, make)
  }
}
