import PodiumCore
import Testing

@testable import PodiumEngine

struct PendingCommandTests {
  @Test func `a command is complete at the end of its line`() throws {
    var command = PendingCommand()
    #expect(try command.add("head 3\n", number: 4))
    #expect(command.firstLine == 4)
    #expect(command.take() == "head 3")
    #expect(command.text.isEmpty)
  }

  @Test func `a quote, a parenthesis and a backslash continue it`() throws {
    var command = PendingCommand()
    #expect(try !command.add("derive x = (a\n", number: 1))
    #expect(try !command.add("+ \\\n", number: 2))
    #expect(try command.add("b)\n", number: 3))
    #expect(command.take() == "derive x = (a\n+ \\\nb)")
    #expect(try !command.add("note \"a\n", number: 4))
    #expect(try !command.add("b)\n", number: 5))
    #expect(try command.add("c\"\n", number: 6))
    #expect(command.firstLine == 4)
  }

  @Test func `lines that cannot end a command are not searched again`() throws {
    var command = PendingCommand()
    _ = try command.add("derive x = (\n", number: 1)
    for line in 2...10_000 { #expect(try !command.add("a +\n", number: line)) }
    #expect(command.searched == 13)
    #expect(try command.add("b)\n", number: 10_001))
  }

  @Test func `a command over many lines is refused at a number of bytes`() throws {
    var command = PendingCommand(mostSearched: 1 << 20)
    let line = String(repeating: "a", count: 1000) + "\\\n"
    var failure: Diagnostic?
    var number = 0
    while failure == nil, number < 1000 {
      number += 1
      do throws(Diagnostic) { _ = try command.add(line, number: number) } catch { failure = error }
    }
    #expect(failure?.code == "too-large")
    #expect(failure?.message.contains("goes on over \(number) lines and needs more than 1 MB") == true)
    #expect(number < 200)
  }

  @Test func `a command has a maximum length`() {
    var command = PendingCommand()
    #expect {
      _ = try command.add("(" + String(repeating: "a", count: CommandLimit.mostBytes), number: 1)
    } throws: { ($0 as? Diagnostic)?.message == "the command is longer than 16 MB" }
  }
}
