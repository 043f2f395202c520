import Glibc
import PodiumTestKit
import Testing

/// How the program is linked, read from its ELF headers: the cost of a start, and hardening against hostile files.
struct LinkTests {
  /// The bytes of the program.
  private final class Image {
    private let start: UnsafeRawPointer
    let count: Int

    init() throws {
      let file = open(try BuiltProgram.path("podium"), O_RDONLY | O_CLOEXEC)
      defer { close(file) }
      var status = stat()
      try #require(fstat(file, &status) == 0)
      count = Int(status.st_size)
      let mapped = mmap(nil, count, PROT_READ, MAP_PRIVATE, file, 0)
      start = try #require(mapped == MAP_FAILED ? nil : UnsafeRawPointer(mapped))
    }

    deinit { munmap(UnsafeMutableRawPointer(mutating: start), count) }

    /// The number of a type at a place of the file.
    func number<Number: FixedWidthInteger>(_ type: Number.Type, at place: Int) throws -> Int {
      try #require(place >= 0 && place <= count - MemoryLayout<Number>.size)
      return Int(truncatingIfNeeded: start.loadUnaligned(fromByteOffset: place, as: Number.self))
    }

    /// The text that ends with a zero byte.
    func text(at place: Int) throws -> String {
      try #require(place >= 0 && place < count)
      return String(cString: (start + place).assumingMemoryBound(to: CChar.self))
    }

    func holds(_ text: String) -> Bool {
      let wanted = Array(text.utf8)
      var place = 0
      while place + wanted.count <= count,
        let found = memchr(start + place, Int32(wanted[0]), count - place - wanted.count + 1)
      {
        if memcmp(found, wanted, wanted.count) == 0 { return true }
        place = UnsafeRawPointer(found) - start + 1
      }
      return false
    }
  }

  /// A program header: what it describes, and where in memory and in the file.
  private struct Segment {
    let type, offset, address, size: Int
  }

  private static func segments(_ image: Image) throws -> [Segment] {
    let table = try image.number(UInt64.self, at: 32)
    let size = try image.number(UInt16.self, at: 54)
    return try (0..<image.number(UInt16.self, at: 56)).map { number in
      let place = table + number * size
      return Segment(
        type: try image.number(UInt32.self, at: place), offset: try image.number(UInt64.self, at: place + 8),
        address: try image.number(UInt64.self, at: place + 16), size: try image.number(UInt64.self, at: place + 32))
    }
  }

  /// The entries of the dynamic section, by tag.
  private static func dynamic(_ image: Image) throws -> [Int: [Int]] {
    let section = try #require(segments(image).first { $0.type == 2 })
    var entries: [Int: [Int]] = [:]
    for place in stride(from: section.offset, to: section.offset + section.size, by: 16) {
      let tag = try image.number(UInt64.self, at: place)
      if tag == 0 { break }
      entries[tag, default: []].append(try image.number(UInt64.self, at: place + 8))
    }
    return entries
  }

  @Test func `the program has no fixed address`() throws {
    let image = try Image()
    #expect(try image.number(UInt32.self, at: 0) == 0x464C_457F)
    #expect(try image.number(UInt16.self, at: 16) == 3, "ET_DYN")
    #expect(try Self.dynamic(image)[0x6FFF_FFFB]?.first.map { $0 & 0x0800_0000 != 0 } == true, "DF_1_PIE")
    #expect(try Self.segments(image).contains { $0.type == 3 }, "an interpreter: a program, not a library")
  }

  @Test(.disabled(if: BuiltProgram.isSanitized, "linked in another way"))
  func `relocated data are read-only when the program runs`() throws {
    let image = try Image()
    #expect(try Self.segments(image).contains { $0.type == 0x6474_E552 }, "PT_GNU_RELRO")
    let entries = try Self.dynamic(image)
    #expect(entries[30]?.first.map { $0 & 8 != 0 } == true, "DF_BIND_NOW")
    // Otherwise a relocation of 24 bytes for each pointer would be read at each start.
    #expect(entries[36] != nil, "DT_RELR")
    #expect(try #require(entries[8]?.first) < 24 * 1000, "DT_RELASZ")
  }

  @Test(.disabled(if: BuiltProgram.isSanitized, "linked in another way"))
  func `only the C library is linked`() throws {
    let image = try Image()
    let entries = try Self.dynamic(image)
    let strings = try #require(entries[5]?.first)
    let segment = try #require(
      Self.segments(image).first { $0.type == 1 && $0.address <= strings && strings < $0.address + $0.size })
    let names = try #require(entries[1]).map { name in
      try image.text(at: strings - segment.address + segment.offset + name)
    }
    let known = ["libc.so", "libm.so", "ld-linux"]
    #expect(names.filter { name in !known.contains { name.hasPrefix($0) } } == [])
  }

  @Test func `the data of ICU, a part of Foundation, are not in it`() throws {
    let image = try Image()
    #expect(!image.holds("icudt"))
    #expect(!image.holds("FoundationInternationalization"))
    // The search does find strings of the program.
    #expect(image.holds("FoundationEssentials"))
  }
}
