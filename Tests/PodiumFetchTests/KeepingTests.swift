import Glibc
import PodiumCore
import PodiumPlugin
import PodiumTestKit
import Testing

@testable import PodiumFetch

@Suite("What was fetched before")
struct KeepingTests {
  static let later = Moment(microseconds: 1_800_000_000_000_000)

  /// A server whose content has a version.
  private func server(
    etag: String? = "\"v1\"", modified: String? = nil, body: String = "a\n1\n", _ more: [String] = []
  ) throws -> LoopbackServer {
    try LoopbackServer { request in
      let headers = (etag.map { ["ETag: " + $0] } ?? []) + (modified.map { ["Last-Modified: " + $0] } ?? []) + more
      let isSame =
        etag.map { request.headers["if-none-match"] == $0 }
        ?? modified.map { request.headers["if-modified-since"] == $0 } ?? false
      return isSame
        ? LoopbackServer.reply("304 Not Modified", headers) : LoopbackServer.reply(body, type: "text/csv", headers)
    }
  }

  @Test("unchanged content is not sent again and keeps its original date")
  func unchanged() throws {
    let folder = TemporaryFolder()
    for server in [try server(), try server(etag: nil, modified: "Wed, 01 May 2024 10:00:00 GMT")] {
      let first = try Fetching.get(server.url("/x.csv"), client: Fetching.client(cache: folder.path + "/a/b"))
      let second = try Fetching.get(
        server.url("/x.csv"), client: Fetching.client(cache: folder.path + "/a/b", at: Self.later))
      #expect(!first.wasUnchanged && second.wasUnchanged && second.retrievedAt == Fetching.moment)
      #expect(second.text == first.text && second.etag == first.etag && second.mediaType == "text/csv")
      #expect(server.requests.count == 2)
    }
    var status = stat()
    for name in try files(folder.path + "/a/b") {
      #expect(stat(folder.path + "/a/b/" + name, &status) == 0 && status.st_mode & 0o777 == 0o600)
    }
    #expect(stat(folder.path + "/a/b", &status) == 0 && status.st_mode & 0o777 == 0o700)
  }

  @Test("changed content is sent and kept again")
  func changed() throws {
    let folder = TemporaryFolder()
    let client = Fetching.client(cache: folder.path)
    let count = Counter()
    let server = try LoopbackServer { _ in
      let number = count.next()
      return LoopbackServer.reply("a\n\(number)\n", type: "text/csv", ["ETag: \"\(number)\""])
    }
    #expect(try Fetching.get(server.url("/x"), client: client).text == "a\n1\n")
    #expect(try Fetching.get(server.url("/x"), client: client).text == "a\n2\n")
    #expect(server.requests.map { $0.headers["if-none-match"] } == [nil, "\"1\""])
    #expect(try files(folder.path).count == 1)
  }

  @Test("without the server there is an error, never an old copy")
  func offline() throws {
    let folder = TemporaryFolder()
    var url = ""
    do {
      let server = try server()
      url = server.url("/x.csv")
      _ = try Fetching.get(url, client: Fetching.client(cache: folder.path))
    }
    var error = Fetching.failure(url, client: Fetching.client(cache: folder.path))
    for _ in 0..<100 where error?.code != "not-connected" {
      error = Fetching.failure(url, client: Fetching.client(cache: folder.path))
    }
    #expect(error?.code == "not-connected")
  }

  @Test("no-store content, content that needs a password and content without a validator are not kept")
  func notKept() throws {
    let folder = TemporaryFolder()
    let client = Fetching.client(cache: folder.path)
    let secret = try server(["Cache-Control: private, no-store"])
    _ = try Fetching.get(secret.url("/x"), client: client)
    // A server ends with its last use.
    let opened = try server()
    let unmarked = try server(etag: nil)
    try withExtendedLifetime((opened, unmarked)) {
      _ = try Fetching.get("http://me:word@127.0.0.1:\(opened.port)/x", client: client)
      _ = try Fetching.get(unmarked.url("/x"), client: client)
    }
    #expect(try files(folder.path).isEmpty)
  }

  @Test("a damaged copy is ignored")
  func damaged() throws {
    let folder = TemporaryFolder()
    let client = Fetching.client(cache: folder.path)
    let server = try server(body: "a\n" + String(repeating: "1\n", count: 500))
    let whole = try Fetching.get(server.url("/x.csv"), client: client)
    let name = try #require(try files(folder.path).first)
    let path = folder.path + "/" + name
    let good = try bytes(path)
    for damage in 0..<6 {
      var bad = good
      switch damage {
      case 0: bad.removeLast(100)
      case 1: bad[bad.count - 20] ^= 1
      case 2: bad = []
      case 3: bad = [UInt8](repeating: 0xFF, count: 5000)
      case 4: bad[3] ^= 0x40
      default: bad = Array("{\"podium-fetch\":1}\n".utf8)
      }
      try write(bad, path)
      let again = try Fetching.get(server.url("/x.csv"), client: client)
      #expect(again.bytes == whole.bytes && !again.wasUnchanged, "damage \(damage)")
      #expect(try bytes(path).count == good.count)
    }
    #expect(try Fetching.get(server.url("/x.csv"), client: client).wasUnchanged)
    // A link or a folder in its place is not followed and does no harm.
    unlink(path)
    mkdir(path, 0o700)
    #expect(try Fetching.get(server.url("/x.csv"), client: client).bytes == whole.bytes)
  }

  @Test("a redirect that leads elsewhere than before is fetched again")
  func movedOn() throws {
    let folder = TemporaryFolder()
    let client = Fetching.client(cache: folder.path)
    let count = Counter()
    // A server that accepts any old validator as current.
    let server = try LoopbackServer { request in
      if request.target == "/latest" { return LoopbackServer.reply("302 Found", ["Location: /day\(count.next())"]) }
      if request.headers["if-none-match"] != nil { return LoopbackServer.reply("304 Not Modified") }
      return LoopbackServer.reply(request.target, type: "text/csv", ["ETag: \"same\""])
    }
    #expect(try Fetching.get(server.url("/latest"), client: client).text == "/day1")
    // Asked twice: the first response was "not modified" for another copy.
    #expect(try Fetching.get(server.url("/latest"), client: client).text == "/day3")
  }

  @Test("with a folder that cannot be written, only the copy is lost")
  func unwritable() throws {
    let folder = TemporaryFolder()
    try write([1], folder.path + "/file")
    let client = Fetching.client(cache: folder.path + "/file/below")
    let server = try server()
    #expect(try Fetching.get(server.url("/x"), client: client).text == "a\n1\n")
    #expect(try Fetching.get(server.url("/x"), client: client).text == "a\n1\n")
    #expect(try bytes(folder.path + "/file") == [1])
  }

  @Test("the least recently used copies are removed above the limit, with abandoned drafts")
  func bounded() throws {
    let folder = TemporaryFolder()
    var cache = FetchCache(folder: folder.path)
    cache.sizeLimit = 5000
    cache.entryLimit = 2500
    let head = KeptHead(
      url: "u", finalURL: "u", etag: "\"e\"", retrievedAt: Fetching.moment, wasPacked: false)
    try write([1], folder.path + "/draft-000000")
    var times = [timespec(tv_sec: 1, tv_nsec: 0), timespec(tv_sec: 1, tv_nsec: 0)]
    utimensat(AT_FDCWD, folder.path + "/draft-000000", &times, 0)
    for name in ["a", "b"] { cache.keep([UInt8](repeating: 7, count: 2000), head, name) }
    for (name, second) in [("a", 10), ("b", 20)] {
      times = [timespec(tv_sec: second, tv_nsec: 0), timespec(tv_sec: second, tv_nsec: 0)]
      utimensat(AT_FDCWD, folder.path + "/\(name).fetch", &times, 0)
    }
    cache.touch("a")
    cache.keep([UInt8](repeating: 8, count: 2000), head, "c")
    #expect(try files(folder.path).sorted() == ["a.fetch", "c.fetch"])
    cache.keep([UInt8](repeating: 8, count: 2600), head, "c")
    #expect(try files(folder.path) == ["a.fetch"])
    #expect(cache.bytes("a", of: head) == [UInt8](repeating: 7, count: 2000))
    // The last second that ext4 has, in 2446, is more than 64 bits of nanoseconds.
    times = [timespec(tv_sec: 15_032_385_535, tv_nsec: 0), timespec(tv_sec: 15_032_385_535, tv_nsec: 0)]
    utimensat(AT_FDCWD, folder.path + "/a.fetch", &times, 0)
    cache.keep([UInt8](repeating: 8, count: 2000), head, "d")
    #expect(try files(folder.path).sorted() == ["a.fetch", "d.fetch"])
  }

  @Test("many threads at once see only complete copies")
  func together() throws {
    let folder = TemporaryFolder()
    let server = try server(body: "a\n" + String(repeating: "12345\n", count: 20_000))
    let client = Fetching.client(cache: folder.path)
    let texts = Parallel.map(count: 24, threads: 8) { _ in
      (try? Fetching.get(server.url("/x.csv"), client: client))?.bytes.count
    }
    #expect(texts == [Int?](repeating: 120_002, count: 24))
    #expect(try files(folder.path).count == 1)
  }

  // MARK: Files

  private func files(_ folder: String) throws -> [String] {
    let listing = try #require(opendir(folder))
    defer { closedir(listing) }
    var names: [String] = []
    while let entry = readdir(listing) {
      let name = withUnsafePointer(to: entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }

  private func bytes(_ path: String) throws -> [UInt8] {
    let file = open(path, O_RDONLY)
    try #require(file >= 0)
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    let count = read(file, &buffer, buffer.count)
    try #require(count >= 0)
    return Array(buffer.prefix(count))
  }

  private func write(_ bytes: [UInt8], _ path: String) throws {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    try #require(file >= 0)
    defer { close(file) }
    #expect(Glibc.write(file, bytes, bytes.count) == bytes.count)
  }
}
