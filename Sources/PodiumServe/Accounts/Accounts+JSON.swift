internal import PodiumCore
internal import PodiumFiles

extension Accounts {
  /// Reads the form that is kept; throws `damaged-accounts`, and `newer-accounts` for a form of a later version.
  init(json bytes: [UInt8]) throws(Diagnostic) {
    struct Version: Decodable { let version: Int }
    do {
      let version = try SortedJSON.value(bytes) { try Version(from: $0).version }
      guard version <= Accounts.version else {
        throw Diagnostic(
          "newer-accounts", "the accounts were written by a newer podium (version \(version))",
          help: "use the newer podium")
      }
      self = try SortedJSON.value(bytes) { try Accounts(from: $0) }
    } catch {
      throw (error as? Diagnostic) ?? Accounts.damaged("\(error)")
    }
    let names = stored.map(\.name)
    guard names.allSatisfy(Accounts.isName), Set(names).count == names.count else {
      throw Accounts.damaged("an account has a name that is not one, or that of another")
    }
  }

  private static func damaged(_ cause: String) -> Diagnostic {
    Diagnostic(
      "damaged-accounts", "the accounts cannot be read, so no one is let in", help: "restore the file from a backup",
      cause: cause)
  }
}
