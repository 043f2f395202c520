public import PodiumCore
internal import PodiumLearn

/// A plugin as the list of plugins shows it.
public struct PluginEntry: Sendable {
  public let name: String
  public let version: String
  /// What it is for.
  public let summary: String
  /// Where it comes from: `built in`, or the folder it is installed in.
  public let origin: String
  /// How its help page leads through its verbs.
  public let guide: PluginGuide
}

/// A dataset that is installed with the program.
public struct DatasetEntry: Sendable {
  /// The name `load` takes.
  public let name: String
  /// The file or folder below the folder of datasets.
  public let path: String
  /// The importer that reads it.
  public let importer: String
  /// One sentence: what it is.
  public let summary: String
  /// The target of `label` without arguments, where the importer declares no labelling.
  public let target: String?
  /// The roles of columns that the importer cannot know of.
  public let roles: [String: Role]
  /// How `label` without arguments makes classes, where the importer declares no labelling.
  public let labelling: Labelling?

  /// Names a bundled dataset.
  public init(
    _ name: String, path: String, importer: String, summary: String, target: String? = nil, roles: [String: Role] = [:],
    labelling: Labelling? = nil
  ) {
    self.name = name
    self.path = path
    self.importer = importer
    self.summary = summary
    self.target = target
    self.roles = roles
    self.labelling = labelling ?? target.map { Labelling(column: $0) }
  }
}
