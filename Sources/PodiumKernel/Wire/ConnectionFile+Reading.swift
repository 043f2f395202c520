package import PodiumCore
package import PodiumPlugin

extension ConnectionFile {
  /// A file of Jupyter has some 400 bytes.
  private static let sizeLimit = 64 << 10
  private static let scheme = "hmac-sha256"

  /// Reads a file.
  ///
  /// Throws what reading throws, `malformed-json` with the line, and `bad-connection` for a member that is missing or cannot be used.
  package init(reading path: String, with files: any FileAccess) throws(Diagnostic) {
    let bytes = try files.start(of: path, count: ConnectionFile.sizeLimit + 1, shown: path)
    guard bytes.count <= ConnectionFile.sizeLimit else {
      throw ConnectionFile.bad(path, "is larger than 64 KB")
    }
    let json: JSONValue
    do throws(Diagnostic) { json = try JSONReader.value(bytes) } catch {
      throw Diagnostic(error.code, "the connection file '\(path)' is not JSON: \(error.message)")
    }
    guard json.members != nil else { throw ConnectionFile.bad(path, "does not hold an object") }
    let member = Member(file: path, json: json)
    let name = try member.text("transport", default: Transport.tcp.rawValue)
    guard let transport = Transport(rawValue: name) else {
      throw ConnectionFile.bad(path, "has the transport \(Abridged.quoted(name)), and only tcp and ipc are supported")
    }
    let ip = try member.text("ip", default: nil)
    self.init(transport: transport, ip: ip, ports: [:], key: Array(try member.text("key", default: "").utf8))
    let scheme = try member.text("signature_scheme", default: ConnectionFile.scheme)
    guard key.isEmpty || scheme == ConnectionFile.scheme else {
      throw ConnectionFile.bad(
        path, "has the signature scheme \(Abridged.quoted(scheme)), and only '\(ConnectionFile.scheme)' is supported")
    }
    if transport == .tcp {
      guard let address = ConnectionFile.loopback(ip) else {
        throw ConnectionFile.bad(
          path, "has the address \(Abridged.quoted(ip)), and only addresses of this machine (127.0.0.1) are supported")
      }
      self.ip = address
    } else if ip.isEmpty || ip.utf8.contains(0) {
      throw ConnectionFile.bad(path, "has no path for its sockets in 'ip'")
    }
    for port in Port.allCases {
      let number = try member.port(port.rawValue)
      if let other = ports.first(where: { $0.value == number })?.key {
        throw ConnectionFile.bad(path, "has the port \(number) twice: in '\(other.rawValue)' and '\(port.rawValue)'")
      }
      ports[port] = number
    }
  }

  /// The address if it is one of loopback, as numbers.
  private static func loopback(_ ip: String) -> String? {
    if ip == "localhost" { return "127.0.0.1" }
    let numbers = ip.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map { part in
      part.count <= 3 && part.allSatisfy { (0x30...0x39).contains($0) } ? UInt8(Substring(part)) : nil
    }
    return numbers.count == 4 && numbers[0] == 127 && !numbers.contains(nil) ? ip : nil
  }

  fileprivate static func bad(_ path: String, _ what: String) -> Diagnostic {
    Diagnostic(
      "bad-connection", "the connection file '\(path)' \(what)",
      help: "Jupyter writes this file and starts the kernel: 'podium kernel install' makes podium known to it")
  }

  /// The members of the file, each of its type.
  private struct Member {
    let file: String
    let json: JSONValue

    /// The default is for a member that is missing; without one it is required.
    func text(_ key: String, default standard: String?) throws(Diagnostic) -> String {
      guard let value = json[key] else {
        guard let standard else { throw bad(file, "has no '\(key)'") }
        return standard
      }
      guard let text = value.string else { throw bad(file, "has a '\(key)' that is not a text") }
      return text
    }

    func port(_ key: String) throws(Diagnostic) -> Int {
      guard let value = json[key] else { throw bad(file, "has no '\(key)'") }
      guard let port = value.integer, (1...65_535).contains(port) else {
        throw bad(file, "has a '\(key)' that is not a port from 1 to 65535: \(Abridged.text(value.text))")
      }
      return port
    }
  }
}
