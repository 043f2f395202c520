import PodiumCore
import Testing

@testable import PodiumCore

@Suite("A table as bytes")
struct TableArchiveTests {
  /// Every type with missing values, odd names and texts, roles and level orders.
  static func rich(_ rows: Int) throws -> Table {
    func each<Cell>(_ cells: [Cell]) -> [Cell] { (0..<rows).map { cells[$0 % cells.count] } }
    return try Table(
      [
        Column("whole", .number(each([1, -2, .nan, 0, 1e9])), role: .target),
        Column("real", .number(each([0.1, -0.0, .nan, .infinity, .leastNonzeroMagnitude, 1e300]))),
        Column("i", .integer(each([0, Int.max, ColumnValues.missingInteger, Int.min + 1])), role: .group),
        Column("small", .integer(each([7, 260, ColumnValues.missingInteger])), role: .time),
        Column("", .category(Categorical(levels: ["b", "a", "unused"], codes: each([0, 1, -1])))),
        Column("'; DROP TABLE x", .ordered(Categorical(levels: ["low", "high"], codes: each([1, 0, -1]))), role: .id),
        Column("\u{0}\u{1B}é", .text(each(["", nil, "a\u{0}b", "e\u{301}", String(repeating: "x", count: 200)]))),
        Column("b", .boolean(each([true, nil, false, true, true]))),
        Column("d", .date(each([CalendarDate(days: -719_162), nil, CalendarDate(days: 2_932_896)])), role: .feature),
        Column("t", .datetime(each([Moment(microseconds: .min), nil, Moment(microseconds: .max)])), role: .ignored),
      ], rowCount: rows)
  }

  @Test("comes back whole, whatever it holds", arguments: [0, 1, 2, 3, 4, 5, 64])
  func everything(rows: Int) throws {
    let table = try Self.rich(rows)
    let bytes = TableArchive.bytes(of: table)
    let back = try TableArchive.table(bytes)
    #expect(back == table)
    #expect(back.columns.map(\.role) == table.columns.map(\.role))
    #expect(back.contentHash() == table.contentHash())
    #expect(TableArchive.bytes(of: back) == bytes)
    // Equality of numbers does not see the sign of zero.
    if rows > 1, case .number(let numbers)? = back["real"]?.values { #expect(numbers[1].sign == .minus) }
  }

  @Test("keeps what columns were made from, and other tables in the bytes of earlier versions")
  func origins() throws {
    let plain = try Table([Column("x", .number([1, 2])), Column("z", .number([3, .nan]), scale: .degrees)])
    let made = try plain.setting(
      Column("y", .integer([1, 2]), origin: ColumnOrigin(["x", "é"], usesOtherRows: true))
    ).setting(Column("w", .text(["a", nil]), origin: ColumnOrigin([])))
    let bytes = TableArchive.bytes(of: made)
    #expect(bytes[8] == 3 && TableArchive.bytes(of: plain)[8] == 2)
    let back = try TableArchive.table(bytes)
    #expect(back == made)
    #expect(back["y"]?.origin == ColumnOrigin(["x", "é"], usesOtherRows: true))
    for place in bytes.indices {
      var damaged = bytes
      damaged[place] ^= 0x11
      #expect(throws: Diagnostic.self) { try TableArchive.table(damaged) }
    }
  }

  @Test("keeps rows without columns")
  func noColumns() throws {
    for rows in [0, 3, Int.max] {
      #expect(try TableArchive.table(TableArchive.bytes(of: Table([], rowCount: rows))).rowCount == rows)
    }
  }

  @Test("takes a byte for small whole numbers and codes")
  func compact() throws {
    let table = try Table([
      Column("a", .integer((0..<1000).map { 1_000_000 + $0 % 100 })),
      Column("b", .category(Categorical(levels: ["x", "y"], codes: (0..<1000).map { Int32($0 % 2) }))),
      Column("c", .number((0..<1000).map { Double($0 % 50) })), Column("d", .boolean((0..<1000).map { $0 % 2 == 0 })),
    ])
    #expect(TableArchive.bytes(of: table).count < 3400)
  }

  @Test("comes back with numbers at the ends of the whole range")
  func extremes() throws {
    let least = Double(Int.min)
    for numbers in [[least], [least, 1, .nan], [-least], [0, -least.nextDown], [.infinity, -.infinity]] {
      let table = try Table([Column("x", .number(numbers))])
      #expect(try TableArchive.table(TableArchive.bytes(of: table)) == table)
    }
  }

  @Test("is refused when any byte is another, or the end is missing")
  func damage() throws {
    let bytes = TableArchive.bytes(of: try Self.rich(5))
    for place in bytes.indices {
      var damaged = bytes
      damaged[place] ^= UInt8(1 << (place % 8))
      #expect(throws: Diagnostic.self) { try TableArchive.table(damaged) }
      #expect(throws: Diagnostic.self) { try TableArchive.table(Array(bytes[..<place])) }
    }
    #expect(throws: Diagnostic.self) { try TableArchive.table(bytes + [0]) }
    var newer = bytes
    newer[8] = TableArchive.version + 1
    do { _ = try TableArchive.table(newer) } catch { #expect(error.code == "newer-table") }
  }

  @Test("with a sum over words comes back, and is refused when any byte is another")
  func words() throws {
    let table = try Self.rich(5)
    let bytes = TableArchive.bytes(of: table, sum: .words)
    let inside = 3..<(3 + bytes.count)
    #expect(try TableArchive.table([1, 2, 3] + bytes + [4], in: inside, sum: .words) == table)
    #expect(throws: Diagnostic.self) { try TableArchive.table(bytes) }
    for place in bytes.indices {
      var damaged = bytes
      damaged[place] ^= UInt8(1 << (place % 8))
      #expect(throws: Diagnostic.self) { try TableArchive.table(damaged, sum: .words) }
    }
  }

  @Test("whose sum fits all the same is read or refused, and never more than its bytes can hold")
  func damageWithRightSum() throws {
    let bytes = TableArchive.bytes(of: try Self.rich(5))
    let body = bytes.count - 8
    func sealed(_ body: ArraySlice<UInt8>) -> [UInt8] {
      var out = Array(body)
      let sum = FNV.sum(body)
      for shift in 0..<8 { out.append(UInt8(truncatingIfNeeded: sum >> UInt64(8 * shift))) }
      return out
    }
    var read = 0
    var refused = 0
    for place in 9..<body {
      for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF, bytes[place] ^ 2] {
        var damaged = bytes
        damaged[place] = value
        do {
          let table = try TableArchive.table(sealed(damaged[..<body]))
          #expect(table.columns.allSatisfy { $0.count == table.rowCount })
          read += 1
        } catch {
          #expect(error.code == "damaged-table")
          refused += 1
        }
      }
      #expect(throws: Diagnostic.self) { try TableArchive.table(sealed(bytes[..<place])) }
    }
    #expect(read > 0 && refused > 0)
  }
}
