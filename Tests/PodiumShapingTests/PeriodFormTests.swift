import PodiumCore
import PodiumShaping
import Testing

/// Days that months, quarters, digits and counts stand for.
@Suite struct PeriodFormTests {
  private func converted(
    _ values: ColumnValues, _ type: ColumnType = .date, _ forms: TypeConversion.Forms = TypeConversion.Forms()
  ) throws -> TypeConversion {
    try TypeConversion(Column("x", values), to: type, forms: forms, cancellation: Cancellation())
  }

  private func words(_ conversion: TypeConversion) -> [String] {
    let column = Column("x", conversion.values)
    return (0..<column.count).map { column[$0].isMissing ? "·" : column.fileText(of: column[$0]) }
  }

  @Test(arguments: [
    (["2024-01", "2023-12"], ["2024-01-01", "2023-12-01"]), (["2024/1", "2023/12"], ["2024-01-01", "2023-12-01"]),
    (["01/2024", "12/2023"], ["2024-01-01", "2023-12-01"]), (["2024M1", "2023m12"], ["2024-01-01", "2023-12-01"]),
    (["Jan 2024", "december 2023"], ["2024-01-01", "2023-12-01"]),
    (["Mai 2024", "Okt-2023"], ["2024-05-01", "2023-10-01"]),
    (["2024Q1", "2023Q4"], ["2024-01-01", "2023-10-01"]), (["2024-q2", "2023 Q3"], ["2024-04-01", "2023-07-01"]),
    (["Q3 2024", "Q1 2023"], ["2024-07-01", "2023-01-01"]), (["2024-13", "2023-12"], []), (["2024Q5", "2023Q4"], []),
    (["2024-01", "2023Q4"], []), (["2024-01", "word"], []),
  ])
  func `months and quarters are their first days where all texts are of one form`(
    _ texts: [String], _ days: [String]
  ) throws {
    for values in [ColumnValues.text(texts + [nil]), .category(Categorical(texts + [nil]))] {
      let found = try converted(values)
      #expect(words(found) == (days.isEmpty ? ["·", "·"] : days) + ["·"])
      #expect(found.lostCount == (days.isEmpty ? 2 : 0) && found.notes.isEmpty == days.isEmpty)
    }
  }

  @Test func `whole numbers of eight and six digits are days and months, of ten and thirteen moments`() throws {
    #expect(words(try converted(.integer([20_240_131, 20_231_201]))) == ["2024-01-31", "2023-12-01"])
    #expect(words(try converted(.integer([202_401, 202_312]))) == ["2024-01-01", "2023-12-01"])
    #expect(
      words(try converted(.integer([1_609_459_200, 1_609_459_261]), .datetime))
        == ["2021-01-01T00:00:00Z", "2021-01-01T00:01:01Z"])
    #expect(words(try converted(.integer([1_609_459_200_500]), .datetime)) == ["2021-01-01T00:00:00.5Z"])
    #expect(words(try converted(.number([1_609_459_200.25, .nan]), .datetime)) == ["2021-01-01T00:00:00.25Z", "·"])
    for odd in [[20_240_131, 20_240_231], [20_240_131, 7], [44_197, 44_198], [.max, .min + 1]] {
      #expect(try converted(.integer(odd)).lostCount == 2, "\(odd)")
    }
  }

  @Test func `what most values are is read, and the others are named`() throws {
    for values in [
      ColumnValues.text(["2024-01", "unknown", "2023-12", nil]),
      .category(Categorical(["2024-01", "unknown", "2023-12", nil])),
      .integer([202_401, 0, 202_312, ColumnValues.missingInteger]),
    ] {
      let found = try converted(values)
      #expect(words(found) == ["2024-01-01", "·", "2023-12-01", "·"])
      #expect(found.lost.map(\.first) == [1] && found.lostCount == 1 && !found.notes.isEmpty)
      #expect(try PeriodForm.of(Column("x", values), Cancellation()) == nil)
    }
    #expect(words(try converted(.integer([20_240_131, 20_240_231, 20_240_301]))) == ["2024-01-31", "·", "2024-03-01"])
  }

  @Test func `numbers count days from a given day`() throws {
    let excel = TypeConversion.Forms(origin: CalendarDate(year: 1899, month: 12, day: 30))
    #expect(words(try converted(.integer([44_197, -1]), .date, excel)) == ["2021-01-01", "1899-12-29"])
    #expect(words(try converted(.number([44_197.75]), .datetime, excel)) == ["2021-01-01T18:00:00Z"])
    #expect(try converted(.number([1e300, -1e9, .infinity]), .datetime, excel).lostCount == 3)
  }
}
