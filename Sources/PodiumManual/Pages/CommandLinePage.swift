/// The page of the command line: every way to start podium, with its options.
struct CommandLinePage {
  let commands: [ProgramCommand]

  var page: ManualPage {
    let root = commands.first
    let sections = commands.map { command in
      var parts = [
        MarkdownText.text(command.summary), MarkdownText.block([CommandLinePage.usage(command, besides: root)]),
      ]
      parts += CommandLinePage.paragraphs(command.discussion)
      let own = command.name == root?.name ? command.options : command.options(besides: root)
      if !own.isEmpty {
        parts.append(
          MarkdownText.table(
            ["option", "meaning", "default"],
            own.map {
              [
                MarkdownText.code($0.synopsis), MarkdownText.text($0.summary),
                $0.standard.map { MarkdownText.code($0) } ?? "",
              ]
            }))
      }
      return ManualSection(command.name, parts.joined(separator: "\n\n"))
    }
    return ManualPage(
      "command-line", "The command line", summary: "Every way to start podium, with its options.",
      introduction: """
        The options of `podium` apply to every command and may come before or after its name. [Exit statuses](exit-status.md)
        and [files and environment variables](files.md) are on separate pages.
        """, sections: sections)
  }

  /// How a command is typed.
  static func usage(_ command: ProgramCommand, besides root: ProgramCommand?) -> String {
    let own = command.name == root?.name ? command.options : command.options(besides: root)
    let options = own.filter { !$0.names.isEmpty }.map { option in
      let text = (option.names.last ?? "") + (option.value.map { " <" + $0 + ">" } ?? "")
      return option.isOptional ? "[" + text + "]" + (option.isRepeating ? "…" : "") : text
    }
    let arguments = own.filter { $0.names.isEmpty }.map { $0.isOptional ? "[" + $0.synopsis + "]" : $0.synopsis }
    return ([command.name] + options + arguments).joined(separator: " ")
  }

  /// Prose as paragraphs, and lines in columns as they are.
  static func paragraphs(_ text: String) -> [String] {
    split(text).map { $0.isBlock ? MarkdownText.block($0.lines) : MarkdownText.text($0.lines.joined(separator: " ")) }
  }

  /// The paragraphs of a text; a block has columns.
  static func split(_ text: String) -> [(lines: [String], isBlock: Bool)] {
    text.split(separator: "\n\n").map { part in
      let lines = part.split(separator: "\n").map { String($0) }
      return (lines, lines.contains { $0.contains("   ") })
    }
  }
}
