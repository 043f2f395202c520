import CReadline
import Glibc
internal import PodiumCore
import Synchronization

extension LineEditor {
  /// Completions of the line at hand, with the place in bytes, as readline counts.
  struct Offer {
    var completions: CompletionList
    var startByte: Int
  }

  /// readline's first question: which characters end the word to the left of the cursor?
  ///
  /// The driver has its own idea of what is replaced, so it is asked here, and the answer is the one character in
  /// front of that place. Without completions of the driver the answer is readline's own (nil).
  static func findWord() -> UnsafeMutablePointer<CChar>? {
    let complete = exchange.withLock { $0.complete }
    let offer = complete.flatMap(offer(from:))
    exchange.withLock { $0.offer = offer }
    cr_unsettle_completion()
    cr_set_file_name_quoting(offer == nil ? 1 : 0)
    guard let offer, let line = cr_line() else { return nil }
    let before = offer.startByte == 0 ? 0 : line[offer.startByte - 1]
    breakCharacters[0] = before
    return breakCharacters
  }

  /// One character and the end, for the life of the process: readline reads it after `findWord` has returned.
  nonisolated(unsafe) private static let breakCharacters: UnsafeMutablePointer<CChar> = {
    let characters = UnsafeMutablePointer<CChar>.allocate(capacity: 2)
    characters.initialize(repeating: 0, count: 2)
    return characters
  }()

  private static func offer(from complete: (String, Int) -> CompletionList?) -> Offer? {
    guard let line = cr_line() else { return nil }
    let bytes = UnsafeRawBufferPointer(start: line, count: strlen(line))
    let before = bytes.prefix(Int(cr_point()))
    guard let text = String(validating: bytes, as: UTF8.self),
      let left = String(validating: before, as: UTF8.self)
    else { return nil }
    let cursor = left.unicodeScalars.count
    guard let completions = complete(text, cursor)?.visible, completions.start <= cursor,
      completions.start >= 0
    else { return nil }
    let startByte = left.unicodeScalars.prefix(completions.start).reduce(0) { $0 + UTF8.width($1) }
    return Offer(completions: completions, startByte: startByte)
  }

  /// readline's second question: what could be between `start` and `end`?
  ///
  /// The answer is an array for readline to free: what all have in common, then each, then NULL.
  static func attemptCompletion(
    _ text: UnsafePointer<CChar>?, _ start: Int32, _ end: Int32
  ) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
    // At the beginning of the line readline knows the word without its first question, and the last offer is another's.
    if end == 0 { _ = findWord() }
    guard let offer = exchange.withLock({ $0.offer }), let line = cr_line(), offer.startByte <= Int(end) else {
      return nil
    }
    let completions = offer.completions
    let hasNotes = completions.candidates.contains { $0.note != nil }
    let isComplete = completions.candidates.count == 1 && completions.candidates[0].isComplete
    cr_settle_completion(isComplete ? 1 : 0, hasNotes ? { LineEditor.listCandidates($0, $1, $2) } : nil)
    let bytes = UnsafeRawBufferPointer(start: line, count: strlen(line))
    let typed = Array(bytes[offer.startByte..<Int(end)])
    var common = Array(completions.commonPrefix.utf8)
    // With several candidates a common text that does not continue what was typed (they differ from it, say, in case, or
    // begin with other words) would eat it.
    func bare(_ text: String) -> String {
      let lower = text.lowercased()
      return lower.first.map { "\"'`".contains($0) } ?? false ? String(lower.dropFirst()) : lower
    }
    let begun = bare(String(decoding: typed, as: UTF8.self))
    if completions.candidates.count > 1, !bare(completions.commonPrefix).hasPrefix(begun) { common = typed }
    var matches = completions.candidates.map { Array($0.text.utf8) }
    if matches.isEmpty { return nil }
    matches = matches.count == 1 ? matches : [common] + matches
    guard let fitted = fit(matches, offeredAt: offer.startByte, askedAt: Int(start), in: bytes) else {
      // readline cut the word after the offered place, and the offer changes what is left of its cut.
      cr_replace(Int32(offer.startByte), end, String(decoding: common, as: UTF8.self))
      return nil
    }
    return matchArray(fitted)
  }

  /// The matches as texts from the place readline asked for; nil where they do not agree with the line up to it.
  private static func fit(
    _ matches: [[UInt8]], offeredAt offered: Int, askedAt asked: Int, in line: UnsafeRawBufferPointer
  ) -> [[UInt8]]? {
    if asked <= offered { return matches.map { Array(line[asked..<offered]) + $0 } }
    let between = line[offered..<asked]
    guard matches.allSatisfy({ $0.starts(with: between) }) else { return nil }
    return matches.map { Array($0.dropFirst(between.count)) }
  }

  private static func matchArray(
    _ matches: [[UInt8]]
  ) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
    let size = (matches.count + 1) * MemoryLayout<UnsafeMutablePointer<CChar>?>.stride
    guard let memory = malloc(size) else { return nil }
    let array = memory.bindMemory(to: UnsafeMutablePointer<CChar>?.self, capacity: matches.count + 1)
    for (index, match) in matches.enumerated() {
      array[index] = String(decoding: match, as: UTF8.self).withCString { strdup($0) }
    }
    array[matches.count] = nil
    return array
  }

  /// Shows candidates with their notes; readline's own list has none.
  private static func listCandidates(
    _ matches: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, _ count: Int32, _ longest: Int32
  ) {
    guard let offer = exchange.withLock({ $0.offer }) else { return }
    var rows: Int32 = 24
    var columns: Int32 = 80
    rl_get_screen_size(&rows, &columns)
    rl_crlf()
    show(offer.completions.menu(columns: Int(columns)), rows: max(3, Int(rows)))
    rl_forced_update_display()
  }

  /// Shows lines one screen at a time, as `more` does: a space shows the next screen, Enter the next line, and any other
  /// key ends it.
  private static func show(_ lines: [String], rows: Int) {
    var room = rows - 1
    for (place, line) in lines.enumerated() {
      if room == 0 {
        cr_put("--More-- (\(lines.count - place) more; space: next page, Enter: next line, q: end)")
        cr_flush()
        let key = rl_read_key()
        cr_put("\r\u{1B}[K")
        switch UInt8(truncatingIfNeeded: key) {
        case UInt8(ascii: " "), UInt8(ascii: "y"), UInt8(ascii: "f"), 0x09: room = rows - 1
        case 0x0A, 0x0D: room = 1
        default: return
        }
      }
      cr_put(line + "\n")
      room -= 1
    }
  }
}
