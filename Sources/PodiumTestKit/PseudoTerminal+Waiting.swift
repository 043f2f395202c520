import Glibc

extension PseudoTerminal {
  /// Reads the program's output for some seconds.
  public func settle(seconds: Double) {
    let end = PseudoTerminal.seconds() + seconds
    while true {
      let left = end - PseudoTerminal.seconds()
      if left <= 0 { return }
      receive(milliseconds: Int32(min(20, max(1, left * 1000))))
    }
  }

  /// Seconds on a monotonic clock.
  public static func seconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Whether the last output is a prompt that was not there when the transcript had this many bytes.
  ///
  /// A prompt begins with the sequence for bracketed paste and ends in `> `.
  public func isAtPrompt(since start: Int) -> Bool {
    guard transcript.count > start, transcript.suffix(2).elementsEqual("> ".utf8) else { return false }
    let mode = Array("\u{1B}[?2004h".utf8)
    let tail = Array(transcript.dropFirst(max(0, start)).suffix(400))
    guard let place = tail.indices.last(where: { tail[$0...].starts(with: mode) }) else { return false }
    return !tail[place...].contains(0x0A)
  }

  /// Drops the output so far; the screen stays.
  public func forgetTranscript() { transcript = [] }

  /// Types bytes that may not be text.
  public func send(bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty, ending == nil {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 { rest = rest.dropFirst(count) }
      if count < 0, errno != EAGAIN, errno != EINTR { return }
      if !rest.isEmpty { receive(milliseconds: 5) }
    }
  }

  /// The program's memory in use, in bytes; 0 once it has exited.
  public var residentBytes: Int { ResidentMemory.bytes(of: processID) }
}

/// The memory that a process uses.
public enum ResidentMemory {
  /// The bytes in use by a process, by default this one.
  public static func bytes(of process: Int32? = nil) -> Int {
    guard let file = fopen("/proc/\(process.map(String.init) ?? "self")/statm", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 200)
    guard fgets(&line, 200, file) != nil else { return 0 }
    let words = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self).split(
      separator: " ")
    return (words.count > 1 ? Int(words[1]) ?? 0 : 0) * sysconf(Int32(_SC_PAGESIZE))
  }
}

extension PseudoTerminal {
  /// Whether the program can still drop its line and answer a command.
  public func answersSentinel() -> Bool {
    // A second prompt: the first key may end a paste, a question or a running command, or wait for a busy machine.
    var prompts = 0
    for _ in 1...60 where prompts < 2 {
      let before = transcript.count
      send("\u{3}")
      settle(seconds: 0.5)
      if isAtPrompt(since: before) { prompts += 1 }
    }
    send("set seed=471100815\r")
    return
      (try? wait(for: "the answer") {
        $0.rows.contains { $0.hasPrefix("seed") && $0.hasSuffix("471100815") }
      })
      != nil
  }
}
