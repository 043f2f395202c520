import PodiumCore
import Testing

@testable import PodiumFormats

struct GzipTests {
  private func pack(_ text: String) throws -> [UInt8] { try Zlib.load().deflate(Array(text.utf8), .gzip) }

  private func unpack(_ bytes: [UInt8], _ name: String = "t.csv.gz", _ limits: UnpackLimits = UnpackLimits())
    throws(Diagnostic)
    -> [UInt8]
  { try Gzip.unpacked(bytes, name: name, limits: limits, cancellation: Cancellation()) }

  private func code(_ bytes: [UInt8], _ name: String = "t.csv.gz", _ limits: UnpackLimits = UnpackLimits()) -> String {
    do throws(Diagnostic) {
      _ = try unpack(bytes, name, limits)
      return "read"
    } catch {
      return error.code
    }
  }

  @Test func `compressed content is decompressed, including members and padding, whatever the file name`() throws {
    let packed = try pack("a,b\n1,2\n")
    #expect(try unpack(packed, "t.csv") == Array("a,b\n1,2\n".utf8))
    #expect(try unpack(packed + pack("3,4\n") + [0, 0, 0]) == Array("a,b\n1,2\n3,4\n".utf8))
    #expect(try unpack(Array("a,b".utf8), "t.csv") == Array("a,b".utf8))
    #expect(try unpack(pack("")) == [])
  }

  @Test func `errors tell apart cut off, damaged, not gzip and compressed twice`() throws {
    let packed = try pack(String(repeating: "a,b\n1,2\n", count: 100))
    for count in 3..<packed.count { #expect(code(Array(packed.prefix(count))) == "damaged-file") }
    var broken = packed
    broken[packed.count - 6] ^= 1
    #expect(code(broken) == "damaged-file")
    #expect(code(Array("a,b".utf8)) == "not-gzip")
    #expect(code(packed + [1]) == "damaged-file")
    #expect(code(try Zlib.load().deflate(packed, .gzip)) == "nested-archive")
  }

  @Test func `sizes and ratios are bounded`() throws {
    let zeros = try pack(String(repeating: "\0", count: 1 << 20))
    #expect(code(zeros) == "read")
    #expect(code(zeros, "t.gz", UnpackLimits(bytes: 1 << 19)) == "too-large")
    #expect(code(zeros, "t.gz", UnpackLimits(ratio: 200, free: 1 << 19)) == "too-large")
  }

  @Test func `a missing library is reported by name`() {
    var library = SystemLibrary.zlib
    library.files = ["libz-that-is-missing.so"]
    #expect(
      throws: library.missing("libz-that-is-missing.so: cannot open shared object file: No such file or directory")
    ) {
      try Zlib.open(library)
    }
  }

  @Test(
    arguments: [
      ([0x50, 0x41, 0x52, 0x31, 0x15, 0x04], "a Parquet file"),
      ([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1], "an old Excel file or an encrypted workbook"),
      (Array("SQLite format 3\0".utf8), "an SQLite database"), (Array("$FL2@(#)\0".utf8), "an SPSS file"),
    ] as [([UInt8], String)])
  func `foreign content is named`(_ bytes: [UInt8], _ name: String) {
    #expect(ForeignContent.name(of: bytes) == name)
  }

  @Test func `letters of a foreign signature may begin a text`() {
    #expect(ForeignContent.name(of: Array("PAR1,PAR2\n1,2\n".utf8)) == nil)
    #expect(ForeignContent.name(of: Array("ORC,elf\n".utf8)) == nil)
  }
}
