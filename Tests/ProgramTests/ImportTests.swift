import Glibc
import PodiumCore
import PodiumTestKit
import Testing

/// `podium import`.
struct ImportTests {
  private static let text = "# A\n\n```podium\nload iris\nplot hist petal_width_cm\n```\n"

  /// A home with a notebook and its Jupyter form.
  private func home() throws -> Home {
    let home = try Home()
    home.write(Self.text, to: "n.podium.md")
    _ = try home.podium(["verify", "--update", "n.podium.md"])
    #expect(home.text("n.podium.md")?.contains("](n.podium_files/") == true)
    #expect(try home.podium(["export", "n.podium.md", "--to", "ipynb"]).status == 0)
    return home
  }

  @Test func `the exported notebook is replaced, and an earlier import, and no other file`() throws {
    let home = try home()
    let text = try #require(home.text("n.podium.md"))
    let run = try home.podium(["import", "n.ipynb"])
    #expect(run.status == 0 && run.outputText == "wrote 'n.podium.md'\n" && run.errorText.isEmpty)
    #expect(home.text("n.podium.md") == text)
    // Edited in Jupyter.
    let json = try #require(home.text("n.ipynb"))
    for title in ["B", "C"] {
      home.write(json.replacing("\"# A\\n\"", with: "\"# \(title)\\n\""), to: "n.ipynb")
      let again = try home.podium(["import", "n.ipynb"])
      #expect(again.status == 0, Comment(rawValue: again.errorText))
      #expect(home.text("n.podium.md") == text.replacing("# A", with: "# \(title)"))
    }
    home.write("mine\n", to: "n.podium.md")
    let refused = try home.podium(["import", "n.ipynb"])
    #expect(refused.status == 2 && refused.errorText.contains("which podium did not write"))
    #expect(home.text("n.podium.md") == "mine\n")
    #expect(try home.podium(["import", "n.ipynb", "--force"]).status == 0)
    #expect(home.text("n.podium.md") == text.replacing("# A", with: "# C"))
    unlink(home.work + "/n.podium.md")
    symlink(home.work + "/other.podium.md", home.work + "/n.podium.md")
    #expect(try home.podium(["import", "n.ipynb"]).errorText.contains("is a link"))
    #expect(home.bytes("other.podium.md") == nil)
  }

  @Test func `figures lie beside the notebook under its own name, and it verifies`() throws {
    let home = try home()
    #expect(try home.podium(["import", "n.ipynb", "-o", "m.podium.md"]).status == 0)
    let text = try #require(home.text("m.podium.md"))
    let folder = Listing.names(home.work + "/m.podium_files")
    #expect(folder.count == 1 && text.contains("](m.podium_files/\(folder[0]))"))
    #expect(try home.podium(["verify", "--strict", "m.podium.md"]).status == 0)
    let printed = try home.podium(["import", "n.ipynb", "-o", "-"])
    #expect(printed.outputText.hasPrefix("# A\n") && printed.errorText.hasPrefix("note: left out 1 picture, which"))
  }

  @Test func `what cannot be imported is an error with a way out, and writes nothing`() throws {
    let home = try Home()
    home.write("{\"nbformat\": 3}", to: "old.ipynb")
    home.write(
      "{\"nbformat\": 4, \"cells\": [], \"metadata\": {\"kernelspec\": {\"language\": \"python\"}}}", to: "py.ipynb")
    home.write("{\"cells\": [", to: "cut.ipynb")
    for (name, part) in [
      ("old", "jupyter nbconvert"), ("py", "notebook of 'python'"), ("cut", "the text ends"), ("gone", "gone.ipynb"),
    ] {
      let run = try home.podium(["import", name + ".ipynb"])
      #expect(run.status == 2 && run.errorText.contains(part) && run.errorText.contains("error: "), "\(run.errorText)")
      #expect(home.bytes(name + ".podium.md") == nil)
    }
    for wrong in [["n.txt"], [], ["n.ipynb", "-o", "n.md"]] { #expect(try home.podium(["import"] + wrong).status == 2) }
  }
}
