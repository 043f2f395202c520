/// A small file that examples of the help find in their folder.
public struct ExampleFile: Sendable {
  /// The name that the examples type.
  public let name: String
  /// What it holds.
  public let text: String

  /// Names a text.
  public init(_ name: String, _ text: String) {
    self.name = name
    self.text = text
  }
}
