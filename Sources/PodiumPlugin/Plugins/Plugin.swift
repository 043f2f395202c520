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

  /// What people call something for which the plugin has another word, or which it does not have.
  public struct Word: Sendable, Equatable {
    /// In lower case, as they may be typed or searched for.
    public var words: [String]
    /// The verb for it, without the plugin's name; nil where there is no such thing.
    public var verb: String?
    /// A sentence on what there is instead; may be empty.
    public var note: String

    public init(_ words: [String], verb: String, _ note: String = "") {
      (self.words, self.verb, self.note) = (words, verb, note)
    }

    /// Words for what the plugin does not have, with what to do instead.
    public init(_ words: [String], none note: String) { (self.words, self.verb, self.note) = (words, nil, note) }
  }

  /// Other words for verbs, which a search and a misspelt verb lead to.
  public var words: [Word]

  /// What a word that is not a verb leads to; hyphens and spaces do not count.
  public func word(_ typed: String) -> Word? {
    func bare(_ text: String) -> String { text.lowercased().filter { $0 != "-" && $0 != " " } }
    return words.first { $0.words.contains { bare($0) == bare(typed) } }
  }

  /// Makes a guide.
  public init(_ text: String = "", groups: [Group] = [], words: [Word] = []) {
    self.text = text
    self.groups = groups
    self.words = words
  }
}
