internal import PodiumCore
internal import PodiumPlugin

/// Advice of commands, which is written for a prompt where every verb can be typed.
extension CommandRunner {
  /// A report without the advice to use a verb that an account is not offered, in the help of an error and below tables.
  func advised(_ report: CommandReport, for account: Account) -> CommandReport {
    var report = report
    if let help = report.error?.help, namesOthers(help, account) { report.error?.help = nil }
    report.outputs = report.outputs.map { output in
      guard case .table(var table) = output else { return output }
      // Below a table are facts of it, each in a line, and advice.
      table.footer.removeAll { namesOthers($0, account) }
      return .table(table)
    }
    return report
  }

  /// Whether a text names a verb of several words that an account is not offered.
  private func namesOthers(_ text: String, _ account: Account) -> Bool {
    let words = text.split { " :;,()'\"".contains($0) }.map(String.init)
    return words.indices.contains { place in
      guard registry.isHead(words[place]) else { return false }
      let verb = (2...4).reversed().lazy.map { words[place...].prefix($0).joined(separator: " ") }
        .first { registry.command($0) != nil }
      return verb.map { verb in rules.offers[verb].map { account.role >= $0.role } != true } ?? false
    }
  }
}
