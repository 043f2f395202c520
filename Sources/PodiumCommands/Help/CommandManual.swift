package import PodiumPlugin

/// What a manual takes from the commands besides their signatures: the help topics and the settings.
package enum CommandManual {
  /// A help topic.
  package struct Topic {
    package let name: String
    package let summary: String
    /// Lines as they are printed.
    package let text: String
    package let examples: [Example]
  }

  /// The topics, in the order an analyst meets them.
  package static var topics: [Topic] {
    HelpTopic.all.map { Topic(name: $0.name, summary: $0.summary, text: $0.text, examples: $0.examples) }
  }

  /// The settings, in the order in which `set` lists them.
  package static var settings: [ParameterDescription] { SetCommand().signature.parameters.map(\.description) }
}
