public import PodiumCore

/// A domain: a set of importers, evaluators, learners, commands and datasets under one name.
public protocol Plugin: Sendable {
  /// The name, which its keys and verbs begin with.
  var name: String { get }
  /// Its version.
  var version: String { get }
  /// One sentence: what it is for.
  var summary: String { get }
  /// Where it comes from: `built in`, or the folder it is installed in.
  var origin: String { get }

  /// Names everything the plugin brings.
  ///
  /// Throws when a name is taken or lacks the plugin's prefix.
  func register(into registry: inout Registry) throws(Diagnostic)
}

extension Plugin {
  /// A plugin that says nothing else comes with the program.
  public var origin: String { "built in" }
}
