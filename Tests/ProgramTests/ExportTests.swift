import Glibc
import PodiumAssembly
import PodiumCore
import PodiumNotebook
import PodiumTestKit
import Testing

/// `podium export`.
struct ExportTests {
  /// Prose and cells of every kind: an error, a skipped cell, an edited one, unusual fences, blank lines.
  static let text = """
    ---
    podium: 1
    title: Odd & <b>ends</b>
    seed: 3
    parameters:
      n: 2
    ---
    # Odd

    A *word*, `code`, a [link](https://example.org/x) and <script>alert(1)</script>.

    | a | b |
    |---|---|
    | 1 | 2 |

    ![A dot](dot.svg) ![not there](none.png) ![far](https://example.org/far.png)

    ```podium
    load iris
    ```


    ```podium {tol=1e-6}
    head $n
    ```
    ```out {of=000000}
    old
    ```
    ```podium {expect=error}
    nope "<b>"
    ```

    ````podium
    head $n
    ````
    ```podium {skip}
    never
    ```
    ```out
    kept
    ```
    ```podium

    ```

    ```podium
    cv zeror k=3
    ```
    The end
    """

  static let dot =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"><circle cx=\"4\" cy=\"4\" r=\"3\"/></svg>\n"

  private func home(_ text: String = ExportTests.text) throws -> Home {
    let home = try Home()
    home.write(text.replacing("cv zeror k=3", with: "label species\ncv zeror k=3"), to: "n.podium.md")
    home.write(Self.dot, to: "dot.svg")
    return home
  }

  private func exported(_ home: Home, _ form: String, _ more: String...) throws -> String {
    let run = try home.podium(["export", "n.podium.md", "--to", form, "-o", "-"] + more)
    #expect(run.status == 0, Comment(rawValue: run.errorText))
    return run.outputText
  }

  /// Whether pages can be made here.
  static let hasMarkdown = SystemLibrary.markdown.candidates.contains { dlopen($0, RTLD_LAZY) != nil }

  // MARK: Jupyter's form

  @Test func `the Jupyter form has exactly what nbformat requires`() throws {
    let home = try home()
    let text = try exported(home, "ipynb")
    #expect(try exported(home, "ipynb") == text)
    #expect(try exported(home, "ipynb", "--threads", "8") == text)
    let root = try JSONReader.value(text)
    #expect(root.members?.map(\.0) == ["cells", "metadata", "nbformat", "nbformat_minor"])
    #expect(root["nbformat"]?.integer == 4)
    #expect(root["nbformat_minor"]?.integer == 5)
    for key in ["display_name", "language", "name"] {
      #expect(root["metadata"]?["kernelspec"]?[key]?.string == "podium")
    }
    let language = root["metadata"]?["language_info"]
    #expect(
      language?.members?.map(\.1.string) == ["shell", ".podium", "text/x-podium", "podium", "bash", Assembly.version])
    let cells = try #require(root["cells"]?.array)
    #expect(cells.count == 10)
    let ids = cells.compactMap { $0["id"]?.string }
    #expect(Set(ids).count == cells.count)
    for id in ids { #expect(id.wholeMatch(of: /[a-zA-Z0-9_-]{1,64}/) != nil) }
    for cell in cells {
      switch cell["cell_type"]?.string {
      case "markdown": #expect(cell.members?.map(\.0) == ["cell_type", "id", "metadata", "source"])
      case "code":
        #expect(
          cell.members?.map(\.0) == ["cell_type", "execution_count", "id", "metadata", "outputs", "source"])
        for output in cell["outputs"]?.array ?? [] { try check(output) }
      default: Issue.record("a cell of another type")
      }
      #expect(cell["source"]?.array?.allSatisfy { $0.string != nil } == true)
    }
    let errors = cells.flatMap { $0["outputs"]?.array ?? [] }.filter { $0["output_type"]?.string == "error" }
    #expect(errors.map { $0["ename"]?.string } == ["unknown-command"])
    // Text beside the page's form of it.
    let first = try #require(cells[2]["outputs"]?.array?.first?["data"])
    #expect(first["text/plain"]?.joined.hasPrefix("iris: 150 rows, 5 columns\n") == true)
    #expect(first["text/html"]?.joined.contains("<table>") == true)
    #expect(first["application/vnd.podium.v1+json"]?["input"]?.string == "load iris")
    // The front matter is the first cell, and counts are those of commands.
    #expect(cells[0]["source"]?.joined.hasPrefix("#| ---\n#| podium: 1\n") == true)
    #expect(cells.map { $0["execution_count"]?.integer } == [1, nil, 1, 2, 3, 4, nil, nil, 5, nil])
    let tags = cells.map { ($0["metadata"]?["tags"]?.array ?? []).compactMap(\.string).joined() }
    #expect(tags == ["parameters", "", "", "", "raises-exception", "", "skip-execution", "", "", ""])
    let kinds = (cells[8]["outputs"]?.array ?? []).map { $0["output_type"]?.string }
    #expect(kinds == ["display_data", "execute_result"])
  }

  @Test func `what a program of the shell wrote is a stream of its cell`() throws {
    let home = try home("```podium\n!echo out; echo err >&2\nload iris\n```\n")
    let run = try home.podium(["export", "n.podium.md", "--to", "ipynb", "-o", "-", "--trust"])
    let cell = try #require(try JSONReader.value(run.outputText)["cells"]?.array?.first)
    let outputs = cell["outputs"]?.array ?? []
    #expect(outputs.map { $0["output_type"]?.string } == ["stream", "stream", "execute_result"])
    #expect(outputs.map { $0["name"]?.string } == ["stdout", "stderr", nil])
    #expect(outputs.map { $0["text"]?.joined } == ["out\n", "err\n", nil])
    #expect(cell["execution_count"]?.integer == 1 && outputs.last?["execution_count"]?.integer == 1)
    guard Self.hasMarkdown else { return }
    let page = try home.podium(["export", "n.podium.md", "--to", "html", "-o", "-", "--trust"])
    #expect(page.outputText.contains("<pre>out\n</pre>\n<pre>err\n</pre>\n") && page.errorText.isEmpty)
  }

  private func check(_ output: JSONValue) throws {
    let keys = output.members?.map(\.0)
    switch output["output_type"]?.string {
    case "execute_result": #expect(keys == ["data", "execution_count", "metadata", "output_type"])
    case "display_data": #expect(keys == ["data", "metadata", "output_type"])
    case "error":
      #expect(keys == ["ename", "evalue", "output_type", "traceback"])
      #expect(output["traceback"]?.array?.isEmpty == false)
    default: Issue.record("an output of another type")
    }
  }

  @Test func `the notebook can be restored from its Jupyter form, byte for byte`() throws {
    let home = try home()
    for recorded in [false, true] {
      if recorded { #expect(try home.podium(["verify", "--update", "n.podium.md"]).status == 0) }
      let text = try #require(home.text("n.podium.md"))
      #expect(try imported(home, try exported(home, "ipynb")) == text)
    }
    // Nothing is stored twice: what is in the outputs is not in the metadata too.
    let cells = try JSONReader.value(try exported(home, "ipynb"))["cells"]?.array ?? []
    #expect(cells.count { $0["metadata"]?["podium"]?["recorded"] != nil } < 3)
  }

  @Test(arguments: ["first-ten-minutes", "comparing-honestly", "reading-a-log", "keeping-work", "surf-when-to-go"])
  func `podium's own notebooks can be restored from their Jupyter form`(_ name: String) throws {
    let home = try Home()
    let file = Checkout.path("notebooks/\(name).podium.md")
    let run = try home.podium(["export", file, "--to", "ipynb", "-o", "-"])
    #expect(run.status == 0, Comment(rawValue: run.errorText))
    #expect(try imported(home, run.outputText, to: name) == home.text(file))
  }

  /// The notebook that a Jupyter notebook gives again.
  private func imported(_ home: Home, _ json: String, to name: String = "n") throws -> String? {
    home.write(json, to: "again.ipynb")
    let run = try home.podium(["import", "again.ipynb", "--force", "-o", "\(name).podium.md"])
    #expect(run.status == 0 && run.errorText.isEmpty, Comment(rawValue: run.errorText))
    return home.text("\(name).podium.md")
  }

  // MARK: Pages

  @Test(.enabled(if: hasMarkdown, "the library cmark-gfm is not installed"))
  func `a page is self-contained`() throws {
    let home = try home()
    let page = try exported(home, "html")
    #expect(try exported(home, "html") == page)
    #expect(page.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">"))
    for forbidden in ["<script", "src=\"http", "<link", "<iframe", "url(", "@import", "onerror"] {
      #expect(!page.contains(forbidden), Comment(rawValue: forbidden))
    }
    #expect(page.contains("<title>Odd &amp; &lt;b&gt;ends&lt;/b&gt;</title>"))
    #expect(page.contains("<a href=\"https://example.org/x\">link</a>"))
    #expect(page.contains("<em>word</em>"))
    #expect(page.contains("<td>1</td>"))
    #expect(page.contains("nope &quot;&lt;b&gt;&quot;"))
    #expect(page.contains("<p class=\"with\">with n = 2</p>"))
    // The picture is embedded; for a missing or remote one, only its alternative text is left.
    #expect(page.contains("src=\"data:image/svg+xml;base64,\(Base64.text(Array(Self.dot.utf8)))\" alt=\"A dot\""))
    #expect(page.contains("alt=\"not there\"") && page.contains("alt=\"far\""))
    #expect(page.contains("not run"))
    // The machine and the time would change.
    #expect(!page.contains(home.path))
    #expect(try exported(home, "html", "--set", "n=1").contains("with n = 1"))
  }

  @Test(.enabled(if: hasMarkdown, "the library cmark-gfm is not installed"))
  func `a picture outside the folder is not embedded`() throws {
    let home = try home("![secret](../secret.svg) ![link](link.svg) ![whole](WHOLE)\n\n```podium\nload iris\n```\n")
    home.write(Self.dot, to: home.path + "/secret.svg")
    symlink(home.path + "/secret.svg", home.work + "/link.svg")
    home.write(
      (home.text("n.podium.md") ?? "").replacing("WHOLE", with: home.path + "/secret.svg"), to: "n.podium.md")
    #expect(!(try exported(home, "html")).contains("base64"))
  }

  @Test(.enabled(if: hasMarkdown, "the library cmark-gfm is not installed"))
  func `a figure of a plugin is in the page and in the Jupyter form`() throws {
    let home = try home("```podium\nload surf-sessions\nfigure surf.rose\n```\n")
    #expect(try exported(home, "html").contains("coming from; length: share of rows"))
    let text = try exported(home, "ipynb")
    #expect(text.contains("\"image/svg+xml\": ["))
    #expect(try imported(home, text) == home.text("n.podium.md"))
  }

  @Test func `the Jupyter form works without the library for pages`() throws {
    let home = try home()
    for version in ["6", "10", "12", "13"] {
      home.write("no library", to: home.path + "/lib/libcmark-gfm-extensions.so.0.29.0.gfm.\(version)")
    }
    let broken = ["LD_LIBRARY_PATH": home.path + "/lib"]
    let page = try home.podium(["export", "n.podium.md", "--to", "html"], environment: broken)
    #expect(page.status == 2)
    #expect(page.errorText.contains("install the Debian package 'libcmark-gfm-extensions"))
    #expect(home.bytes("n.html") == nil)
    #expect(try home.podium(["export", "n.podium.md", "--to", "ipynb"], environment: broken).status == 0)
  }

  // MARK: Files

  @Test func `an export overwrites only an earlier export`() throws {
    let home = try home()
    let command = ["export", "n.podium.md", "--to", "ipynb"]
    let run = try home.podium(command)
    #expect(run.outputText == "wrote 'n.ipynb'\n")
    let first = try #require(home.text("n.ipynb"))
    #expect(try home.podium(command).status == 0)
    #expect(home.text("n.ipynb") == first)
    #expect(try home.podium(command + ["-o", "sub.ipynb"]).status == 0)
    #expect(home.text("sub.ipynb") == first)

    let foreign = "{\"cells\": [], \"metadata\": {}, \"nbformat\": 4, \"nbformat_minor\": 5}\n"
    home.write(foreign, to: "n.ipynb")
    let refused = try home.podium(command)
    #expect(refused.status == 2)
    #expect(refused.errorText.contains("file-exists") || refused.errorText.contains("did not write"))
    #expect(home.text("n.ipynb") == foreign)
    #expect(try home.podium(command + ["--force"]).status == 0)
    #expect(home.text("n.ipynb") == first)
  }

  @Test func `a failed cell writes no file, and wrong usage is reported`() throws {
    let home = try home("```podium\nload iris\nnope\n```\n")
    let failed = try home.podium(["export", "n.podium.md", "--to", "ipynb"])
    #expect(failed.status == 1)
    #expect(failed.errorText.contains("n.podium.md:3"))
    #expect(home.bytes("n.ipynb") == nil)
    let kept = try home.podium(["export", "n.podium.md", "--to", "ipynb", "--keep-going"])
    #expect(kept.status == 1)
    #expect(home.text("n.ipynb")?.contains("\"ename\": \"unknown-command\"") == true)
    home.write("```podium\n!true\n```\n", to: "n.podium.md")
    #expect(try home.podium(["export", "n.podium.md", "--to", "ipynb", "-o", "-"]).status == 2)
    for wrong in [
      ["n.podium.md"], ["n.podium.md", "--to", "pdf"], ["none.podium.md", "--to", "ipynb"], ["x.txt", "--to", "html"],
    ] {
      #expect(try home.podium(["export"] + wrong).status == 2)
    }
  }

  @Test(.enabled(if: hasMarkdown, "the library cmark-gfm is not installed"))
  func `no control character of a notebook reaches a page or the terminal`() throws {
    let home = try Home()
    home.write(
      "---\ntitle: \u{1B}[31mT\n---\nProse \u{1B}[31mred\u{7}\u{9B}1m\n\n```podium\nload iris # \u{1B}c\n```\n",
      to: "n.podium.md")
    let run = try home.podium(["export", "--to", "html", "-o", "-", "n.podium.md"])
    #expect(run.status == 0, Comment(rawValue: run.errorText))
    let isPlain = run.outputText.unicodeScalars.allSatisfy {
      $0.properties.generalCategory != .control || $0 == "\n"
    }
    #expect(isPlain)
    #expect(run.outputText.contains("Prose \u{FFFD}[31mred"))
  }
}

extension JSONValue {
  /// A text of Jupyter: its lines.
  fileprivate var joined: String { (array ?? []).compactMap(\.string).joined() }
}
