import ArgumentParser

/// The notebook parameters of `--set NAME=VALUE`.
enum NotebookParameters {
  static func read(_ words: [String]) throws -> [String: String] {
    var given: [String: String] = [:]
    for word in words {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, !parts[0].isEmpty else {
        throw ValidationError("--set takes NAME=VALUE, not '\(word)'")
      }
      guard !parts[1].contains(where: \.isNewline) else {
        throw ValidationError("the value of parameter '\(parts[0])' has more than one line")
      }
      given[String(parts[0])] = String(parts[1])
    }
    return given
  }
}
