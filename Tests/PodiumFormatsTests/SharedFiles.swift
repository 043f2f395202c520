import Glibc
import PodiumTestKit

/// Files in the folder `shared` next to the checkout.
enum SharedFiles {
  private static let root = Checkout.shared("")

  static func exist(_ path: String) -> Bool { access(root + path, R_OK) == 0 }

  static func bytes(_ path: String) -> [UInt8] { read(root + path) }

  /// The bytes of a file of the checkout itself.
  static func bytes(ofCheckout path: String) -> [UInt8] { read(Checkout.path(path)) }

  private static func read(_ path: String) -> [UInt8] {
    guard let file = fopen(path, "rb") else { return [] }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      if count <= 0 { return bytes }
      bytes.append(contentsOf: buffer[..<count])
    }
  }

  /// The files below a folder with this extension, in order.
  static func list(_ folder: String, endings: [String]) -> [String] {
    guard let directory = opendir(root + folder) else { return [] }
    defer { closedir(directory) }
    var found: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasPrefix(".") { continue }
      let path = folder + "/" + name
      if Int32(entry.pointee.d_type) == Int32(DT_DIR) {
        found += list(path, endings: endings)
      } else if endings.contains(where: { name.hasSuffix("." + $0) }) {
        found.append(path)
      }
    }
    return found.sorted()
  }
}

/// A minimal JSON reader for the expected results of the corpora: an array of objects whose values are strings.
enum FlatJSON {
  static func rows(_ json: [UInt8]) -> [[(key: String, value: String)]] {
    var rows: [[(key: String, value: String)]] = []
    var strings: [String] = []
    var i = 0
    while i < json.count {
      switch json[i] {
      case 0x22:
        var bytes: [UInt8] = []
        i += 1
        while i < json.count, json[i] != 0x22 {
          if json[i] == 0x5C {
            i += 1
            switch json[i] {
            case 0x6E: bytes.append(0x0A)
            case 0x72: bytes.append(0x0D)
            case 0x74: bytes.append(0x09)
            default: bytes.append(json[i])
            }
          } else {
            bytes.append(json[i])
          }
          i += 1
        }
        strings.append(String(decoding: bytes, as: UTF8.self))
      case 0x7D:
        rows.append(stride(from: 0, to: strings.count - 1, by: 2).map { (strings[$0], strings[$0 + 1]) })
        strings = []
      default: break
      }
      i += 1
    }
    return rows
  }
}
