internal import PodiumCore
internal import PodiumEngine
internal import PodiumPlugin

struct SourceCommand: InterpreterCommand {
  static let file = Parameter<String>.required(
    "file", allowed: "a script", help: "The script to run.", completion: .files)

  let signature = Signature(
    "source", topic: .session, summary: "Run the commands of a file as if you typed them.",
    details: """
      Paths in the file are relative to its own folder. The first error, or Ctrl-C, stops the script and undoes \
      everything it did, in the workspace too; only files it wrote remain. While a script runs, other programs can \
      read the workspace but not write to it.
      """,
    parameters: [file.any],
    exampleLines: """
      a script of three commands: source morning.podium -> accuracy
      without its output: quiet: source morning.podium ->
      a quoted name, required if it contains spaces: source "morning.podium" -> accuracy
      a file that does not exist: source no-such-file.podium -> !unknown-file
      """,
    traits: [.control], seeAlso: ["history"])

  /// Runs each command; an error undoes what the file did before it.
  func run(_ call: Call, in interpreter: inout Interpreter) throws(Diagnostic) -> [Output] {
    let name = call[SourceCommand.file]
    let span = call.span(of: SourceCommand.file)
    try interpreter.requireShallow("scripts", name, at: span)
    let path = interpreter.services.resolve(name)
    let text: String
    do throws(Diagnostic) {
      text = PastedText.script(try interpreter.services.files.text(of: path, shown: name))
    } catch {
      var error = error.at(span)
      error.help = error.help ?? "paths are relative to the current directory, or inside a script to its own folder"
      throw error
    }
    let folder = interpreter.services.folder
    interpreter.sourceDepth += 1
    if let parent = FilePath(path).parent { interpreter.services.folder = parent.text }
    var reports: [CommandReport] = []
    do throws(Diagnostic) {
      let replay = { (interpreter: inout Interpreter) -> Diagnostic? in
        var failure: Diagnostic?
        _ = interpreter.run(text, file: name) { report in
          reports.append(report)
          if failure == nil { failure = report.error }
        }
        return failure
      }
      _ = try interpreter.wholly(replay, failure: { $0 })
    } catch {
      // The place inside the file is kept too; it says more than the place of `source`.
      var error = error
      error.span = span
      throw error
    }
    interpreter.services.folder = folder
    interpreter.sourceDepth -= 1
    interpreter.innerReports += reports
    return []
  }
}
