import Glibc
import PodiumCore
import PodiumTestKit
import SurfModel

/// Small made files for the readers, and real ones next to the checkout.
enum Sample {
  static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  /// The error of a call; nil where it succeeds.
  static func failure(_ body: () throws -> Void) -> Diagnostic? {
    do {
      try body()
      return nil
    } catch { return error as? Diagnostic }
  }

  /// The rows of a table without quotes, with their lines.
  static func rows(_ text: some StringProtocol) -> [(line: Int, cells: [String])] {
    let lines = String(text).split(omittingEmptySubsequences: false) { $0 == "\n" }
    return lines.enumerated().filter { !$1.isEmpty }.map { number, line in
      (number + 1, line.split(omittingEmptySubsequences: false) { $0 == "," }.map(String.init))
    }
  }

  /// A zone of a rule alone, in the form of the IANA database.
  static func zone(_ rule: String, offset: Int) throws -> ZoneRules {
    func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
    let counts = [0, 0, 0, 0, 1, 4].flatMap(number)
    let head = bytes("TZif2") + [UInt8](repeating: 0, count: 15) + counts
    let block = head + number(offset) + [0, 0] + bytes("AAA") + [0]
    return try ZoneRules(block + block + bytes("\n\(rule)\n"))
  }

  /// The clocks of the Pacific coast of the United States since 2007.
  static func pacific() throws -> ZoneRules { try zone("PST8PDT,M3.2.0,M11.1.0", offset: -28_800) }

  static func moment(_ text: String) -> Moment? { Moment(iso: text) }
}

/// Files of the folder of surf data next to the checkout.
enum SharedFile {
  static let hasSurf = access(path("SOURCES.md"), R_OK) == 0

  static func path(_ file: String) -> String { Checkout.shared("data/surf/" + file) }

  /// The bytes of a file; empty where it cannot be read.
  static func bytes(_ path: String) -> [UInt8] {
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    return rest(of: file)
  }

  static func surf(_ file: String) -> [UInt8] { bytes(path(file)) }

  /// A file that is packed by gzip, which every Debian has.
  static func unpacked(_ file: String) -> [UInt8] {
    guard let pipe = popen("gunzip -c '\(path(file))'", "r") else { return [] }
    defer { pclose(pipe) }
    return rest(of: pipe)
  }

  private static func rest(of file: UnsafeMutablePointer<FILE>) -> [UInt8] {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = fread(&part, 1, part.count, file)
      if count == 0 { return bytes }
      bytes += part[..<count]
    }
  }
}
