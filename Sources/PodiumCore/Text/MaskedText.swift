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
    let rest = text[start...]
    let end = rest.utf8.firstIndex { $0 == 0x2F || $0 == 0x3F || $0 == 0x23 } ?? rest.endIndex
    guard let at = rest[..<end].utf8.lastIndex(of: 0x40) else { return text }
    return String(text[..<start]) + mark + String(text[at...])
  }

  /// The user and password after the `://` at a place; nil if there is nothing to hide.
  private static func user(before colon: Int, in scalars: [Unicode.Scalar]) -> Range<Int>? {
    var first = colon
    while first > 0, isOfScheme(scalars[first - 1]) { first -= 1 }
    guard first < colon else { return nil }
    let start = colon + 3
    var end = start
    while end < scalars.count, !endsServer(scalars[end]) { end += 1 }
    guard let at = scalars[start..<end].lastIndex(of: "@"), at > start else { return nil }
    let user = scalars[start..<at]
    if user.elementsEqual(mark.unicodeScalars) { return nil }
    let scheme = String(String.UnicodeScalarView(scalars[first..<colon])).lowercased()
    return scheme == "http" || scheme == "https" || user.contains(":") ? start..<at : nil
  }

  private static func isOfScheme(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII
      && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || "+-.".unicodeScalars.contains(scalar))
  }

  /// Whether a scalar ends the part of an address with user and server, or the address.
  private static func endsServer(_ scalar: Unicode.Scalar) -> Bool {
    "/?#\"`".unicodeScalars.contains(scalar) || scalar.properties.isWhitespace
  }
}
