public import PodiumCore
internal import PodiumFiles
internal import PodiumPlugin

/// What must hold before a service starts.
public enum RunningChecks {
  /// Throws where others than the owner could read what the service shows, or talk to it in clear text.
  ///
  /// `isProtected` says that connections are encrypted, by the service or by a proxy in front of it.
  public static func check(_ address: ListenAddress, isProtected: Bool, names: [String]) throws(Diagnostic) {
    guard address.isLoopback || isProtected else {
      throw Diagnostic(
        "open-service", "'\(address.host)' is reached from other machines, so it needs TLS",
        help: "add --tls-cert F --tls-key F, or --behind-proxy ADDRESS, or listen at 127.0.0.1")
    }
    guard !address.isEverywhere || !names.isEmpty else {
      throw Diagnostic(
        "no-host", "'\(address.host)' is every address of this machine, and clients name none of them",
        help: "add --host NAME, as clients write it")
    }
  }

  /// Throws `unknown-file` and `open-workspace` for the workspace, which is not made here.
  public static func check(workspace path: String, isNamed: Bool) throws(Diagnostic) {
    if isNamed, DiskFiles().kind(of: path) == .none {
      throw Diagnostic(
        "unknown-file", "there is no workspace '\(path)'",
        help: "see the path; podium --workspace FILE makes one with its first record")
    }
    for file in [path, path + "-wal"] {
      guard AccountsFile.isOpen(file) else { continue }
      throw Diagnostic("open-workspace", "others may read '\(file)'", help: "chmod 600 \(ShellWord.quoted(file))")
    }
  }

  /// The accounts of a file; throws `no-accounts`, and what reading them throws.
  public static func check(_ file: AccountsFile) throws(Diagnostic) {
    guard try file.read().all.isEmpty else { return }
    throw Diagnostic(
      "no-accounts", "there are no accounts in '\(file.path)', so no one could log in",
      help: "podium serve user add NAME --role admin")
  }

  /// A proxy's address; throws `bad-value`.
  public static func proxy(_ text: String) throws(Diagnostic) -> String {
    if let address = IPAddress.canonical(text) { return address }
    throw Diagnostic(
      "bad-value", "'\(Abridged.text(text))' is not the address of a proxy",
      help: "write an IP address, as in 127.0.0.1")
  }

  /// A name that clients reach the service by; throws `bad-value`.
  public static func name(_ text: String) throws(Diagnostic) -> String {
    guard !text.isEmpty, text.utf8.first != UInt8(ascii: ":"), let address = try? ListenAddress(text),
      !address.isEverywhere
    else {
      throw Diagnostic("bad-value", "'\(Abridged.text(text))' is not the name of a host", help: "as in podium.example")
    }
    return text.lowercased()
  }

  /// The path of a page that needs no account, without slashes at its ends; throws `bad-value`.
  public static func page(_ text: String) throws(Diagnostic) -> String {
    if text.utf8.first == UInt8(ascii: "/"), let parts = ServedRequest("GET", text)?.segments, !parts.isEmpty {
      return parts.joined(separator: "/")
    }
    throw Diagnostic("bad-value", "'\(Abridged.text(text))' is not the path of a page", help: "as in --public /live")
  }
}
