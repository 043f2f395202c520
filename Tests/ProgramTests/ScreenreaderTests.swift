import PodiumCore
import PodiumTestKit
import Testing

/// Output for a screen reader.
struct ScreenreaderTests {
  @Test func `the variable and the setting turn off drawings and colours`() throws {
    let environments = [["PODIUM_SCREENREADER": "1"], [:]]
    for environment in environments {
      let terminal = try Home().prompt(width: 60, environment: environment)
      if environment.isEmpty { try terminal.answer(to: "set screenreader=yes") }
      let before = terminal.transcript.count
      try terminal.answer(to: "load ski-thesis")
      let table = try terminal.answer(to: "head 2")
      #expect(table.contains("\nserial_number: 001\n") && table.contains("\nbase: "))
      #expect(try terminal.answer(to: "describe rank").contains("median: "))
      try terminal.answer(to: "label")
      try terminal.answer(to: "encode")
      try terminal.answer(to: "cv zeror k=3")
      #expect(try terminal.answer(to: "confusion").contains("actual: Top pick"))
      #expect(try terminal.answer(to: "nope").contains("error: unknown command"))
      let written = String(decoding: terminal.transcript[before...], as: UTF8.self)
      #expect(!written.contains("\u{1B}[1m") && !written.contains("\u{1B}[2m") && !written.contains("\u{1B}[33m"))
      let drawn = written.unicodeScalars.filter { (0x2190...0x28FF).contains($0.value) || $0 == "·" }
      #expect(drawn.isEmpty, "\(String(String.UnicodeScalarView(drawn)))")
    }
  }

  @Test func `pipes are the same with and without it`() throws {
    let commands = ["-c", "load iris; describe; label species; cv tree k=3"]
    let spoken = try Home().podium(commands, environment: ["PODIUM_SCREENREADER": "1"])
    #expect(try spoken.output == Home().podium(commands).output)
  }
}
