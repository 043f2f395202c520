import Glibc
import PodiumTestKit
import Testing

/// Links between the documents of the project lead somewhere.
struct LinkedDocumentsTests {
  private static func documents() throws -> [String] {
    let run = try ProgramRun(
      ["/usr/bin/env", "git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md"], input: [],
      environment: ["PATH": "/usr/bin:/bin", "HOME": "/nonexistent"], folder: Checkout.root)
    return run.outputText.split(separator: "\n").map { String($0) }
  }

  @Test func `every relative link leads to a file, and its anchor to a heading`() throws {
    let home = try Home()
    let documents = try Self.documents()
    #expect(documents.count > 40)
    var checked = 0
    for document in documents {
      let text = try #require(home.text(Checkout.path(document)))
      for link in Links.markdown(in: text) where !link.contains("://") && !link.hasPrefix("mailto:") {
        let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map { String($0) }
        let folder = document.split(separator: "/").dropLast().joined(separator: "/")
        let target = parts[0].isEmpty ? document : (folder.isEmpty ? "" : folder + "/") + parts[0]
        let path = Checkout.path(target)
        #expect(access(path, R_OK) == 0, "\(document) links to \(link)")
        checked += 1
        guard parts.count == 2, let there = home.text(path) else { continue }
        #expect(Links.anchors(of: there).contains(parts[1]), "\(document) links to \(link)")
      }
    }
    #expect(checked > 200)
  }

  @Test func `the index of the manual leads to every page and guide`() throws {
    let home = try Home()
    let index = try #require(home.text(Checkout.path("docs/README.md")))
    let links = Set(Links.markdown(in: index).map { String($0.prefix { $0 != "#" }) })
    for folder in ["reference", "guides"] {
      for name in Listing.names(Checkout.path("docs/" + folder)) where name.hasSuffix(".md") {
        #expect(links.contains(folder + "/" + name), "\(folder)/\(name)")
      }
    }
  }
}

/// The links of documents, and where they can lead.
enum Links {
  /// The targets of `[text](target)`, outside of code.
  static func markdown(in text: String) -> [String] {
    prose(text).flatMap { line in
      line.split(separator: "](").dropFirst().compactMap { rest in
        rest.firstIndex(of: ")").map { String(rest[..<$0]) }
      }
    }
  }

  /// The targets of `href="…"`.
  static func html(in text: String) -> [String] {
    text.split(separator: "href=\"").dropFirst().map { rest in String(rest.prefix { $0 != "\"" }) }
  }

  /// The anchors that a code host gives the headings of a document.
  static func anchors(of text: String) -> Set<String> {
    var anchors: Set<String> = []
    for line in prose(text) where line.hasPrefix("#") {
      let heading = line.drop { $0 == "#" }.drop { $0 == " " }
      let kept = heading.lowercased().compactMap { sign -> Character? in
        sign == " " ? "-" : sign.isLetter || sign.isNumber || sign == "-" || sign == "_" ? sign : nil
      }
      anchors.insert(String(kept))
    }
    return anchors
  }

  /// The lines outside of fenced blocks, without what is in backticks but where a link's text is.
  private static func prose(_ text: String) -> [String] {
    var lines: [String] = []
    var fence: Substring?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let ticks = line.prefix { $0 == "`" }
      if let open = fence {
        if ticks.count >= open.count { fence = nil }
      } else if ticks.count >= 3 {
        fence = ticks
      } else {
        lines.append(String(line))
      }
    }
    return lines
  }
}

/// The names in a folder.
enum Listing {
  /// The names in order; none where there is no folder.
  static func names(_ folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }
}
