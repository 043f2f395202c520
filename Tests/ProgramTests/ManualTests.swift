import PodiumPlugin
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

  private static let shells = ["bash", "zsh", "fish"]

  private func completion(_ shell: String) throws -> String {
    let run = try Home().podium(["help", "--completion", shell])
    #expect(run.status == 0)
    return run.outputText
  }

  @Test func `bash completes subcommands, options and their values`() throws {
    let home = try Home()
    let made = home.write(try completion("bash"), to: "podium.bash")
    func completed(_ words: String) throws -> String {
      let script = """
        source '\(made)'
        COMP_WORDS=(\(words)); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _podium; echo "${COMPREPLY[*]}"
        """
      let run = try ProgramRun(
        ["/bin/bash", "-c", script], input: [], environment: ["PATH": "/usr/bin:/bin"], folder: Checkout.root)
      return run.outputText
    }
    #expect(try completed("podium ''") == "run verify export import kernel plugin help doctor serve\n")
    let formats = BuiltIn.registry.renderers.keys.sorted().joined(separator: " ")
    #expect(try completed("podium --format ''") == formats + "\n")
    let executors = BuiltIn.registry.executors.keys.sorted().joined(separator: " ")
    #expect(try completed("podium --format json verify --executor ''") == executors + "\n")
    #expect(try completed("podium --ke") == "--keep-going\n")
    #expect(try completed("podium run --se") == "--seed --set\n")
    #expect(try completed("podium run READ") == "README.md\n")
    #expect(try completed("podium plugin in") == "install\n")
    #expect(try completed("podium verify --no") == "--no-rc --notebook-timeout\n")
    #expect(try completed("podium export --to ''") == "html ipynb\n")
    #expect(try completed("podium verify --to ''") == "\n")
    #expect(try completed("podium help --completion f") == "fish\n")
    #expect(try completed("podium serve to") == "token\n")
  }

  @Test func `the options of the service are those that its own help names`() throws {
    guard let program = try? BuiltProgram.path("podium-serve") else {
      return print("skipped: podium-serve is not built")
    }
    let run = try ProgramRun(
      [program, "--help"], input: [], environment: ["PATH": "/usr/bin:/bin"], folder: Checkout.root)
    let own = options(run.outputText.split(separator: "\n").map { String($0) }.filter { $0.hasPrefix("  -") })
    let zsh = try completion("zsh").split(separator: "\n").map { String($0) }
    let known = options(Array(zsh.drop { !$0.hasPrefix("  serve)") })).union(["-h", "--help"])
    #expect(own.subtracting(known) == [] && !own.isEmpty)
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
      for shell in Self.shells {
        let script = try completion(shell).split(separator: "\n").map { line -> String in
          // fish writes them without hyphens.
          shell == "fish" ? String(line).replacing(" -l ", with: " --").replacing(" -s ", with: " -") : String(line)
        }
        #expect(try own.union(help()).subtracting(options(script, besides: ["}", "|"])) == [], "\(word) in \(shell)")
      }
    }
  }
}
