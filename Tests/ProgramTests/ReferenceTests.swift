import Glibc
import PodiumManual
import PodiumTestKit
import Testing

/// The pages under `docs/reference` and the manual page are up to date.
///
/// PODIUM_RECORD=1 writes them; the difference is then reviewed like any other change.
struct ReferenceTests {
  private var isRecording: Bool { getenv("PODIUM_RECORD") != nil }

  @Test func `the reference is the one that the program writes`() throws {
    let folder = Checkout.path("docs/reference")
    let home = try Home()
    let made = try home.podium(["help", "--format", "markdown", "--output", "pages"])
    #expect(made.status == 0, "\(made.errorText)")
    let names = Listing.names(home.work + "/pages")
    #expect(names.count > 20)
    if isRecording {
      for name in Listing.names(folder) where !names.contains(name) { unlink(folder + "/" + name) }
      mkdir(folder, 0o755)
      for name in names { home.write(try #require(home.text("pages/" + name)), to: folder + "/" + name) }
      return
    }
    #expect(Listing.names(folder) == names)
    for name in names {
      let lines = try #require(home.text("pages/" + name)).split(separator: "\n", omittingEmptySubsequences: false)
      let kept = (home.text(folder + "/" + name) ?? "").split(separator: "\n", omittingEmptySubsequences: false)
      let first = zip(lines, kept).enumerated().first { $1.0 != $1.1 }
      #expect(
        lines == kept,
        "\(name):\((first?.offset ?? min(lines.count, kept.count)) + 1) is '\(first?.element.1 ?? "")', and the program makes '\(first?.element.0 ?? "")'"
      )
    }
  }

  @Test func `the manual page is the one that the program writes`() throws {
    let home = try Home()
    let made = try home.podium(["help", "--man"])
    #expect(made.status == 0)
    let path = Checkout.path("docs/podium.1")
    if isRecording {
      home.write(made.outputText, to: path)
    } else {
      #expect(made.outputText == home.text(path))
    }
  }

  @Test func `the HTML pages of the reference are self-contained`() throws {
    let home = try Home()
    let folder = Checkout.path("docs/reference")
    let markdown = Listing.names(folder)
    // The pages are those of the program, so their examples need not run again.
    let files = try ManualSite(try markdown.map { ($0, try #require(home.text(folder + "/" + $0))) }).files()
    let texts = Dictionary(uniqueKeysWithValues: files.map { ($0.name, $0.text) })
    let pages = texts.keys.sorted()
    #expect(pages == markdown.map { $0 == "README.md" ? "index.html" : $0.dropLast(2) + "html" }.sorted())
    let status = try home.podium(["help", "--format", "html", "exit-status"]).outputText
    #expect(status.hasPrefix("<!DOCTYPE html>") && status.contains("<h1 id=\"exit-statuses\">Exit statuses</h1>"))
    for (page, text) in texts {
      #expect(text.hasPrefix("<!DOCTYPE html>"))
      #expect(!text.contains("<script"), "\(page)")
      for link in Links.html(in: text) {
        let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map { String($0) }
        let target = parts[0].isEmpty ? page : parts[0]
        guard !target.contains("://") else { continue }
        #expect(pages.contains(target), "\(page) links to \(link)")
        if parts.count == 2, let there = texts[target] {
          #expect(there.contains("id=\"\(parts[1])\""), "\(page) links to \(link)")
        }
      }
    }
  }

  @Test func `a topic is one part of the manual`() throws {
    let home = try Home()
    let page = try home.podium(["help", "--format", "markdown", "exit-status"])
    #expect(page.outputText.hasPrefix("# Exit statuses\n"))
    let verb = try home.podium(["help", "--format", "markdown", "learner", "add"])
    #expect(verb.outputText.hasPrefix("## learner add\n") && !verb.outputText.contains("\n## "))
    #expect(try home.podium(["help", "cv"]).outputText == home.run("help cv").outputText)
  }

  @Test(arguments: [
    (["help", "cvv"], "did you mean 'cv'?"),
    (["help", "--format", "html", "cvv"], "did you mean 'cv'?"),
    (["help", "--output", "pages"], "--output needs --format markdown or --format html"),
    (["help", "--format", "csv", "--output", "pages"], "--output needs --format markdown or --format html"),
    (["help", "--format", "html", "--output", "pages", "cv"], "take no topic"),
    (["help", "--man", "cv"], "take no topic"), (["help", "--man", "--format", "html"], "--man takes no --format"),
  ])
  func `what help cannot do is wrong usage`(arguments: [String], message: String) throws {
    let run = try Home().podium(arguments)
    #expect(run.status == 2)
    #expect(run.errorText.contains(message), "\(run.errorText)")
    #expect(run.outputText.isEmpty)
  }

  @Test func `a folder that cannot be written is an error`() throws {
    let home = try Home()
    home.write("in the way", to: "pages")
    let run = try home.podium(["help", "--format", "markdown", "--output", "pages"])
    #expect(run.status == 1)
    #expect(run.errorText.contains("'pages'"), "\(run.errorText)")
  }
}
