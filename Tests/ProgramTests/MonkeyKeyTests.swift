import PodiumTestKit
import Testing

/// Any key, in any order.
struct MonkeyKeyTests {
  @Test(arguments: [1, 2] as [UInt64])
  func `after a thousand random keys the prompt answers`(seed: UInt64) throws {
    let terminal = try Home().prompt()
    var fingers = MonkeyKeys(seed: seed)
    for number in 1...1000 {
      fingers.press(on: terminal)
      if number % 10 == 0 { terminal.settle(seconds: 0.005) }
    }
    #expect(terminal.answersSentinel(), "\(terminal.screen.text)")
  }
}
