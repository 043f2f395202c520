import PodiumCore
import PodiumPlugin
import Testing

@Suite("Addresses")
struct AddressTests {
  @Test("an address is read into its parts")
  func parts() throws {
    let address = try WebAddress("HTTPS://example.org:8080/a/b%20c/data.csv?x=1,2#part")
    #expect(address.url == "https://example.org:8080/a/b%20c/data.csv?x=1,2")
    #expect(address.host == "example.org" && address.isSecure && !address.hasCredentials)
    #expect(address.lastPathPart == "data.csv")
    #expect(try WebAddress("http://[::1]:80/x").host == "[::1]")
    #expect(try WebAddress("http://127.0.0.1/").isLoopback)
    #expect(try WebAddress("http://h/å b/%C3%A5.csv").url == "http://h/%C3%A5%20b/%C3%A5.csv")
    #expect(try WebAddress("http://h/%C3%A5.csv").lastPathPart == "å.csv")
    #expect(try WebAddress("http://h?q=1").lastPathPart == "")
    #expect(try WebAddress("http://h/50%").lastPathPart == "50%")
  }

  @Test("a user and password are masked wherever an address is shown")
  func masked() throws {
    let address = try WebAddress("https://me:p@ss@example.org/x.csv")
    #expect(address.shown == "https://***@example.org/x.csv")
    #expect(address.hasCredentials && address.host == "example.org")
    #expect(address.url == "https://me:p@ss@example.org/x.csv")
    #expect(WebAddress.masked("http://example.org/a@b") == "http://example.org/a@b")
    #expect(WebAddress.masked("http://u@h?@") == "http://***@h?@")
    #expect(WebAddress.masked("no address @ all") == "no address @ all")
  }

  @Test(
    "addresses that cannot be fetched are refused",
    arguments: [
      ("ftp://example.org/x", "unknown-scheme"), ("file:///etc/passwd", "unknown-scheme"),
      ("s3://bucket/key", "unknown-scheme"), ("data.csv", "unknown-scheme"), ("http:/x", "unknown-scheme"),
      ("http://", "bad-url"), ("http:///x", "bad-url"), ("http://[::1/x", "bad-url"), ("http://:80/x", "bad-url"),
      ("http://a b/x", "bad-url"), ("http://u:p/q@h/x", "bad-url"), ("http://u:p#q@h", "bad-url"),
      ("http://h:80a/", "bad-url"),
      ("http://h/\u{1B}[2J", "bad-url"), ("http://h/\r\nHost: x", "bad-url"), ("http://u:p@/x", "bad-url"),
      ("http://h/" + String(repeating: "x", count: 9000), "bad-url"),
    ])
  func refused(text: String, code: String) {
    do throws(Diagnostic) {
      _ = try WebAddress(text)
      Issue.record("taken: \(text.prefix(50))")
    } catch {
      #expect(error.code == code)
      #expect(!error.message.contains("u:p"))
    }
  }

  @Test("the name of a file is that of the address, of the server, or of the kind of content")
  func names() {
    let endings: Set<String> = ["csv", "json", "txt", "html", "ndjson"]
    func name(
      _ url: String, type: String? = nil, suggested: String? = nil, bytes: [UInt8] = [], packed: Bool = false
    ) -> String {
      FetchedResource(
        bytes: bytes, url: url, mediaType: type, suggestedName: suggested, retrievedAt: Moment(microseconds: 0),
        wasPacked: packed
      ).fileName(known: endings)
    }
    #expect(name("http://h/a/data.csv?x=1", type: "text/html", suggested: "b.json") == "data.csv")
    #expect(name("http://h/export.php", suggested: "times.csv") == "times.csv")
    #expect(name("http://h/export", type: "application/geo+json") == "export.json")
    #expect(name("http://h/", type: "text/csv") == "h.csv")
    #expect(name("http://h/x", type: "image/png") == "x")
    #expect(name("http://h/x", suggested: "../../etc/passwd.csv") == "passwd.csv")
    #expect(name("http://h/x", suggested: "..\\a\u{1B}.csv") == "a_.csv")
    #expect(name("http://h/x%2F..%2F.csv") == "csv")
    #expect(name("http://h/d.csv.gz", bytes: [0x1F, 0x8B, 8]) == "d.csv.gz")
    #expect(name("http://h/d.csv.gz", bytes: [0x61], packed: true) == "d.csv")
    #expect(name("http://h/" + String(repeating: "x", count: 500) + ".csv").hasSuffix("x.csv"))
  }
}
