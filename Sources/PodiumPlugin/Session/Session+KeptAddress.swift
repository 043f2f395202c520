public import PodiumCore

extension Session {
  /// Whether the query of an address gives a password.
  private static func namesPassword(_ address: String) -> Bool {
    guard let query = address.split(separator: "?", maxSplits: 1).dropFirst().first else { return false }
    return query.split(separator: "&").contains {
      ["password", "passwd", "pwd", "pass"].contains($0.prefix { $0 != "=" }.lowercased())
    }
  }

  /// Checks an address that the workspace keeps, and that a later command fetches from.
  ///
  /// It is a matter of trust, as an external program is: the later command sends it what its names in braces stand for.
  /// `places` are those names, and `key` is what the command calls the address. A missing address is the built-in one.
  ///
  /// Throws `trust-refused` in an untrusted file, `bad-value` for other names in braces and for a user or password, and
  /// what `WebAddress` throws.
  public func checkKept(
    _ address: String?, _ key: String, places: [String], span: SourceSpan?
  ) throws(Diagnostic) {
    guard services.isTrusted else {
      throw Diagnostic(
        "trust-refused", "'\(key)' is an address that later commands fetch from, which an untrusted file may not set",
        span: span, help: "set it yourself, or run the file with --trust if you know what it does")
    }
    guard let address else { return }
    var bare = address
    for name in places { bare = bare.replacing(name, with: "1") }
    guard !bare.utf8.contains(UInt8(ascii: "{")), !bare.utf8.contains(UInt8(ascii: "}")) else {
      throw .badValue(
        key, WebAddress.masked(address),
        allowed: "an address with no other names in braces than " + places.joined(separator: ", "), span: span)
    }
    do throws(Diagnostic) {
      guard try !WebAddress(bare).hasCredentials, !Session.namesPassword(bare) else {
        throw Diagnostic(
          "bad-value", "'\(key)' must not have a user or password, because the workspace keeps it",
          help: "use an address that needs no login")
      }
    } catch {
      throw error.at(span)
    }
  }
}
