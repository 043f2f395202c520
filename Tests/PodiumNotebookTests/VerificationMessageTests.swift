import PodiumCore
import PodiumNotebook
import Testing

/// Messages from the process that verifies a notebook to its parent.
struct VerificationMessageTests {
  private static var failed: CellCheck {
    var check = CellCheck(cell: 3, line: 12, .failed)
    check.error = Diagnostic("unknown-column", "there is no column 'x'", help: "schema lists them")
    return check
  }

  @Test(
    arguments: [
      VerificationMessage.event(.starting(cell: 1, line: 4, seconds: 2.5)),
      .event(.starting(cell: 2, line: 9, seconds: nil)),
      .event(.plugin(PluginChange(name: "ski", recorded: "1.0.0", loaded: "1.2.0"))), .event(.ended(failed)),
      .data([FilePath("b.csv"): "sha256:1", FilePath("a.csv"): "sha256:2"]),
      .refused(Diagnostic("missing-data", "there is no data")),
      .done,
    ])
  func `a message is read back unchanged`(_ message: VerificationMessage) throws {
    let line = message.json.text
    #expect(!line.contains("\n"))
    let read = try #require(VerificationMessage(json: JSONReader.value(Array(line.utf8))))
    #expect(read.json.text == line)
  }

  @Test(
    arguments: [
      "{}", "[]", "3", #"{"event":"unheard"}"#, #"{"event":"starting","cell":1}"#, #"{"event":"ended","check":{}}"#,
      #"{"event":"refused"}"#, #"{"event":"plugin","plugin":[]}"#,
    ])
  func `a line that is not a message is refused`(_ line: String) throws {
    #expect(try VerificationMessage(json: JSONReader.value(Array(line.utf8))) == nil)
  }
}
