import Glibc
import PodiumCore
import PodiumFormats
import PodiumPlugin
import PodiumTestKit
import Testing

@testable import PodiumFetch

/// Redirects to addresses that only this machine or its network can reach.
struct AddressScopeTests {
  private static func scope(_ text: String) throws -> AddressScope {
    var (four, six) = (in_addr(), in6_addr())
    if inet_pton(AF_INET, text, &four) == 1 { return AddressScope(v4: withUnsafeBytes(of: &four) { Array($0) }) }
    try #require(inet_pton(AF_INET6, text, &six) == 1, "\(text)")
    return AddressScope(v6: withUnsafeBytes(of: &six) { Array($0) })
  }

  @Test(arguments: [
    "127.0.0.1", "127.255.255.254", "0.0.0.0", "0.1.2.3", "::1", "::", "::ffff:127.0.0.1", "::ffff:0.0.0.0",
    "::127.0.0.1", "64:ff9b::127.0.0.1", "2002:7f00:1::",
  ])
  func `this machine in all its spellings`(_ text: String) throws { #expect(try Self.scope(text) == .machine) }

  @Test(arguments: [
    "10.0.0.1", "10.255.255.255", "172.16.0.1", "172.31.255.255", "192.168.0.1", "169.254.169.254", "100.64.0.1",
    "100.127.255.255", "192.0.0.192", "198.18.0.1", "198.19.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255",
    "::ffff:10.0.0.1", "::ffff:169.254.169.254", "64:ff9b::10.0.0.1", "64:ff9b:1::1", "2002:a00:1::", "fc00::1",
    "fd12:3456::1", "fe80::1", "febf::1", "fec0::1", "ff02::1", "2001::1", "100::1", "4000::1",
  ])
  func `the local network and reserved ranges`(_ text: String) throws { #expect(try Self.scope(text) == .network) }

  @Test(arguments: [
    "1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.1",
    "169.253.0.1", "172.15.255.255", "172.32.0.0", "192.0.1.1", "192.167.0.1", "192.169.0.1", "198.17.0.1",
    "198.20.0.1", "223.255.255.255", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "2002:808:808::", "2606:4700::1111",
    "2a00:1450::1",
  ])
  func `the internet`(_ text: String) throws { #expect(try Self.scope(text) == .internet) }

  @Test func `bytes of another length are never the internet`() {
    #expect(AddressScope(v4: []) == .network && AddressScope(v6: [1, 2]) == .network)
  }

  /// Whether connections to some scopes are allowed; each list follows a redirect, but the first.
  private static func allowed(_ hops: [[AddressScope]]) -> [[Bool]] {
    var reach = Reach()
    return hops.enumerated().map { number, scopes in
      if number > 0 { reach.redirect() }
      return scopes.map { reach.allows($0) }
    }
  }

  @Test func `after a redirect nothing nearer is reached, and the first address may be any`() {
    // The first name may have several addresses, and a redirect may stay on the same connection.
    let far: [[AddressScope]] = [[.machine, .internet], [.machine, .network, .internet], [], [.network]]
    #expect(Self.allowed(far) == [[true, true], [false, false, true], [], [false]])
    let near: [[AddressScope]] = [[.machine], [.machine, .internet], [.machine, .internet]]
    #expect(Self.allowed(near) == [[true], [true, true], [false, true]])
  }

  /// A client to which one port of this machine is a server of the given scope.
  private static func client(_ port: Int, is scope: AddressScope) -> HTTPClient {
    HTTPClient(
      cacheFolder: nil, version: "test", clock: { Fetching.moment }, unpack: PackedTransfer.unpack,
      scope: { $1 == port ? scope : $2 })
  }

  @Test(arguments: [AddressScope.internet, .network])
  func `a redirect from elsewhere to this machine is refused before anything is sent`(_ scope: AddressScope) throws {
    let inner = try LoopbackServer { _ in LoopbackServer.reply("a\n1\n", type: "text/csv") }
    let target = inner.url("/secret?token=1")
    let outer = try LoopbackServer { _ in LoopbackServer.reply("302 Found", ["Location: " + target]) }
    let error = try #require(
      Fetching.failure(outer.url("/x.csv"), client: Self.client(outer.port, is: scope)))
    #expect(error.code == "redirect-refused", "\(error.code): \(error.message)")
    #expect(error.message.contains("'\(target)', which is this machine"), "\(error.message)")
    #expect(inner.requests.isEmpty && outer.requests.count == 1)
  }

  @Test func `a redirect to an address in the local network is refused too`() throws {
    let inner = try LoopbackServer { _ in LoopbackServer.reply("a\n1\n", type: "text/csv") }
    let outer = try LoopbackServer { _ in LoopbackServer.reply("302 Found", ["Location: " + inner.url("/")]) }
    let (far, near) = (outer.port, inner.port)
    let client = HTTPClient(
      cacheFolder: nil, version: "test", clock: { Fetching.moment }, unpack: PackedTransfer.unpack,
      scope: { $1 == far ? .internet : $1 == near ? .network : $2 })
    let error = try #require(Fetching.failure(outer.url("/x.csv"), client: client))
    #expect(error.code == "redirect-refused" && error.message.contains("in the local network"))
    #expect(inner.requests.isEmpty)
  }

  @Test func `an address whose password was not saved is refused, and one with it keeps its name`() throws {
    #expect(Fetching.failure("http://***@127.0.0.1:1/x.csv")?.code == "password-not-saved")
    let server = try LoopbackServer { _ in LoopbackServer.reply("a\n1\n", type: "text/csv") }
    let found = try Fetching.get("http://ann:hush@127.0.0.1:\(server.port)/times.csv")
    #expect(found.fileName(known: ["csv"]) == "times.csv")
  }

  @Test func `a typed address of this machine, and its redirects, are followed`() throws {
    let inner = try LoopbackServer { _ in LoopbackServer.reply("a\n1\n", type: "text/csv") }
    let target = inner.url("/data.csv")
    let outer = try LoopbackServer { _ in LoopbackServer.reply("302 Found", ["Location: " + target]) }
    #expect(try Fetching.get(outer.url("/x.csv")).text == "a\n1\n")
    #expect(try Fetching.get(inner.url("/x.csv"), client: Self.client(inner.port, is: .internet)).text == "a\n1\n")
  }

  @Test func `a redirect from this machine to the internet is followed`() throws {
    let inner = try LoopbackServer { _ in LoopbackServer.reply("a\n1\n", type: "text/csv") }
    let outer = try LoopbackServer { _ in LoopbackServer.reply("302 Found", ["Location: " + inner.url("/")]) }
    #expect(try Fetching.get(outer.url("/"), client: Self.client(inner.port, is: .internet)).text == "a\n1\n")
  }
}
