import PodiumCore
import PodiumPlugin

@testable import PodiumFormats

/// Archives and compressed files: their bytes, or a text that is compressed here.
///
/// `P` begins an archive and 0x1F a compressed file; anything else is the content of both.
struct FuzzContainers: FuzzTarget {
  let name = "containers"

  func feed(_ bytes: [UInt8]) {
    var texts: [String] = []
    switch bytes.first {
    case 0x50: texts = names(in: bytes)
    case 0x1F:
      let read = OneFile.load(bytes, as: "t.csv.gz", by: CSVImporter())
      if case .success(let loaded) = read { texts = loaded.table.names }
    default:
      guard let zlib = try? Zlib.load(), let packed = try? zlib.deflate(bytes, .gzip) else { return }
      let read = try? Gzip.members(packed, name: "t.gz", limits: UnpackLimits(), cancellation: Cancellation())
      FuzzCheck.that(read == bytes, "what is compressed reads back")
      texts = [String(decoding: bytes, as: UTF8.self)]
    }
    Plant.check(texts)
  }

  private func names(in bytes: [UInt8]) -> [String] {
    do throws(Diagnostic) {
      var archive = try ZipArchive(bytes, name: "t.zip", cancellation: Cancellation())
      for name in archive.entries.keys.sorted().prefix(20) {
        do throws(Diagnostic) {
          let content = try archive.bytes(of: name)
          FuzzCheck.that(content != nil, "a file of the directory can be asked for")
        } catch {
          TablePromises.check(error)
        }
      }
      return Array(archive.entries.keys)
    } catch {
      TablePromises.check(error)
      return []
    }
  }
}
