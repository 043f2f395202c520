public import PodiumCore

/// A domain: a set of importers, evaluators, learners, commands and datasets under one name.
public protocol Plugin: Sendable {
  /// The name, which its keys and verbs begin with.
  var name: String { get }
  var version: String { get }
  /// One sentence: what it is for.
  var summary: String { get }
  /// Where it comes from: `built in`, or the folder it is installed in.
  var origin: String { get }

  /// How its help page leads through its verbs.
  var guide: PluginGuide { get }

  /// Names everything the plugin brings.
  ///
  /// Throws when a name is taken or lacks the plugin's prefix.
  func register(into registry: inout Registry) throws(Diagnostic)
}

extension Plugin {
  /// By default a plugin comes with the program.
  public var origin: String { "built in" }

  /// Without words of its own, its verbs are listed.
  public var guide: PluginGuide { PluginGuide() }
}

/// What `help PLUGIN` shows before it lists the contents of the plugin.
public struct PluginGuide: Sendable, Equatable {
  /// Prose and everyday tasks; may be empty.
  public var text: String
  /// Verbs under headings, the second word of each; those without a heading are listed last.
  public var groups: [Group]

  /// A heading and its verbs.
  public struct Group: Sendable, Equatable {
    /// The heading.
    public var title: String
    /// The verbs in the order of their use, without the plugin's name.
    public var verbs: [String]

    /// Makes a group.
    public init(_ title: String, _ verbs: [String]) {
      self.title = title
      self.verbs = verbs
    }
  }

  /// Makes a guide.
  public init(_ text: String = "", groups: [Group] = []) {
    self.text = text
    self.groups = groups
  }
}
