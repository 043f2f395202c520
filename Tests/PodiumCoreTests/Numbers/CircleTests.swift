import PodiumCore
import Testing

@Suite struct CircleTests {
  private let directions: [Double] = [350, 10, 20, 340, 5, 60, 300, 15.5, 200, 330.25]

  @Test func `mean and deviation agree with an independent calculation`() throws {
    // scipy.stats.circmean and circstd with high=360.
    let mean = try #require(CircularMean(directions))
    #expect(((mean.direction ?? 0) - 355.8923468261045).magnitude < 1e-9 && mean.count == 10)
    #expect(((mean.deviation ?? 0) - 50.75442404032614).magnitude < 1e-9)
    #expect((mean.length - 0.6754683361790279).magnitude < 1e-12)
  }

  @Test func `hours of the day have a circle of 24`() throws {
    let hours = try #require(Circle(period: 24))
    #expect(((CircularMean([23, 1], on: hours)?.direction ?? 9) - 0).magnitude < 1e-9)
    #expect(CircularMean([6, 6], on: hours)?.direction == 6 && CircularMean([6, 6], on: hours)?.deviation == 0)
    #expect(hours.difference(1, 23) == 2 && hours.difference(23, 1) == -2 && hours.normalised(-1) == 23)
    #expect(hours.components(18).sine == -1 && hours.components(24).cosine == 1)
  }

  @Test func `values that cancel out have no mean`() throws {
    let mean = try #require(CircularMean([0, 180, 90, 270]))
    #expect(mean.direction == nil && mean.deviation == nil && mean.length < 1e-12)
    #expect(CircularMean([.nan, .infinity]) == nil && CircularMean([]) == nil)
  }

  @Test(arguments: [0, -1, .nan, .infinity])
  func `a period is a positive number`(_ period: Double) { #expect(Circle(period: period) == nil) }

  @Test func `a column keeps its circle, and only numbers have one`() throws {
    let column = Column("d", .number([350, 10]), scale: .degrees)
    #expect(column.selecting([1]).scale == .degrees && column.with(role: .ignored).scale == .degrees)
    #expect(Column("t", .text(["a"]), scale: .degrees).scale == nil)
    #expect(column != Column("d", .number([350, 10])))
    let plain = try Table([Column("d", .number([350, 10]))])
    #expect(try Table([column]).contentHash() != plain.contentHash())
  }

  @Test func `a saved table keeps its circles, and tables without any are as before`() throws {
    let plain = try Table([Column("x", .number([1, 2])), Column("k", .category(Categorical(["a", "b"])))])
    let table = try plain.setting(Column("d", .integer([350, 10]), scale: .degrees))
    #expect(TableArchive.bytes(of: plain)[8] == 1 && TableArchive.bytes(of: table)[8] == 2)
    #expect(try TableArchive.table(TableArchive.bytes(of: table)) == table)
    #expect(try TableArchive.table(TableArchive.bytes(of: plain)) == plain)
  }
}
