import PodiumCore
import PodiumShaping
import Testing

@Suite struct ReshapeTests {
  @Test func `columns stack where a type holds them all`() throws {
    func stacked(_ parts: ColumnValues?...) throws -> ColumnValues {
      try Stacking.stacked(parts.map { ($0, $0?.count ?? 1) }, named: ["x"])
    }
    #expect(try stacked(.integer([1, .min]), .number([0.5])) == .number([1, .nan, 0.5]))
    #expect(try stacked(.text(["t"]), .category(Categorical(["c"]))) == .text(["t", "c"]))
    #expect(
      try stacked(.category(Categorical(["b"])), nil, .category(Categorical(["a"])))
        == .category(Categorical(["b", nil, "a"])))
    let steps = Categorical(levels: ["low", "high"], codes: [1, 0])
    #expect(try stacked(.ordered(steps), .ordered(steps)).type == .ordered)
    #expect(try stacked(.ordered(steps), .ordered(Categorical(["x"]))).type == .category)
    let error = #expect(throws: Diagnostic.self) { try stacked(.integer([1]), .text(["a"])) }
    #expect(error?.message == "column 'x' has different types: integer and text")
  }

  @Test func `a long table becomes wide and long again`() throws {
    let table = try Table([
      Column("day", .integer([1, 1, 2, 2])), Column("kind", .category(Categorical(["b", "a", "a", nil]))),
      Column("v", .number([1, 2, 3, 4])),
    ])
    let wide = try Pivoting.wide(
      table, rows: nil, keys: [table.column("day")], names: table.column("kind"), cancellation: Cancellation())
    #expect(wide.names == ["a", "b"] && wide.firsts == [0, 2] && wide.unnamed == 1 && wide.doubles == 0)
    #expect(wide.cells == [1, 0, 2, -1])
    let long = try Pivoting.long(
      table, rows: [0, 3], columns: [table.column("day"), table.column("v")], name: "n", value: "w",
      cancellation: Cancellation())
    #expect(long.names == ["kind", "n", "w"])
    #expect((0..<4).map { long.columns[2][$0] } == [.number(1), .number(1), .number(2), .number(4)])
    #expect(long.columns[1].categorical?.levels == ["day", "v"])
  }

  @Test func `a pivot of too many columns is refused`() throws {
    let table = try Table([Column("k", .integer(Array(0..<100_000)))])
    let error = #expect(throws: Diagnostic.self) {
      try Pivoting.wide(table, rows: nil, keys: [], names: table.column("k"), cancellation: Cancellation())
    }
    #expect(error?.code == "too-many-values")
  }

  @Test func `numbers fall into bins with their lower bound`() throws {
    func names(_ numbers: [Double], _ rule: Binning.Rule) throws -> [String?] {
      let bins = try Binning.binned(numbers, rule, named: "x")
      return numbers.indices.map { bins.name($0) }
    }
    #expect(try names([0, 9.9, 10, -0.1, .nan], .width(10)) == ["[0,10)", "[0,10)", "[10,20)", "[-10,0)", nil])
    #expect(try names([0, 1, 2, 4], .count(2)) == ["[0,2)", "[0,2)", "[2,4]", "[2,4]"])
    #expect(try names([7, 7], .count(3)) == ["[7,7]", "[7,7]"])
    #expect(try names([4, 5, 10], .at([5, 10])) == ["<5", "[5,10)", ">=10"])
    let many = #expect(throws: Diagnostic.self) { try names([0, 1e308], .width(1e-300)) }
    #expect(many?.code == "too-many-values")
    #expect(throws: Diagnostic.self) { try names([.nan], .width(1)) }
  }

  @Test func `text splits into parts, the rest stays in the last one`() throws {
    let column = Column("x", .category(Categorical(["a/b", "c", "d/e/f", nil])))
    let parts = try Splitting.split(column, at: "/", into: 2)
    #expect(parts.columns[0] == .category(Categorical(["a", "c", "d", nil])))
    #expect(parts.columns[1] == .category(Categorical(["b", nil, "e/f", nil])))
    #expect(parts.short == 1 && parts.long == 1)
    let text = try Splitting.split(Column("x", .text(["a , b"])), at: ",", into: 2)
    #expect(text.columns == [.text(["a"]), .text(["b"])])
    #expect(throws: Diagnostic.self) { try Splitting.split(Column("x", .integer([1])), at: "/", into: 2) }
  }

  @Test func `a type is exact or missing, and what does not fit is named with its row`() throws {
    func convert(_ values: ColumnValues, _ type: ColumnType) throws -> TypeConversion {
      try TypeConversion(Column("x", values), to: type, cancellation: Cancellation())
    }
    let numbers = try convert(.text(["1,5", "DNF", nil, "−2", "DNF"]), .number)
    #expect(numbers.values == .number([1.5, .nan, .nan, -2, .nan]))
    #expect(numbers.lost.map(\.text) == ["DNF"] && numbers.lost[0].count == 2 && numbers.lost[0].first == 1)
    // The other cells decide about a comma, and where they do not nothing is changed.
    let sums = try convert(.text(["12.75", "3,418", "2,106,553.40", "4,56"]), .number)
    #expect(sums.values == .number([12.75, 3418, 2_106_553.4, .nan]) && sums.lost.map(\.text) == ["4,56"])
    let open = #expect(throws: Diagnostic.self) { try convert(.category(Categorical(["1,250", "2,500"])), .number) }
    #expect(open?.code == "ambiguous-number" && open?.message == "column 'x': '1,250' could be 1.25 or 1250")
    func asked(_ mark: DecimalMark) throws -> ColumnValues {
      try TypeConversion(
        Column("x", .text(["1,250"])), to: .number, forms: .init(decimal: mark), cancellation: Cancellation()
      ).values
    }
    #expect(try asked(.comma) == .number([1.25]) && asked(.point) == .number([1250]))
    let marked = try convert(.text(["12%", "(3.00)", "5-"]), .number)
    #expect(marked.values == .number([12, -3, -5]))
    #expect(
      marked.notes == [
        "read 1 of 3 numbers without '%', first '12%' in row 1; the others have no mark, first '(3.00)' in row 2",
        "read 2 amounts as negative, first '(3.00)' in row 2",
      ])
    #expect(try convert(.text(["9007199254740993"]), .number).lostCount == 1)
    #expect(try convert(.text(["9007199254740993"]), .integer).values == .integer([9_007_199_254_740_993]))
    #expect(
      try convert(.text(["31/12/2024", "2024-02-29"]), .date).values
        == .date([CalendarDate(iso: "2024-12-31"), CalendarDate(iso: "2024-02-29")]))
    let days = #expect(throws: Diagnostic.self) { try convert(.text(["03/04/2024"]), .date) }
    #expect(days?.code == "ambiguous-date")
    #expect(try convert(.number([1, 1.5, .nan]), .integer).values == .integer([1, .min, .min]))
    #expect(try convert(.number([1e300]), .integer).lostCount == 1)
    #expect(try convert(.text(["2024-02-30", "2024-02-29", "0000-01-01"]), .date).lostCount == 2)
    #expect(try convert(.category(Categorical(["yes", "no", "maybe"])), .boolean).lost.map(\.text) == ["maybe"])
    #expect(try convert(.integer([3, .min]), .category).values == .category(Categorical(["3", nil])))
    #expect(try convert(.boolean([true, nil]), .number).values == .number([1, .nan]))
    #expect(
      try convert(.date([CalendarDate(days: 1)]), .datetime).values
        == .datetime([Moment(microseconds: 86_400_000_000)]))
  }

  private func mixture(_ texts: [String?], isCategory: Bool) -> Diagnostic? {
    let values: ColumnValues = isCategory ? .category(Categorical(texts)) : .text(texts)
    do throws(Diagnostic) {
      _ = try TypeConversion(Column("p", values), to: .number, cancellation: Cancellation())
      return nil
    } catch { return error }
  }

  @Test(
    arguments: [
      (
        ["$12", "€ 30", "£5", "USD 7", "100"],
        "'$' (first '$12' in row 1), '€' (first '€ 30' in row 2) and '£' (first '£5' in row 3)"
      ),
      (["5", nil, "45%", "7 $"], "'%' (first '45%' in row 3) and '$' (first '7 $' in row 4)"),
      (["12 kg", "13kg", "7.5 lb"], "'kg' (first '12 kg' in row 1) and 'lb' (first '7.5 lb' in row 3)"),
      (["5k", "300"], "'k' (first '5k' in row 1) and numbers without it (first '300' in row 2)"),
    ] as [([String?], String)], [false, true])
  func `numbers with different currencies or units are refused`(_ given: ([String?], String), _ isCategory: Bool) {
    let error = mixture(given.0, isCategory: isCategory)
    #expect(error?.code == "mixed-units" && error?.message == "column 'p' mixes " + given.1)
  }

  @Test(arguments: [
    ("5k", "1000"), ("1.5 K", "1000"), ("2M", "1e6"), ("3 bn", "1e9"), ("4 Million", "1e6"), ("5 lakh", "1e5"),
    ("$5k", "1000"), ("5 tkr", "1000"), ("5 mkr", "1e6"), ("5 Mio. €", "1e6"), ("5 US$ million", "1e6"),
    ("5 T€", "1000"),
    ("$5t", "1e12"), ("SEK 5K", "1000"), ("5 million tonnes", "1e6"), ("($5m)", "1e6"), ("$5k/h", "1000"),
  ])
  func `numbers with a mark that may multiply are refused with both readings`(_ text: String, _ factor: String) throws {
    let error = try #require(mixture([text, nil, text], isCategory: false))
    #expect(error.code == "mixed-units" && error.message.hasSuffix(" which multiplies them by \(factor) or is a unit"))
    #expect(error.help?.hasPrefix("without '* \(factor)' if ") == true)
  }

  @Test(
    arguments: [
      (["12 kg", "7.5\u{202F}kg", "(13kg)"], "kg", [12, 7.5, -13]), (["12 °C", "−3,5 °C"], "°C", [12, -3.5]),
      (["3 min", "4 min"], "min", [3, 4]), (["9.81 m/s²", "1 m/s²"], "m/s²", [9.81, 1]), (["5 µg"], "µg", [5]),
      (["EUR 5", "7 €"], "€", [5, 7]), (["1e3 N"], "N", [1000]),
      (["NZ$5", "7 NZ$"], "NZ$", [5, 7]), (["$5/h", "−$2/h"], "$/h", [5, -2]), (["85 m2"], "m2", [85]),
      (["1000,-", "5,-"], ",-", [1000, 5]), (["5 okr"], "okr", [5]), (["9.8 m/s2"], "m/s2", [9.8]),
    ] as [([String], String, [Double])])
  func `one unit after each number is left out and named`(_ texts: [String], _ unit: String, _ numbers: [Double]) throws
  {
    let read = try TypeConversion(Column("w", .text(texts)), to: .number, cancellation: Cancellation())
    #expect(read.values == .number(numbers))
    #expect(
      read.notes.first
        == "read \(texts.count == 1 ? "1 number" : "\(texts.count) numbers") without '\(unit)', first '\(texts[0])' in row 1"
    )
  }

  @Test(arguments: ["12 a2", "5½ cups", "kg", "5 thirteenlongs", "5 /s", "12 - kg", "0x1F", "10²", "5Ⅳ", "3万"])
  func `other texts after a number are not units`(_ text: String) throws {
    let read = try TypeConversion(Column("w", .text([text, "1"])), to: .number, cancellation: Cancellation())
    #expect(read.values == .number([.nan, 1]))
  }
}
