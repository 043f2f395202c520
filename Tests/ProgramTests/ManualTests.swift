import PodiumTestKit
import Testing

/// The manual page and the shell completions match the program.
struct ManualTests {
  private func lines(of name: String) throws -> [String] {
    let text = try #require(try Home().text(Checkout.path(name)))
    return text.split(separator: "\n").map { String($0) }
  }

  /// The options among some words.
  private func options(_ lines: [String], besides separators: Set<Character> = []) -> Set<String> {
    let marks = separators.union([" ", ",", "\"", "'", "*", "[", "(", ")", "{", "}"])
    let words = lines.flatMap { $0.split { marks.contains($0) } }.map { String($0) }
    return Set(words.filter { $0.hasPrefix("-") && $0.contains { $0.isLetter } })
  }

  private func help() throws -> Set<String> {
    let text = try Home().podium(["--help"]).outputText
    let found = options(text.split(separator: "\n").map { String($0) }.filter { $0.hasPrefix("  -") })
    #expect(found.count > 10)
    return found
  }

  @Test func `the options of the manual are those of the help`() throws {
    let section = try lines(of: "docs/podium.1").drop { $0 != ".SH OPTIONS" }.dropFirst()
    let heads = section.prefix { !$0.hasPrefix(".SH") }.filter { $0.hasPrefix(".B") }
    let plain = heads.map { $0.split(separator: "\\").joined() }
    #expect(try options(plain) == help())
  }

  @Test func `the options of the completions are those of the help`() throws {
    let bash = try lines(of: "completions/podium.bash").drop { !$0.contains("local options") }.prefix(2)
    #expect(try options(bash.map { $0.split(separator: "=").last.map { String($0) } ?? "" }) == help())
    let zsh = try lines(of: "completions/_podium").filter { $0.hasPrefix("  '") }
    #expect(try options(zsh) == help())
  }

  @Test func `bash completes subcommands, options and their values`() throws {
    func completed(_ words: String) throws -> String {
      let script = """
        source '\(Checkout.path("completions/podium.bash"))'
        COMP_WORDS=(\(words)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _podium; echo "${COMPREPLY[*]}"
        """
      let run = try ProgramRun(
        ["/bin/bash", "-c", script], input: [], environment: ["PATH": "/usr/bin:/bin"], folder: Checkout.root)
      return run.outputText
    }
    #expect(try completed("podium ''") == "run verify export import serve kernel plugin help doctor\n")
    #expect(
      try completed("podium --format ''") == "terminal plain markdown json csv tsv html jsonl latex rst vertical\n")
    #expect(try completed("podium --ke") == "--keep-going\n")
    #expect(try completed("podium run --se") == "--seed --set\n")
    #expect(try completed("podium run READ") == "README.md\n")
    #expect(try completed("podium plugin in") == "install\n")
    #expect(try completed("podium verify --no") == "--no-rc --notebook-timeout\n")
    #expect(try completed("podium export --to ''") == "html ipynb\n")
  }

  @Test func `the options of subcommands are in the manual and the completions`() throws {
    let manual = try lines(of: "docs/podium.1").map { $0.split(separator: "\\").joined() }
    let common = try help()
    for word in ["run", "verify", "export", "import", "kernel", "help"] {
      let text = try Home().podium([word, "--help"]).outputText
      let heads = text.split(separator: "\n").map { String($0) }.filter { $0.hasPrefix("  -") }
      let own = options(heads).subtracting(common)
      #expect(!own.isEmpty)
      let described = options(manual.filter { $0.hasPrefix(".B") || $0.hasPrefix(".RI") })
      #expect(own.subtracting(described) == [], "\(word) in the manual")
      for file in ["completions/podium.bash", "completions/_podium"] {
        #expect(try own.subtracting(options(lines(of: file))) == [], "\(word) in \(file)")
      }
    }
  }
}
