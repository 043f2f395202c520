/// A search for bytes in bytes whose time is linear in both, whatever they hold.
///
/// The two-way algorithm of Crochemore and Perrin (J. ACM 38, 1991): the wanted bytes are cut where the period of
/// the whole is the local one, the right part is compared first, then the left part, and nothing is copied.
public struct TextSearch: Sendable {
  /// What is searched for.
  public let wanted: [UInt8]
  /// The last place of the left part; -1 if it is empty.
  private let cut: Int
  /// How far the search moves on after the right part fitted.
  private let period: Int
  /// Whether the left part repeats one period later, so that a part of the next comparison is known.
  private let isPeriodic: Bool

  /// Prepares the search for these bytes.
  public init(_ wanted: [UInt8]) {
    self.wanted = wanted
    let (up, down) = (TextSearch.greatestEnd(wanted, reversed: false), TextSearch.greatestEnd(wanted, reversed: true))
    let (cut, period) = up.cut > down.cut ? up : down
    self.cut = cut
    isPeriodic = wanted.prefix(cut + 1).elementsEqual(wanted.dropFirst(period).prefix(cut + 1))
    self.period = isPeriodic ? period : max(cut + 1, wanted.count - cut - 1) + 1
  }

  /// Prepares the search for the UTF-8 of a text.
  public init(_ wanted: String) { self.init(Array(wanted.utf8)) }

  /// The place where the greatest end of the bytes begins, less one, and the period of that end.
  private static func greatestEnd(_ bytes: [UInt8], reversed: Bool) -> (cut: Int, period: Int) {
    var (cut, place, offset, period) = (-1, 0, 1, 1)
    while place + offset < bytes.count {
      let (a, b) = (bytes[place + offset], bytes[cut + offset])
      if a == b {
        if offset == period {
          place += period
          offset = 1
        } else {
          offset += 1
        }
      } else if (a < b) != reversed {
        place += offset
        offset = 1
        period = place - cut
      } else {
        cut = place
        place += 1
        (offset, period) = (1, 1)
      }
    }
    return (cut, period)
  }

  /// The first place from `start` on where the bytes have what is wanted; `start` if nothing is wanted.
  public func first(in bytes: Span<UInt8>, from start: Int = 0) -> Int? {
    var compared = 0
    return first(in: bytes, from: start, compared: &compared)
  }

  /// The same; adds the number of bytes it compared.
  func first(in bytes: Span<UInt8>, from start: Int, compared: inout Int) -> Int? {
    let count = wanted.count
    var place = start
    // The first bytes of what is wanted that are known to fit at `place`.
    var known = 0
    while count <= bytes.count - place {
      var i = max(cut + 1, known)
      while i < count, wanted[i] == bytes[place + i] { i += 1 }
      compared += i - max(cut + 1, known) + 1
      guard i == count else {
        place += i - cut
        known = 0
        continue
      }
      i = cut
      while i >= known, wanted[i] == bytes[place + i] { i -= 1 }
      compared += cut - i + 1
      if i < known { return place }
      place += period
      known = isPeriodic ? count - period : 0
    }
    return nil
  }

  /// Whether a text holds what is wanted.
  public func isIn(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return first(in: bytes.span) != nil
  }

  /// A text with each occurrence replaced, from its beginning on; what is empty occurs nowhere.
  public func replaced(by new: String, in text: String) -> String {
    replaced(by: new, in: text) { _ in true } ?? text
  }

  /// The same; nil where it may not grow by so many bytes.
  func replaced(by new: String, in text: String, mayGrow: (Int) -> Bool) -> String? {
    let bytes = Array(text.utf8)
    guard !wanted.isEmpty, var next = first(in: bytes.span) else { return text }
    var out: [UInt8] = []
    var (done, counted) = (0, bytes.count)
    while true {
      let size = out.count + next - done + new.utf8.count
      if size > counted {
        // In steps that take some milliseconds, so that whoever is asked can stop the work.
        let more = size - counted + min(size / 2, 1 << 20)
        // No cell of a file is longer than 16 MB.
        guard mayGrow(size > max(bytes.count, 16 << 20) ? .max : more) else { return nil }
        counted += more
      }
      out += bytes[done..<next]
      out += new.utf8
      done = next + wanted.count
      guard let following = first(in: bytes.span, from: done) else { break }
      next = following
    }
    return String(decoding: out + bytes[done...], as: UTF8.self)
  }
}

extension String {
  /// Whether the bytes of another text are in it.
  public func containsBytes(of wanted: String) -> Bool {
    TextSearch(wanted).first(in: Array(utf8).span, from: 0) != nil
  }

  /// The text with every occurrence of another one replaced, compared by bytes: a combining mark after an occurrence hides it from
  /// a comparison by characters, and not from what reads the text.
  public func replacingBytes(_ wanted: String, with replacement: String) -> String {
    let (search, bytes) = (TextSearch(wanted), Array(utf8))
    guard !search.wanted.isEmpty, var found = search.first(in: bytes.span, from: 0) else { return self }
    var (out, start) = ([UInt8](), 0)
    while true {
      out += bytes[start..<found]
      out += replacement.utf8
      start = found + search.wanted.count
      guard let next = search.first(in: bytes.span, from: start) else { break }
      found = next
    }
    return String(decoding: out + bytes[start...], as: UTF8.self)
  }
}
