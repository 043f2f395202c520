/// podium at its prompt, which shows the state of the session: only this file knows what a prompt looks like.
extension PseudoTerminal {
  /// Whether the program waits for a command and nothing has been typed.
  public var isAtPrompt: Bool {
    let start = Self.end(ofLast: Self.pasteMark, in: transcript) ?? Self.end(ofLast: [0x0A], in: transcript) ?? 0
    return Self.isPrompt(Self.plain(Array(transcript[start...])))
  }

  /// Whether a text is a prompt and nothing more: `podium> `, `[7] podium> `, `[7] iris 150×5 → species> `.
  public static func isPrompt(_ text: String) -> Bool {
    if text == "podium> " { return true }
    guard text.hasPrefix("["), text.hasSuffix("> "), let bracket = text.firstIndex(of: "]") else { return false }
    let number = text[..<bracket].dropFirst()
    return !number.isEmpty && number.allSatisfy(\.isNumber)
  }

  /// Waits for an empty prompt.
  public func waitForPrompt() throws(Failure) {
    try wait(for: "a prompt") { [self] _ in isAtPrompt }
  }

  /// Waits until the row of the cursor is a prompt followed by this text.
  public func wait(forTyped text: String) throws(Failure) {
    try wait(for: "a prompt with '\(text)' typed") { screen in
      let row = screen.currentRow
      guard row.hasSuffix(text) else { return false }
      return Self.isPrompt(String(row.dropLast(text.count)))
    }
  }

  /// Types a line, waits for the next prompt, and returns what was printed in between.
  @discardableResult
  public func answer(to line: String) throws(Failure) -> String { try answer(toKeys: line + "\r") }

  /// The same for keys without a return, which would cause a second prompt after Ctrl-C.
  public func answer(toKeys keys: String) throws(Failure) -> String {
    let before = transcript.count
    send(keys)
    try wait(for: "the prompt after '\(keys)'") { [self] _ in
      let mark = Self.end(ofLast: Self.pasteMark, in: transcript) ?? Self.end(ofLast: [0x0A], in: transcript) ?? 0
      return mark > before && isAtPrompt
    }
    let end = Self.end(ofLast: Self.pasteMark, in: transcript).map { $0 - Self.pasteMark.count }
    let prompt = end ?? Self.end(ofLast: [0x0A], in: transcript) ?? transcript.count
    let lines = Self.plain(Array(transcript[before..<max(before, prompt)]))
    // The first line is the typed line.
    return String(lines.drop { $0 != "\n" }.dropFirst())
  }

  /// The text that a program wrote, without control sequences, carriage returns, and rows that it erased again (a
  /// carriage return and `ESC [ K`).
  public static func plain(_ bytes: [UInt8]) -> String {
    var out = String.UnicodeScalarView()
    var isInSequence = false
    let text = String(decoding: bytes, as: UTF8.self).replacing("\r\u{1B}[K", with: "\u{0}")
    for scalar in text.unicodeScalars {
      if scalar == "\u{0}" {
        while let last = out.last, last != "\n" { out.removeLast() }
      } else if scalar == "\u{1B}" {
        isInSequence = true
      } else if isInSequence {
        if scalar.properties.isAlphabetic { isInSequence = false }
      } else if scalar != "\r" {
        out.append(scalar)
      }
    }
    return String(out)
  }

  /// What readline writes before each prompt, unless the terminal is dumb.
  private static let pasteMark = Array("\u{1B}[?2004h".utf8)

  private static func end(ofLast mark: [UInt8], in bytes: [UInt8]) -> Int? {
    var start = bytes.count - mark.count
    while start >= 0 {
      if bytes[start...].starts(with: mark) { return start + mark.count }
      start -= 1
    }
    return nil
  }
}
