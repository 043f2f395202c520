internal import PodiumCore

/// Completion of the command line in a shell, made of what the parser of arguments knows.
public struct ShellCompletion: Sendable {
  public enum Shell: String, CaseIterable, Sendable { case bash, zsh, fish }

  private let common: [ProgramCommand.Option]
  private let commands: [(name: String, summary: String, options: [ProgramCommand.Option])]

  /// The first command is the program itself, the rest are `podium WORD`; `values` are those of options that only the registry
  /// knows.
  public init(_ program: [ProgramCommand], values: [String: [String]]) {
    func known(_ options: [ProgramCommand.Option]) -> [ProgramCommand.Option] {
      options.map { option in
        guard let words = option.names.lazy.compactMap({ values[$0] }).first else { return option }
        var option = option
        option.completion = .words(words)
        return option
      }
    }
    common = known(program.first?.options ?? [])
    commands = program.dropFirst().map { command in
      let name = command.name.split(separator: " ").last.map { String($0) } ?? command.name
      return (name, command.summary, known(command.options(besides: program.first)))
    }
  }

  public func script(for shell: Shell) -> String {
    let head = "Completion of podium for \(shell.rawValue), made by 'podium help --completion \(shell.rawValue)'."
    return switch shell {
    case .bash: "# " + head + "\n" + bash
    case .zsh: "#compdef podium\n# " + head + "\n" + zsh
    case .fish: "# " + head + "\n" + fish
    }
  }

  private var names: [String] { commands.map(\.name) }

  /// The options of a command with the common ones; those of the program alone for nil.
  private func options(of name: String?) -> [ProgramCommand.Option] {
    common + (commands.first { $0.name == name }?.options ?? [])
  }

  // MARK: bash

  private var bash: String {
    let valued = (common + commands.flatMap(\.options)).filter { $0.value != nil }.flatMap(\.names)
    var values = ""
    for name in [nil] + names.map(Optional.some) {
      let own = name == nil ? common : commands.first { $0.name == name }?.options ?? []
      for option in own where option.value != nil && !option.names.isEmpty {
        let pattern = option.names.map { (name.map { "\"\($0) " } ?? "*\" ") + $0 + "\"" }.joined(separator: " | ")
        values += "  \(pattern)) \(Self.bash(option.completion)) ;;\n"
      }
    }
    var words = ""
    for name in [nil] + names.map(Optional.some) {
      let flags = options(of: name).flatMap(\.names).filter { $0 != "-o" }
      let rest =
        name == nil ? Self.bash(.words(names)) : Self.bash(options(of: name).first { $0.names.isEmpty }?.completion)
      words += """
          '\(name ?? "")')
            if [[ $word == -* ]]; then
              \(Self.bash(.words(flags)))
            else
              \(rest)
            fi ;;

        """
    }
    return """
      _podium() {
        local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command= place
        COMPREPLY=()
        for ((place = 1; place < COMP_CWORD; place++)); do
          case ${COMP_WORDS[place]} in
          \(Array(Set(valued)).sorted().joined(separator: " | "))) ((place++)) ;;
          \(names.joined(separator: " | "))) command=${COMP_WORDS[place]} && break ;;
          esac
        done
        case "$command $before" in
      \(values.dropLast())
        *)
          case $command in
      \(words.dropLast())
          esac ;;
        esac
      }
      complete -o filenames -F _podium podium

      """
  }

  /// The command that fills in the candidates.
  private static func bash(_ completion: ProgramCommand.Completion?) -> String {
    let source: String
    switch completion {
    case .words(let words): source = "-W '\(words.joined(separator: " "))'"
    case .wordsOrFiles(let words): source = "-f -W '\(words.joined(separator: " "))'"
    case .files: source = "-f"
    case .folders: source = "-d"
    case nil: return ":"
    }
    return "mapfile -t COMPREPLY < <(compgen \(source) -- \"$word\")"
  }

  // MARK: zsh

  private var zsh: String {
    let described = commands.map { "'\($0.name):\(Self.zsh($0.summary))'" }.joined(separator: "\n    ")
    var cases = ""
    for command in commands {
      let specs = (common + command.options).map(Self.zsh).joined(separator: " \\\n      ")
      cases += "  \(command.name))\n    _arguments '1: :' \\\n      \(specs) ;;\n"
    }
    return """
      local -a commands=(
          \(described)
      )
      local word command=
      for word in ${words[2,CURRENT-1]}; do
        [[ -n ${commands[(r)$word:*]} ]] && command=$word && break
      done
      case $command in
      \(cases.dropLast())
        *)
          _arguments \\
            \(common.map(Self.zsh).joined(separator: " \\\n      ")) \\
            '1:command:{_describe command commands}' ;;
      esac

      """
  }

  private static func zsh(_ option: ProgramCommand.Option) -> String {
    var ending = ""
    if let value = option.value {
      ending = ":\(zsh(value)):"
      switch option.completion {
      case .words(let words): ending += "(\(words.joined(separator: " ")))"
      case .wordsOrFiles(let words): ending += "{compadd -- \(words.joined(separator: " ")); _files}"
      case .files: ending += "_files"
      case .folders: ending += "_files -/"
      case nil: break
      }
    }
    guard !option.names.isEmpty else { return "'\(option.isRepeating ? "*" : "2")\(ending)'" }
    let names = option.names
    let star = option.isRepeating ? "*" : ""
    let summary = "[\(zsh(option.summary))]\(ending)'"
    if names.count == 1 { return "'\(star)\(names[0])" + summary }
    return "'(\(names.joined(separator: " ")))'{\(names.joined(separator: ","))}'" + summary
  }

  private static func zsh(_ text: String) -> String {
    var out = ""
    for character in text {
      if "[]:\\".contains(character) { out += "\\" }
      out += character == "'" ? "'\\''" : String(character)
    }
    return out
  }

  // MARK: fish

  private var fish: String {
    var lines = ["complete -c podium -f"]
    for command in commands {
      lines.append("complete -c podium -n __fish_use_subcommand -a \(command.name) -d \(Self.fish(command.summary))")
    }
    lines += common.map { Self.fish($0, when: nil) }
    for command in commands { lines += command.options.map { Self.fish($0, when: command.name) } }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func fish(_ option: ProgramCommand.Option, when command: String?) -> String {
    var line = "complete -c podium"
    if let command { line += " -n '__fish_seen_subcommand_from \(command)'" }
    for name in option.names { line += name.hasPrefix("--") ? " -l \(name.dropFirst(2))" : " -s \(name.dropFirst())" }
    // Elsewhere fish would offer files.
    if option.value != nil, !option.names.isEmpty { line += option.completion == .files ? " -r" : " -x" }
    switch option.completion {
    case .words(let words): line += " -a '\(words.joined(separator: " "))'"
    case .wordsOrFiles(let words): line += " -F -a '\(words.joined(separator: " "))'"
    case .files: line += " -F"
    case .folders: line += " -a '(__fish_complete_directories)'"
    case nil: break
    }
    return line + " -d " + fish(option.summary)
  }

  private static func fish(_ text: String) -> String {
    var out = "'"
    for character in text {
      if "'\\".contains(character) { out += "\\" }
      out.append(character)
    }
    return out + "'"
  }
}
