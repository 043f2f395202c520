import PodiumCore
import PodiumTestKit
import Testing

struct ShellWordTests {
  @Test(arguments: GraphemeMarks.all)
  func `a word in quotes is what the shell passes on`(_ mark: String) throws {
    for word in ["a'\(mark)", "'\(mark); touch X; '\(mark)", "\(mark)'", "$(x)\(mark)`x`", "'\(mark)'"] {
      let run = try ProgramRun(
        ["/bin/sh", "-c", "printf %s " + ShellWord.quoted(word)], input: [], environment: ["PATH": "/usr/bin:/bin"],
        folder: "/")
      #expect(run.output == Array(word.utf8))
    }
  }
}
