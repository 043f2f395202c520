internal import PodiumCore

/// The manual page `podium.1`, in the macros of man(7).
public struct ManPage {
  private let commands: [ProgramCommand]
  private let version: String

  /// The first command is `podium` itself.
  public init(_ commands: [ProgramCommand], version: String) {
    self.commands = commands
    self.version = version
  }

  /// The page; it ends with a line feed.
  public var text: String {
    guard let root = commands.first else { return "" }
    var lines = [#".TH PODIUM 1 "" "podium \#(version)" "User Commands""#, ".SH NAME"]
    lines.append("podium \\- " + roff(root.summary.prefix(1).lowercased() + root.summary.dropFirst().dropLast()))
    lines.append(".SH SYNOPSIS")
    lines += commands.flatMap { command in
      [".B " + roff(command.name), roff(ManPage.usage(command, besides: root)), ".br"]
    }.dropLast()
    lines.append(".SH DESCRIPTION")
    lines += prose(root.discussion)
    lines.append(".SH OPTIONS")
    lines += root.options.flatMap(entry)
    for command in commands.dropFirst() {
      lines.append(".SH " + command.name.dropFirst("podium ".count).uppercased())
      lines += [roff(command.summary), ".PP"] + prose(command.discussion)
      lines += command.options(besides: root).flatMap(entry)
    }
    lines.append(".SH EXIT STATUS")
    lines += StatusPages.statuses.flatMap { [".TP", ".B \($0.status)", roff($0.meaning)] }
    lines += [".PP", "The status of", ".BR \"podium verify\" :"]
    lines += StatusPages.verifyStatuses.flatMap { [".TP", ".B \($0.status)", roff($0.meaning)] }
    lines += [
      ".PP", "With several notebooks, the worst status counts; from worst to best: 4, 1, 2, 3, 5, 0.", ".SH FILES",
    ]
    lines += StatusPages.paths.flatMap { [".TP", ".I " + roff($0.path), roff($0.content)] }
    lines.append(".SH ENVIRONMENT")
    lines += StatusPages.variables.flatMap { [".TP", ".B " + roff($0.name), roff($0.effect.replacing("`", with: ""))] }
    lines += [".SH EXAMPLES", ".nf"] + ManPage.examples.map(roff) + [".fi"]
    lines += [
      ".SH SEE ALSO", roff("podium help prints the reference; podium help --format html -o DIR writes it as pages."),
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  private static let examples = [
    "podium -c 'load iris' -c 'label species' -c 'cv tree k=10'",
    "podium --format json < commands.podium",
    "podium run notebooks/ski-first-look.podium.md > fresh.podium.md",
    "podium verify --strict notebooks",
    "podium export notebooks/first-ten-minutes.podium.md --to html -o first.html",
  ]

  /// What follows the name of a command: arguments, and whether it has options.
  private static func usage(_ command: ProgramCommand, besides root: ProgramCommand) -> String {
    let arguments = command.options.filter { $0.names.isEmpty }.map { $0.isOptional ? "[\($0.synopsis)]" : $0.synopsis }
    return (["[options]"] + arguments).joined(separator: " ")
  }

  private func entry(_ option: ProgramCommand.Option) -> [String] {
    let summary = option.summary + (option.standard.map { " (default: \($0))" } ?? "")
    let value = option.value.map { "<" + $0 + ">" } ?? ""
    guard !option.names.isEmpty else { return [".TP", ".I " + roff(value), roff(summary)] }
    return [
      ".TP", ".B " + roff(option.names.joined(separator: ", ") + (value.isEmpty ? "" : " " + value)), roff(summary),
    ]
  }

  private func prose(_ text: String) -> [String] {
    CommandLinePage.split(text).flatMap { lines, isBlock in
      isBlock ? [".nf"] + lines.map(roff) + [".fi", ".PP"] : [roff(lines.joined(separator: " ")), ".PP"]
    }
  }

  /// A text in which nothing is a request or an escape of roff.
  private func roff(_ text: some StringProtocol) -> String {
    var out = ""
    for sign in text {
      switch sign {
      case "\\": out += "\\e"
      case "-": out += "\\-"
      case "'": out += "\\(aq"
      case "`": out += "\\(ga"
      case "…": out += "\\[u2026]"
      case "−": out += "\\-"
      default: out.append(sign)
      }
    }
    return out.hasPrefix(".") ? "\\&" + out : out
  }
}
