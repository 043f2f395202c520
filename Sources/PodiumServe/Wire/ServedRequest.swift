internal import PodiumCore

/// A request to a service, as values: no socket, no package.
public struct ServedRequest: Sendable {
  /// The method in capitals.
  public let method: String
  /// The target as it was sent, without the query.
  public let target: String
  /// The target with the query, as it was sent.
  let address: String
  /// The parameters of the query in order, decoded.
  public let query: [Parameter]
  /// The fields of the header by their names in lower case.
  public let header: [String: String]
  public let body: [UInt8]

  /// A parameter of a query or a field of a form.
  public struct Parameter: Sendable, Equatable {
    public let name: String
    public let value: String

    /// Names a parameter.
    public init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
  }

  /// Takes a request apart; nil where the target is none of ours: without a `/`, with a control character, with an escape
  /// that is not UTF-8.
  public init?(_ method: String, _ target: String, header: [String: String] = [:], body: [UInt8] = []) {
    guard target.utf8.first == UInt8(ascii: "/"), target.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
      return nil
    }
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard let query = parts.count > 1 ? ServedRequest.parameters(parts[1]) : [] else { return nil }
    (self.target, address) = (String(parts[0]), target)
    (self.method, self.query, self.header, self.body) = (method, query, header, body)
  }

  /// Parameters as addresses and forms have them; nil where an escape is not UTF-8.
  static func parameters(_ text: some StringProtocol) -> [Parameter]? {
    var found: [Parameter] = []
    for part in text.split(separator: "&") {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = PercentText.decoded(pair[0], plus: true),
        let value = PercentText.decoded(pair.count > 1 ? pair[1] : "", plus: true)
      else { return nil }
      found.append(Parameter(name, value))
    }
    return found
  }

  /// Whether whoever asks reads pages: a browser.
  var wantsPage: Bool {
    segments?.first != "api" && header["accept"]?.contains("text/html") == true
  }

  /// Whether the script of a page asks for a part of it.
  var isFragment: Bool { segments?.first != "api" && values("fragment").first == "1" }

  /// What a field such as `Accept` asks for, each with its weight; nil without the field.
  func wanted(_ field: String) -> [(name: String, weight: Double)]? {
    header[field]?.lowercased().split(separator: ",").compactMap { range in
      let parts = range.split(separator: ";").map { String($0.filter { $0 != " " }) }
      guard let weight = parts.dropFirst().first(where: { $0.hasPrefix("q=") }) else { return (parts.first ?? "", 1) }
      // A weight that is none wants nothing.
      return (parts.first ?? "", Double(weight.dropFirst(2)).flatMap { (0...1).contains($0) ? $0 : nil } ?? 0)
    }
  }

  /// Whether whoever asks has what a tag names already.
  func knows(_ tag: String) -> Bool {
    header["if-none-match"]?.split(separator: ",").contains { part in
      let text = part.filter { $0 != " " }
      return text == "*" || text == tag || text == "W/" + tag
    } == true
  }

  var isUnsafe: Bool { method != "GET" && method != "HEAD" }

  /// Whether it only looks up records, or who asks: no command runs for it.
  var isQuick: Bool {
    guard !isUnsafe, let parts = segments else { return false }
    // A stream begins without a query; so all who come back at once are let in.
    if [["healthz"], ["api", "v1", "me"], ["api", "v1", "events"]].contains(parts) { return true }
    // A filter, an order or a total may look at all records there are.
    return parts.first == "api" && (parts.count == 4 || parts.count == 5)
      && query.allSatisfy { ["limit", "fields", "after", "format"].contains($0.name) }
  }

  var isJSON: Bool {
    header["content-type"]?.split(separator: ";").first?.lowercased().filter { $0 != " " } == "application/json"
  }

  /// The whole address as a parameter of another one.
  var asNext: String { PercentText.encoded(ServedRequest.address(target, query)) }

  static func address(_ path: String, _ query: [Parameter]) -> String {
    let parts = query.map { PercentText.encoded($0.name) + "=" + PercentText.encoded($0.value) }
    return path + (parts.isEmpty ? "" : "?" + parts.joined(separator: "&"))
  }

  /// The parts of the target, decoded; nil where one is empty, or an escape is not UTF-8. One `/` at the end is left out.
  ///
  /// What an address leads to is decided by its parts alone: a target has many spellings.
  public var segments: [String]? {
    var found: [String] = []
    let path = target.utf8.dropFirst()
    let whole = path.last == UInt8(ascii: "/") ? path.dropLast() : path
    if whole.isEmpty { return path.isEmpty ? [] : nil }
    for part in whole.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map({ Substring($0) }) {
      guard !part.isEmpty, let text = PercentText.decoded(part) else { return nil }
      found.append(text)
    }
    return found
  }

  func values(_ name: String) -> [String] { query.filter { $0.name == name }.map(\.value) }
}

extension ServedRequest {
  /// Throws `unknown-parameter` where an address that takes none has one.
  func refuseParameters() throws(Diagnostic) {
    try GivenParameters(query).mustBe(among: [])
  }
}

/// Text in addresses, where `%41` stands for a byte.
enum PercentText {
  /// The text; nil where an escape is incomplete, or the bytes are not UTF-8.
  static func decoded(_ text: some StringProtocol, plus: Bool = false) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8.makeIterator()
    while let byte = rest.next() {
      switch byte {
      case UInt8(ascii: "%"):
        guard let high = rest.next().flatMap(digit), let low = rest.next().flatMap(digit) else { return nil }
        bytes.append(high * 16 + low)
      case UInt8(ascii: "+") where plus: bytes.append(UInt8(ascii: " "))
      default: bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  /// The text with everything but letters, digits and `-._~` as escapes.
  static func encoded(_ text: String) -> String {
    text.utf8.map { byte in
      plain.contains(byte)
        ? String(Unicode.Scalar(byte)) : (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }

  private static let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~".utf8)

  private static func digit(_ byte: UInt8) -> UInt8? {
    byte < 0x80 ? Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) } : nil
  }
}
