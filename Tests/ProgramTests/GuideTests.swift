import Glibc
import PodiumAssembly
import PodiumConformance
import PodiumPlugin
import PodiumTestKit
import Testing

/// The guides in docs/guides can be followed: each command in them is run, and prints what the guide shows.
///
/// PODIUM_RECORD=1 writes what is printed now; the difference is then reviewed like any other change.
/// `GuideReader` says what a block of a guide can be, `GuideOutput` how a part of an output is left out.
struct GuideTests {
  static let names = ["analyst.md", "cluster.md", "cron.md", "researcher.md"]
  static let folder = Checkout.path("docs/guides")

  @Test(arguments: names)
  func `a guide can be followed, and prints what it shows`(_ name: String) throws {
    let path = Self.folder + "/" + name
    let text = try Self.text(name)
    let page = try Self.page(name)
    for (line, text) in page.prose where text.hasPrefix("    ") || text.hasPrefix("~~~") || text.contains("```") {
      Issue.record("\(name):\(line): only a fenced block that begins its line is run")
    }
    let reader = try GuideReader(data: Self.data(of: text))
    var recorded: [String] = []
    for block in page.blocks {
      do {
        let (text, differences) = try reader.follow(block)
        recorded.append(text)
        if getenv("PODIUM_RECORD") != nil { continue }
        for step in differences {
          Issue.record("\(name):\(step.line): \(step.input)\nexpected:\n\(step.shown)found:\n\(step.printed)")
        }
      } catch let mistake as GuideReader.Mistake {
        Issue.record("\(name):\(block.line): \(mistake)")
        recorded.append(block.text)
      }
    }
    for (file, line) in reader.unused { Issue.record("\(name):\(line): no command names '\(file)'") }
    if getenv("PODIUM_RECORD") != nil { try Home().write(page.text(withBlocks: recorded), to: path) }
  }

  @Test func `the session in the README prints what it shows, and the README has at most 120 lines`() throws {
    let path = Checkout.path("README.md")
    let text = try #require(try Home().text(path))
    #expect(FencedPage.lines(text).count <= 120)
    let page = try #require(FencedPage(text))
    #expect(page.blocks.contains { $0.info == "podium" })
    let reader = try GuideReader(data: [:])
    var recorded: [String] = []
    for block in page.blocks {
      guard block.info == "podium" else {
        recorded.append(block.text)
        continue
      }
      let (text, differences) = try reader.follow(block)
      recorded.append(text)
      if getenv("PODIUM_RECORD") != nil { continue }
      for step in differences {
        Issue.record("README.md:\(step.line): \(step.input)\nexpected:\n\(step.shown)found:\n\(step.printed)")
      }
    }
    if getenv("PODIUM_RECORD") != nil { try Home().write(page.text(withBlocks: recorded), to: path) }
  }

  private static func text(_ name: String) throws -> String {
    try #require(try Home().text(folder + "/" + name), "there is no guide \(name)")
  }

  private static func page(_ name: String) throws -> FencedPage {
    let text = try text(name)
    return try #require(FencedPage(text), "a block of \(name) is not closed")
  }

  /// The files of docs/guides/data that a guide names.
  private static func data(of text: String) throws -> [String: String] {
    var data: [String: String] = [:]
    for name in files(in: folder + "/data") where text.contains(name) {
      data[name] = try Home().text(folder + "/data/" + name)
    }
    return data
  }

  private static func files(in folder: String) -> [String] {
    Listing.names(folder).filter { $0 != "README.md" }.sorted()
  }

  @Test func `every guide is among those that are followed, and every file beside them in a guide`() throws {
    #expect(
      Self.files(in: Self.folder).filter { $0.hasSuffix(".md") } == (Self.names + ["jupyter.md", "serve.md"]).sorted())
    let texts = try Self.names.map { try Self.text($0) }
    for file in Self.files(in: Self.folder + "/data") {
      #expect(texts.contains { $0.contains(file) }, "no guide names data/\(file)")
    }
  }

  @Test(arguments: names)
  func `a guide has at most 150 lines`(_ name: String) throws {
    #expect(try FencedPage.lines(Self.text(name)).count <= 150)
  }

  @Test(arguments: names)
  func `what a guide names in its sentences exists`(_ name: String) throws {
    let page = try Self.page(name)
    let registry = try Assembly.registry()
    let verbs = MentionedVerbs(registry)
    let keys = Set(registry.commands.values.flatMap { $0.signature.parameters.map(\.description.name) })
    let help = try ["", "run", "verify"].map { try Home().podium([$0, "--help"].filter { !$0.isEmpty }).outputText }
    for (line, text) in page.prose {
      #expect(text.count { $0 == "`" }.isMultiple(of: 2), "\(name):\(line): a span of code goes on in the next line")
      for span in text.matches(of: /`([^`]+)`/).map({ String($0.1) }) {
        let words = span.split(separator: " ").map { String($0) }
        if words.first == "help" {
          #expect(try Home().run(span).status == 0, "\(name):\(line): \(span)")
        } else if let first = words.first, registry.namespaces.contains(first) || registry.commands[first] != nil {
          #expect(verbs.knows(commandLine: span), "\(name):\(line): no command is called '\(span)'")
        }
        for word in words where word.hasPrefix("--") {
          #expect(help.contains { $0.contains(word) }, "\(name):\(line): no option is called '\(word)'")
        }
        for key in words.compactMap({ $0.wholeMatch(of: /([a-z-]+)=.*/)?.1 }) {
          #expect(keys.contains(String(key)), "\(name):\(line): no key is called '\(key)='")
        }
      }
    }
  }

  // Where a program is missing, the report of the tests names what was not compared.
  @Test(.enabled(if: GuideReader.has("jq"), "jq is not installed: of what is piped into it only podium's part was run"))
  func `what is piped into jq is compared`() throws { try #expect(Self.needed().contains("jq")) }

  @Test(.enabled(if: GuideReader.has("python3"), "python3 is not installed: a learner in it was not run"))
  func `a learner in Python is run`() throws { try #expect(Self.needed().contains("python3")) }

  @Test func `no other program may be missing`() throws { try #expect(Self.needed() == ["jq", "python3"]) }

  /// The programs that guides say they need.
  private static func needed() throws -> Set<String> {
    let pages = try names.map { try page($0) }
    let words = pages.flatMap(\.blocks).flatMap { $0.info.split(separator: " ") }
    return Set(words.filter { $0.hasPrefix("needs=") }.map { String($0.dropFirst("needs=".count)) })
  }

  // MARK: The marks

  @Test func `a cut stands for one line or more, and all else counts`() {
    let shown = GuideOutput("a\n…\nc\n")
    #expect(shown.matches("a\nb\nc\n") && shown.matches("a\nb\nb\nc\n"))
    #expect(!shown.matches("a\nc\n") && !shown.matches("a\nb\nc\nd\n") && !shown.matches("b\nb\nc\n"))
    let twice = GuideOutput("a\n…\nm\n…\nz\n")
    #expect(twice.matches("a\nb\nm\nc\nz\n"))
    #expect(!twice.matches("a\nm\nc\nz\n") && !twice.matches("a\nb\nc\nz\n"))
    #expect(GuideOutput("a\n").matches("a\n") && !GuideOutput("a\n").matches("a\nb\n"))
    #expect(GuideOutput("").matches("") && !GuideOutput("").matches("a\n"))
  }

  @Test func `a mask stands for the rest of a line or for a part of it`() {
    #expect(GuideOutput("file ‹~› of 3\n").matches("file trip.csv of 3\n"))
    #expect(!GuideOutput("file ‹~› of 3\n").matches("file trip.csv of 4\n"))
    #expect(GuideOutput("at ‹~›\n").matches("at 12:00\n"))
  }

  @Test func `a recorded output keeps cuts and masks`() {
    #expect(GuideOutput("a\n…\nc\n").recorded(from: "A\nb\nb\nC\n") == "A\n…\nC\n")
    #expect(GuideOutput("a\n…\nc\n").recorded(from: "A\nC\n") == "A\nC\n")
    #expect(GuideOutput("a\n…\nm 1\n…\nz\n").recorded(from: "A\nb\nm 2\nc\nZ\n") == "A\n…\nm 2\n…\nZ\n")
    #expect(GuideOutput("x ‹~›\ny\n").recorded(from: "x 5\nY\nz\n") == "x ‹~›\nY\nz\n")
  }

  @Test func `no block escapes: what the reader does not know is a mistake`() throws {
    for block in ["```\nls\n```\n", "```sh\nls\n```\n", "```console\nls\n```\n", "```yaml ci.yml\non: push\n```\n"] {
      let page = try #require(FencedPage(block))
      let reader = try GuideReader(data: [:])
      #expect(throws: GuideReader.Mistake.self, "\(block)") { try reader.follow(page.blocks[0]) }
    }
    for line in ["1 2 3 4 ls", "60 2 * * * ls", "0 6 * * * date +%F", "0 6 * * * echo mailed", "0 6 * * * false"] {
      let page = try #require(FencedPage("```crontab c\n\(line)\n```\n"))
      let reader = try GuideReader(data: [:])
      #expect(throws: GuideReader.Mistake.self, "\(line)") { try reader.follow(page.blocks[0]) }
    }
  }

  @Test func `a block whose output differs is shown with what was printed`() throws {
    let page = try #require(FencedPage("```console\n$ echo a; false\nb\n$ echo $?\n1\n```\n"))
    let reader = try GuideReader(data: [:])
    let (text, differences) = try reader.follow(page.blocks[0])
    #expect(differences.map(\.printed) == ["a\n"])
    #expect(text == "$ echo a; false\na\n$ echo $?\n1\n")
  }
}
