import PodiumTestKit
import Testing

/// Random keys at the prompt.
struct MonkeyKeyTests {
  @Test(arguments: [1, 2] as [UInt64])
  func `the prompt answers after a thousand random keys`(seed: UInt64) throws {
    let terminal = try Home().prompt()
    var fingers = MonkeyKeys(seed: seed)
    for number in 1...1000 {
      fingers.press(on: terminal)
      if number % 10 == 0 { terminal.settle(seconds: 0.005) }
    }
    #expect(terminal.answersSentinel(), "\(terminal.screen.text)")
  }
}
