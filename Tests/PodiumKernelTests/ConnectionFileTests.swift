import PodiumCore
import PodiumTestKit
import Testing

@testable import PodiumKernel

@Suite struct ConnectionFileTests {
  private static let good = """
    {"shell_port": 5001, "iopub_port": 5002, "stdin_port": 5003, "control_port": 5004, "hb_port": 5005,
     "ip": "127.0.0.1", "key": "a-b-c", "transport": "tcp", "signature_scheme": "hmac-sha256", "kernel_name": "podium",
     "jupyter_session": ""}
    """

  private static func read(_ text: String) throws -> ConnectionFile {
    try ConnectionFile(reading: "/k.json", with: MemoryFiles(["/k.json": text]))
  }

  private static func fault(_ text: String) -> Diagnostic? {
    do {
      _ = try read(text)
      return nil
    } catch { return error as? Diagnostic }
  }

  @Test func `a file as Jupyter writes it gives five addresses and the key`() throws {
    let file = try Self.read(Self.good)
    #expect(
      ConnectionFile.Port.allCases.map { file.address(of: $0).text }
        == [5004, 5001, 5003, 5002, 5005].map {
          "tcp://127.0.0.1:\($0)"
        })
    #expect(file.key == Array("a-b-c".utf8))
  }

  @Test func `socket files have the path and a number`() throws {
    let file = try Self.read(
      Self.good.replacing("\"tcp\"", with: "\"ipc\"").replacing("127.0.0.1", with: "/sockets/k-ipc"))
    #expect(file.address(of: .iopub).text == "ipc:///sockets/k-ipc-5002")
  }

  @Test func `localhost and other numbers of loopback are this machine, and an empty key is allowed`() throws {
    #expect(try Self.read(Self.good.replacing("127.0.0.1", with: "localhost")).ip == "127.0.0.1")
    #expect(try Self.read(Self.good.replacing("127.0.0.1", with: "127.1.2.3")).ip == "127.1.2.3")
    let unsigned = Self.good.replacing("a-b-c", with: "").replacing("hmac-sha256", with: "")
    #expect(try Self.read(unsigned).key.isEmpty)
  }

  static let bad: [(String, String, String)] = [
    ("\"tcp\"", "\"udp\"", "transport 'udp'"), ("127.0.0.1", "0.0.0.0", "address '0.0.0.0'"),
    ("127.0.0.1", "*", "address '*'"), ("127.0.0.1", "192.168.1.7", "address"),
    ("127.0.0.1", "127.0.0.1.evil.org", "address"),
    ("127.0.0.1", "127.0.0.256", "address"), ("127.0.0.1", "127.1", "address"), ("127.0.0.1", "127.0.0.+1", "address"),
    ("127.0.0.1", "", "address"), ("127.0.0.1", "::1", "address"),
    ("hmac-sha256", "hmac-md5", "signature scheme 'hmac-md5'"), ("5001", "5002", "port 5002 twice"),
    ("5001", "0", "'shell_port' that is not a port"), ("5001", "65536", "'shell_port'"), ("5001", "-1", "'shell_port'"),
    ("5001", "1e300", "'shell_port'"), ("5001", "99999999999999999999", "'shell_port'"),
    ("5001", "\"5001\"", "'shell_port'"),
    ("5001", "50.5", "'shell_port'"), ("\"shell_port\"", "\"shell\"", "no 'shell_port'"),
    ("\"ip\"", "\"ap\"", "no 'ip'"),
    ("\"a-b-c\"", "7", "'key' that is not a text"), ("\"tcp\"", "null", "'transport' that is not a text"),
  ]

  @Test(arguments: bad)
  func `what cannot be used is named`(_ old: String, _ new: String, _ part: String) {
    let error = Self.fault(Self.good.replacing(old, with: new))
    #expect(error?.code == "bad-connection" && error?.help != nil)
    #expect(
      error?.message.contains(part) == true && error?.message.contains("'/k.json'") == true, "\(error?.message ?? "")")
  }

  @Test func `socket files need a path`() {
    let text = Self.good.replacing("\"tcp\"", with: "\"ipc\"")
    #expect(Self.fault(text.replacing("127.0.0.1", with: ""))?.code == "bad-connection")
    #expect(Self.fault(text.replacing("127.0.0.1", with: "/sockets/a\\u0000b"))?.code == "bad-connection")
  }

  @Test(arguments: [
    ("", "malformed-json"), ("{", "malformed-json"), (String(good.prefix(100)), "malformed-json"),
    ("[1]", "bad-connection"),
    ("7", "bad-connection"), (String(repeating: "[", count: 10_000), "malformed-json"),
    (good + String(repeating: " ", count: 70_000), "bad-connection"),
  ])
  func `a file that is not one object of JSON is refused`(_ text: String, _ code: String) {
    #expect(Self.fault(text)?.code == code)
  }

  @Test func `a missing file is named`() {
    let error = #expect(throws: Diagnostic.self) { try ConnectionFile(reading: "/none.json", with: MemoryFiles()) }
    #expect(error?.code == "unknown-file")
  }
}
