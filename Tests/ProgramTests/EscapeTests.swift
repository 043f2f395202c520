import Glibc
import PodiumCore
import PodiumTestKit
import Testing

/// Untrusted text cannot control a terminal, wherever it appears; files keep it unchanged.
struct EscapeTests {
  static let attacks = [
    "\u{1B}]0;title\u{7}", "\u{1B}[2J\u{1B}[H", "\u{9B}31mred", "\u{90}$qm\u{9C}", "a\u{8}\u{8}b\u{7F}",
    "\u{202E}fdp.exe",
    "\u{2066}x\u{2069}", "\u{200B}\u{FEFF}\u{2060}", "\u{E0041}tag", "\u{1B}Pq\u{1B}\\", "\u{E}shift\u{F}", "\u{5}",
    "\u{1B}]52;c;eA==\u{7}", "\u{2028}\u{2029}", "\u{85}next", "\u{FFFFE}\u{10FFFF}\u{E000}",
  ]

  /// Characters in rows of texts: all below U+3000, and those of the blocks where invisible ones live.
  static let characters: [String] = {
    let values =
      Array(UInt32(1)...0x2FFF) + Array(0xFE00...0xFFFF) + Array(0x1F000...0x1FAFF) + Array(0xE0000...0xE01FF)
    let scalars = values.compactMap(Unicode.Scalar.init)
    return stride(from: 0, to: scalars.count, by: 64).map { start in
      String(String.UnicodeScalarView(scalars[start..<min(start + 64, scalars.count)]))
    }
  }()

  /// What must not reach a terminal; a line feed comes with the carriage return that the terminal itself adds.
  static func harm(in bytes: [UInt8]) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else { return "bytes that are not UTF-8" }
    var found: Set<Unicode.Scalar> = []
    var last: Unicode.Scalar?
    let scalars = Array(text.unicodeScalars)
    for (place, scalar) in scalars.enumerated() {
      defer { last = scalar }
      if scalar == "\n" { continue }
      if scalar == "\r", place + 1 < scalars.count, scalars[place + 1] == "\n" || scalars[place + 1] == "\r" {
        continue
      }
      // Within an emoji they are part of one picture.
      if scalar.value == 0x200D || scalar.value == 0xFE0F, last.map({ $0.value > 0x22 }) ?? false { continue }
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: found.insert(scalar)
      default: break
      }
    }
    return found.map { String($0.value, radix: 16) }.sorted().joined(separator: " ")
  }

  /// What the program writes to a terminal.
  private func shown(_ home: Home, _ arguments: [String]) throws -> [UInt8] {
    let terminal = try PseudoTerminal(
      [try BuiltProgram.path("podium"), "--color", "never", "--keep-going"] + arguments,
      environment: home.environment(), folder: home.work, width: 4000, height: 60)
    terminal.companion = home
    _ = try terminal.waitForEnd()
    return terminal.transcript
  }

  private func commands(_ all: [String]) -> [String] { all.flatMap { ["-c", $0] } }

  static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }

  private static func csv(_ rows: [[String]]) -> String {
    rows.map { row in
      row.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }.joined(separator: ",") + "\n"
    }.joined()
  }

  @Test(arguments: ["terminal", "plain", "markdown", "csv", "tsv", "html", "jsonl", "latex", "rst", "vertical"])
  func `cells, names and classes are harmless on a terminal, whatever they hold`(_ format: String) throws {
    let home = try Home()
    let rows = Self.attacks.enumerated().map { [$1, "x\($0 % 2)", String($0)] }
    home.write(Self.csv([["n\u{1B}[31m\u{202E}", "y\u{9B}", "k"]] + rows + rows), to: "evil.csv")
    home.write(Self.csv([["text"]] + Self.characters.map { [$0] }), to: "all.csv")
    let bytes = try shown(
      home,
      ["--format", format]
        + commands([
          "load evil.csv", "head 40", "columns", "describe", "count `n\u{1B}[31m\u{202E}`",
          "by `n\u{1B}[31m\u{202E}`: count",
          "label `y\u{9B}`", "cv zeror k=2 as base", "confusion", "fields base", "history", "recipe",
          "load all.csv", "set rows=2000", "head 2000",
        ]))
    #expect(Self.harm(in: format == "tsv" ? bytes.filter { $0 != 9 } : bytes) == "")
    // Markdown escapes backslashes and square brackets with a backslash.
    let escaped = String(decoding: bytes, as: UTF8.self).replacing(#"\\"#, with: #"\"#).replacing(#"\["#, with: "[")
    let isMarked = !["jsonl", "latex"].contains(format)
    #expect(escaped.contains(isMarked ? #"\u{1B}[2J\u{1B}[H"# : "2J"))
  }

  @Test func `errors are harmless on a terminal, whatever was typed`() throws {
    let home = try Home()
    home.write("a\n1\n", to: "\u{1B}[31m\u{202E}.csv")
    home.write("a\n1\n2,3,4\n", to: "ragged\u{9B}.csv")
    let typed = Self.attacks.flatMap { text in
      [
        text, "head \(text)", "load \(Self.quoted(text)) x\(text)=1", "set \(text)=1", "cv \(text)",
        "head if `\(text)` > 1",
      ]
    }
    let rest = ["load \"\u{1B}[31m\u{202E}.csv\"", "load \"ragged\u{9B}.csv\"", "datasets", "columns"]
    #expect(Self.harm(in: try shown(home, commands(typed + rest))) == "")
    for arguments in [["run", "no\u{1B}[2J"], ["\u{9B}word"], ["--\u{1B}[31m"], ["--format", "\u{1B}c"]] {
      #expect(Self.harm(in: try shown(home, arguments)) == "")
    }
  }

  @Test(arguments: [[], ["--format", "markdown"], ["--format", "plain"], ["--format", "json"]])
  func `a notebook is harmless on a terminal, whatever it holds`(_ options: [String]) throws {
    let home = try Home()
    let attacks = Self.attacks.joined(separator: "\n")
    home.write(
      "---\npodium: 1\ntitle: \u{1B}[2J\n---\n\(attacks)\n\n```podium {expect=error}\nhead \(Self.attacks[0])\n```\n\n"
        + "```out {of=abcdef}\n\(attacks)\n```\n~~~\n\u{1B}[31m\n~~~\n",
      to: "evil.podium.md")
    #expect(Self.harm(in: try shown(home, options + ["run", "evil.podium.md"])) == "")
    let piped = try home.podium(["run", "evil.podium.md"])
    #expect(piped.outputText.contains(attacks), "a document keeps its bytes")
  }

  @Test func `output of an external program is harmless on a terminal`() throws {
    let home = try Home()
    let words = Self.attacks.joined(separator: " ")
    home.write("a,y\n1,u\n2,v\n3,u\n4,v\n", to: "t.csv")
    home.write("echo '\(words)' >&2; read line; echo '\(words)'; exit 3\n", to: "babble.sh")
    home.write(
      "while read line; do echo '{\"id\":1,\"error\":{\"code\":\"no\",\"message\":\"\\u001b[2J\u{202E}\u{9B}\"}}'; done\n",
      to: "refuse.sh")
    let bytes = try shown(
      home,
      commands([
        "learner add babble \"sh babble.sh\"",
        "learner add refuse \"sh refuse.sh\"", "learner list", "load t.csv",
        "label y",
        "cv babble k=2", "cv refuse k=2",
      ]))
    #expect(Self.harm(in: bytes) == "")
  }

  @Test func `control characters are kept in files`() throws {
    let home = try Home()
    let rows = Self.attacks.enumerated().map { [$1, String($0)] } + Self.characters.map { [$0, "0"] }
    home.write(Self.csv([["n\u{1B}[31m\u{202E}", "k"]] + rows), to: "evil.csv")
    let run = try home.run(
      "load evil.csv types=k:integer", "head 5000 to one.csv", "load one.csv types=k:integer", "head 5000 to two.csv",
      "head 5000 to all.rows.json")
    #expect(run.status == 0, Comment(rawValue: run.errorText))
    let one = try #require(home.text("one.csv"))
    #expect(home.bytes("two.csv") == Array(one.utf8))
    for attack in Self.attacks { #expect(one.contains(attack)) }
    guard case .array(let read) = try JSONReader.value(home.bytes("all.rows.json") ?? []) else {
      Issue.record("all.rows.json holds no list")
      return
    }
    let texts = read.compactMap { $0.members?.first?.1.string }
    #expect(texts.map { Array($0.utf8) } == rows.map { Array($0[0].utf8) })
  }

  // MARK: Made texts, and the corpora next to the checkout

  private static let cases = Checkout.shared("corpora/terminal/cases.json")
  private static let naughty = Checkout.shared("corpora/text/blns.json")

  /// Each attack alone, within words, and with each other one.
  private static let made = attacks.flatMap { first in
    [first, "a" + first + "b"] + attacks.filter { $0 != first }.map { first + $0 }
  }

  /// Texts of the corpora, none if they are absent; invalid UTF-8 as a reader would show it.
  private func corpus(_ home: Home) throws -> [String] {
    guard access(Self.cases, R_OK) == 0 else { return [] }
    let cases = try JSONReader.value(home.bytes(Self.cases) ?? [])["cases"]?.array ?? []
    let strings = try JSONReader.value(home.bytes(Self.naughty) ?? []).array ?? []
    let texts = cases.compactMap { $0["bytes_base64"]?.string.flatMap(Base64.bytes) }.map {
      String(decoding: $0, as: UTF8.self)
    }
    return (texts + strings.compactMap(\.string)).filter { !$0.contains("\0") }
  }

  @Test func `attacks are harmless as cells, names, commands and files`() throws {
    let home = try Home()
    try harmless(Self.made, home)
    let texts = try corpus(home)
    if !texts.isEmpty { try harmless(texts, home) }
  }

  private func harmless(_ texts: [String], _ home: Home) throws {
    #expect(texts.count > 250)
    let names = Array(Set(texts.filter { !$0.isEmpty })).sorted()
    home.write(Self.csv([["text"]] + texts.map { [$0] }), to: "cells.csv")
    home.write(Self.csv([names, names.map { _ in "1" }]), to: "names.csv")
    var files: [String] = []
    for (place, text) in names.enumerated() where text.utf8.count < 60 && !text.contains("/") {
      let name = text + "\(place).csv"
      home.write("a\n1\n", to: name)
      if home.bytes(name) != nil { files.append("load " + Self.quoted(name)) }
    }
    #expect(files.count > 100)
    for group in [
      ["load cells.csv", "set rows=2000", "head 2000", "describe", "load names.csv", "columns", "describe", "head"],
      files + ["datasets", "history"], names.map { "head \($0.filter { $0 != "|" && $0 != ">" && $0 != "!" })" },
    ] {
      #expect(Self.harm(in: try shown(home, commands(group))) == "")
    }
  }
}
