import ArgumentParser
import PodiumAssembly
import PodiumConsole
import PodiumCore
import PodiumFiles
import PodiumNotebook
import PodiumPlugin
import PodiumRender

/// `podium import FILE.ipynb`.
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "podium import",
    abstract: "Make a notebook (.podium.md) of its Jupyter form (.ipynb).",
    discussion: """
      If nothing was changed in the .ipynb file, the notebook has the same bytes as the one it was exported from. Prose, \
      cells, outputs, figures and attached pictures are kept; notes name what a notebook has no place for. No command \
      runs: podium verify compares the outputs. The existing notebook is replaced if it has not changed since it was \
      exported or last imported.
      """)

  @OptionGroup var common: CommonOptions

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp(
      "Output file; - for standard output. By default it is written next to the .ipynb file.", valueName: "file"),
    completion: .file())
  var output: String?

  @Flag(help: "Overwrite a file that podium did not write.")
  var force = false

  @ArgumentParser.Argument(help: "Jupyter notebook to import.", completion: .file())
  var file: String

  func run() throws {
    guard FilePath(file).ends(in: ".ipynb") else {
      throw ValidationError("'\(file)' is not a Jupyter notebook: its name does not end in .ipynb")
    }
    let target = output ?? FilePath(file).dropping(".ipynb").text + ".podium.md"
    guard target == "-" || FilePath(target).ends(in: ".podium.md") else {
      throw ValidationError("'\(target)' is not a name of a notebook: it does not end in .podium.md")
    }
    do throws(Diagnostic) {
      try write(target)
      Terminal.exit(0)
    } catch {
      Terminal.write(TextRenderer(style: .plain).render(error, input: ""), to: .error)
      Terminal.exit(2)
    }
  }

  private func write(_ target: String) throws(Diagnostic) {
    let disk = DiskFiles()
    let bytes = try disk.start(of: file, count: NotebookImport.largest + 1, shown: file)
    let made = try NotebookImport(bytes, file: file, target: target == "-" ? "notebook.podium.md" : target)
    var notes = made.notes
    if target == "-" {
      // A terminal must not run control sequences.
      Terminal.write(Terminal.isTerminal(.output) ? SafeText.escapeLines(made.text) : made.text, to: .output)
      if !made.pictures.isEmpty {
        notes.append("left out \(made.pictures.count.counted("picture")), which only a file can have beside it")
      }
    } else {
      let earlier = Environment.writtenFile.map { EarlierWrites(file: $0) }
      try made.write(to: target, shown: target, isChosen: output != nil, replacesAny: force, with: disk) { bytes in
        earlier?.holds(target, bytes) ?? false
      }
      earlier?.note(target, Array(made.text.utf8))
      Terminal.write("wrote '\(SafeText.escape(target))'\n", to: .output)
    }
    for note in notes { Terminal.write("note: " + SafeText.escape(note) + "\n", to: .error) }
  }
}
