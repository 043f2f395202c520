import PodiumPlugin
import Testing

/// What a signature writes and reads as text: the values a parameter allows, and examples, one a line.
struct SignatureTextTests {
  @Test(arguments: [
    (0.000_000_001...1e15, "a number from 0.000000001 to 1000000000000000"), (0...1e9, "a number from 0 to 1000000000"),
    (0.01...0.99, "a number from 0.01 to 0.99"), (-5.5...5.5, "a number from -5.5 to 5.5"),
  ])
  func `the bounds of a number are digits that can be typed`(_ range: ClosedRange<Double>, _ phrase: String) {
    #expect(Parameter<Double?>.number("x", in: range, help: "A number.").description.allowed == phrase)
  }

  @Test func `an example prints something, fails, prints anything or is only shown`() throws {
    let examples = [Example].read(
      """
      three rows: load iris; head 3 -> setosa
      too few: load iris; head 0 -> !bad-value
      the table stays: load iris; clear ->
      yours: learner remove mine; undo -> …
      """)
    #expect(examples.map(\.caption) == ["three rows", "too few", "the table stays", "yours"])
    #expect(examples.map(\.line) == ["head 3", "head 0", "clear", "learner remove mine; undo"])
    #expect(examples.map(\.setup) == [["load iris"], ["load iris"], ["load iris"], []])
    #expect(examples.map(\.prints) == ["setosa", nil, "", nil])
    #expect(examples.map(\.fails) == [nil, "bad-value", nil, nil])
  }
}
