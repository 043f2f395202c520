/// Presses keys at random, like someone leaning on the keyboard.
///
/// Some keys are left out: those that quit or stop the program (Ctrl-D, Ctrl-Z, Ctrl-\), Ctrl-S, which stops the
/// terminal, `!`, `|` and `>`, which could run or overwrite anything, and Meta with a digit, which repeats the next key
/// a million times.
public struct MonkeyKeys {
  private var random: SystemlessRandom

  private static let words = [
    "load iris", "load wine", "label species", "describe", "columns", "head 3", "cv tree k=3",
    "by species: count species",
    "undo", "redo", "help cv", "results", "set seed=", "if petal_length_cm < 2", "cv tree(", "compare ", "日本",
    "e\u{301}👩‍👩‍👧‍👦",
    "\"", "`", "(", "#", "$_", ";", "\\",
  ]
  private static let cursors = ["A", "B", "C", "D", "H", "F", "3~", "5~", "6~", "1;5C", "1;5D", "Z"]
  private static let forbidden: Set<UInt8> = [0x04, 0x0A, 0x0D, 0x11, 0x13, 0x1A, 0x1B, 0x1C]

  /// The keys for a seed.
  public init(seed: UInt64) { random = SystemlessRandom(seed: seed) }

  /// Presses the next key; waits after a Ctrl-C, since a third one in the same command would end the program.
  public mutating func press(on terminal: PseudoTerminal) {
    let key = next()
    terminal.send(bytes: key)
    if key == [0x03] { terminal.settle(seconds: 0.1) }
  }

  /// The bytes of the next key.
  public mutating func next() -> [UInt8] {
    switch random.below(100) {
    case 0..<45: return [letter()]
    case 45..<55: return Array(random.pick(MonkeyKeys.words).utf8) + [0x20]
    case 55..<63: return [0x09]
    case 63..<72: return Array(("\u{1B}[" + random.pick(MonkeyKeys.cursors)).utf8)
    case 72..<85: return [control()]
    case 85..<91: return [0x1B, letter(digits: false)]
    case 91..<93:
      return Array("\u{1B}[200~".utf8) + (0..<random.below(30)).map { _ in letter() } + Array("\u{1B}[201~".utf8)
    case 93..<96: return [UInt8(0x80 + random.below(0x80))]
    case 96: return [0x15]
    case 97: return [0x7F]
    default: return [0x0D]
    }
  }

  private mutating func letter(digits: Bool = true) -> UInt8 {
    while true {
      let byte = UInt8(0x20 + random.below(0x5F))
      if byte == 0x21 || byte == 0x7C || byte == 0x3E { continue }
      if !digits, (0x30...0x39).contains(byte) || byte == 0x2D || byte == 0x5B { continue }
      return byte
    }
  }

  private mutating func control() -> UInt8 {
    while true {
      let byte = UInt8(1 + random.below(0x1F))
      if !MonkeyKeys.forbidden.contains(byte) { return byte }
    }
  }
}
