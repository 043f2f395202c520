internal import PodiumCore
internal import PodiumPlugin

/// The help page of an importer: what it reads, and its keys after `load FILE`.
enum ImporterPage {
  static func text(_ importer: any Importer) -> String {
    var lines = [importer.key + ": " + importer.summary]
    if !importer.extensions.isEmpty {
      lines.append("files: " + importer.extensions.map { "." + $0 }.joined(separator: " "))
    }
    let keys = keys(of: importer)
    if !keys.isEmpty { lines += ["keys of 'load':"] + keys.map { "  " + $0 } }
    lines.append(
      importer.isReader
        ? "example: load " + (importer.extensions.first.map { "table." + $0 } ?? "\(importer.key) FOLDER")
        : "'load FILE' says how to convert each. A plugin reads Parquet, Feather and Arrow, in a shell: podium plugin install parquet"
    )
    return lines.joined(separator: "\n")
  }

  /// One line for each key: its help and the allowed values.
  static func keys(of importer: any Importer) -> [String] {
    let parameters = importer.parameters.map(\.description)
    let width = parameters.map(\.name.count).max() ?? 0
    return parameters.map { ($0.name + "=").padded(toWidth: width + 1) + "  " + $0.help + " (\($0.allowed))" }
  }
}
