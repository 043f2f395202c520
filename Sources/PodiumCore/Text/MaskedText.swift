/// The text of a command as it may be kept and shown: `***` for the user and password in each address.
///
/// Notebooks, exported pages, the history file, the log of changes and errors that quote a line have only this text. Of
/// addresses other than http and https only a user with a password is hidden: a user alone is not a secret there.
public struct MaskedText: Sendable, Equatable {
  /// The text to keep.
  public let text: String
  /// Users and passwords in the original, in Unicode scalars, in order.
  private let hidden: [Range<Int>]

  /// What is kept of a user and password.
  public static let mark = "***"

  /// Whether the original contained a user or password.
  public var hidesSomething: Bool { !hidden.isEmpty }

  /// Hides the users and passwords of a text.
  public init(_ original: String) {
    guard original.utf8.contains(0x40) else {
      (text, hidden) = (original, [])
      return
    }
    let scalars = Array(original.unicodeScalars)
    var found: [Range<Int>] = []
    var place = 0
    while place + 3 <= scalars.count {
      guard scalars[place] == ":", scalars[place + 1] == "/", scalars[place + 2] == "/" else {
        place += 1
        continue
      }
      let user = MaskedText.user(before: place, in: scalars)
      if let user { found.append(user) }
      place = user?.upperBound ?? place + 3
    }
    hidden = found
    var out = String.UnicodeScalarView()
    var copied = 0
    for range in found {
      out.append(contentsOf: scalars[copied..<range.lowerBound])
      out.append(contentsOf: MaskedText.mark.unicodeScalars)
      copied = range.upperBound
    }
    out.append(contentsOf: scalars[copied...])
    text = String(out)
  }

  /// Where a place of the original is in the text to keep, in Unicode scalars.
  public func place(of original: Int) -> Int {
    var shift = 0
    for range in hidden where original > range.lowerBound {
      // A place inside a password is the end of its mark.
      if original < range.upperBound { return range.lowerBound + shift + MaskedText.mark.utf8.count }
      shift += MaskedText.mark.utf8.count - range.count
    }
    return original + shift
  }

  /// An error of the original, with the places and words of the text to keep.
  public func masking(_ error: Diagnostic) -> Diagnostic {
    guard hidesSomething else { return error }
    var error = error
    error.span = error.span.map { SourceSpan(place(of: $0.start), place(of: $0.end)) }
    error.message = MaskedText(error.message).text
    error.help = error.help.map { MaskedText($0).text }
    error.cause = error.cause.map { MaskedText($0).text }
    return error
  }

  /// A text that is one address, with the mark for its user and password whatever its scheme; `start` is where what
  /// follows `://` begins.
  public static func address(_ text: String, from start: String.Index) -> String {
    let scalars = Array(text[start...].unicodeScalars)
    guard let user = user(in: scalars, from: 0, to: scalars.count) else { return text }
    return String(text[..<start]) + mark + String(scalars: scalars[user.upperBound...])
  }

  /// The user and password after the `://` at a place; nil if there is nothing to hide.
  private static func user(before colon: Int, in scalars: [Unicode.Scalar]) -> Range<Int>? {
    var first = colon
    while first > 0, isOfScheme(scalars[first - 1]) { first -= 1 }
    guard first < colon else { return nil }
    let start = colon + 3
    let quote = first > 0 && "\"'`".unicodeScalars.contains(scalars[first - 1]) ? scalars[first - 1] : nil
    guard let place = user(in: scalars, from: start, to: end(of: quote, in: scalars, from: start)),
      place.lowerBound < place.upperBound
    else { return nil }
    let user = scalars[place]
    if user.elementsEqual(mark.unicodeScalars) { return nil }
    let hasPassword = user.contains(":")
    let scheme = String(scalars: scalars[first..<colon]).lowercased()
    let isSecret = (scheme == "http" || scheme == "https") && !user.contains(where: \.properties.isWhitespace)
    return isSecret || hasPassword ? place : nil
  }

  /// The end of the word that an address is in: the quote that closes it, else the next blank or quote.
  private static func end(of quote: Unicode.Scalar?, in scalars: [Unicode.Scalar], from start: Int) -> Int {
    var end = start
    while end < scalars.count {
      if let quote {
        if scalars[end] == quote || scalars[end].properties.isWhitespace && scalars[end] != " " { break }
        if scalars[end] == "\\" { end += 1 }
      } else if "\"`".unicodeScalars.contains(scalars[end]) || scalars[end].properties.isWhitespace {
        break
      }
      end += 1
    }
    return min(end, scalars.count)
  }

  /// Where the user and password are in an address, whose server begins at `start`.
  private static func user(in scalars: [Unicode.Scalar], from start: Int, to end: Int) -> Range<Int>? {
    let word = scalars[start..<end]
    let server = word.prefix { !"/?#".unicodeScalars.contains($0) }
    if let at = server.lastIndex(of: "@") { return start..<at }
    // What follows the colon is not a port: it is a password with a character that should have been written as %XX.
    guard let colon = server.firstIndex(of: ":"), server.first != "[",
      server[(colon + 1)...].contains(where: { !("0"..."9").contains($0) }), let at = word.lastIndex(of: "@")
    else { return nil }
    return start..<at
  }

  private static func isOfScheme(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII
      && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || "+-.".unicodeScalars.contains(scalar))
  }
}
