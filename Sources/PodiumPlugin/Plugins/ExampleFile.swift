/// A small file that examples of the help find in their folder.
public struct ExampleFile: Sendable {
  /// The name that the examples type.
  public let name: String
  private let make: @Sendable () -> String

  /// Names a text, which is made when an example needs it.
  public init(_ name: String, _ text: @escaping @autoclosure @Sendable () -> String) {
    self.name = name
    make = text
  }

  /// What it holds.
  public var text: String { make() }
}
