import Glibc
import PodiumConsole
import PodiumCore

/// A program with a prompt that does what tests of the console need and nothing else.
///
/// `console-probe [HISTORY-FILE]`; with `--batch` it supervises one `spin` without a prompt. An entry goes on
/// while a round bracket is open or its last line ends in a backslash.
@main
enum ConsoleProbe {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.first == "--batch" { exit(batch()) }
    var driver = ConsoleDriver(prompt: { "probe> " }, needsMore: needsMore, execute: execute)
    if getenv("PROBE_COMPLETES") != nil { driver.complete = complete }
    let console = Console(driver: driver, historyFile: arguments.first) { say("warning: \($0)") }
    exit(console.run())
  }

  static func say(_ text: String) {
    let line = text + "\n"
    _ = line.withCString { write(STDOUT_FILENO, $0, strlen($0)) }
  }

  static func needsMore(_ text: String) -> Bool {
    let open = text.count { $0 == "(" } > text.count { $0 == ")" }
    return open || text.hasSuffix("\\")
  }

  static func execute(_ entry: String, _ cancellation: Cancellation) -> ConsoleDriver.Next {
    let words = entry.split(separator: " ", maxSplits: 1)
    switch words.first {
    case "echo": say(words.count > 1 ? String(words[1]) : "")
    case "spin": spin(cancellation)
    case "deaf":
      say("not listening")
      while true { pause() }
    case "trap":
      let numbers = [1]
      say("\(numbers[entry.utf8.count])")
    case "deep": say("\(recurse(1 << 40))")
    case "abort": abort()
    case "cols":
      var size = winsize()
      _ = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size)
      say("columns \(size.ws_col)")
    case "pid": say("pid \(getpid())")
    case "leave": return .leave(7)
    default: say("entry <\(entry.split(separator: "\n").joined(separator: "|"))>")
    }
    return .go
  }

  static func spin(_ cancellation: Cancellation) {
    say("spinning")
    while !cancellation.isCancelled { usleep(1000) }
    say("cancelled")
  }

  /// Each level needs the one below, so that no compiler makes a loop of it.
  @inline(never)
  static func recurse(_ depth: Int) -> Int {
    depth == 0 ? 0 : (recurse(depth - 1) &* 3) ^ depth
  }

  /// Words of an imaginary language; after `of ` the names hold spaces and are quoted.
  static func complete(_ line: String, _ cursor: Int) -> CompletionList? {
    let left = String(String.UnicodeScalarView(line.unicodeScalars.prefix(cursor)))
    if let place = left.range(of: "of ") {
      let typed = left[place.upperBound...].filter { $0 != "\"" }
      let names = ["old snow", "old ice", "new snow"].filter { $0.hasPrefix(typed) }
      let start = left[..<place.upperBound].unicodeScalars.count
      return CompletionList(from: start, names.map { .init("\"\($0)\"") })
    }
    if left.hasPrefix("echo ./") { return nil }
    if left.hasPrefix("many ") {
      // As many as no screen has rows.
      let names = (1...90).map { "item" + String(1000 + $0).dropFirst() }.filter { $0.hasPrefix(left.dropFirst(5)) }
      return CompletionList(from: 5, names.map { .init($0, note: "one of many") })
    }
    let start = (left.lastIndex(of: " ").map { left[...$0] } ?? "").unicodeScalars.count
    let typed = left.split(separator: " ", omittingEmptySubsequences: false).last ?? ""
    let words: [CompletionCandidate] = [
      .init("hügel", note: "a hill"), .init("hütte", note: "a hut"), .init("svm(", isComplete: false),
    ]
    return CompletionList(from: start, words.filter { $0.text.hasPrefix(typed) })
  }

  static func batch() -> Int32 {
    let cancellation = Cancellation()
    let outcome = Signals.supervise(cancellation, warn: { say("warning: \($0)") }) { () -> Int32 in
      spin(cancellation)
      return 130
    }
    switch outcome {
    case .finished(let status), .terminated(let status): return status
    }
  }
}

extension String {
  /// The first occurrence of a text (the library has this only with Foundation).
  fileprivate func range(of text: String) -> Range<Index>? {
    indices.lazy.first { self[$0...].hasPrefix(text) }.map { $0..<self.index($0, offsetBy: text.count) }
  }
}
