import PodiumCore
import PodiumLearn
import Testing

@testable import SurfPlugin

/// Directions as sine and cosine in a recipe.
struct DirectionStepTests {
  private let catalogue = TransformerCatalogue(
    TransformerCatalogue.builtIn.keys.compactMap { TransformerCatalogue.builtIn[$0] } + [DirectionStep()])

  private func frame(_ columns: [(String, [Double])]) -> FeatureFrame {
    FeatureFrame(
      columns: columns.map { FeatureColumn(name: $0.0, source: $0.0, values: .numbers($0.1)) },
      rowCount: columns.first?.1.count ?? 0)
  }

  private func numbers(_ frame: FeatureFrame, _ name: String) -> [Double] {
    guard case .numbers(let values)? = frame.columns.first(where: { $0.name == name })?.values else { return [] }
    return values
  }

  private func apply(_ steps: [RecipeStep], to frame: FeatureFrame) throws -> FeatureFrame {
    try Recipe(steps).fit(frame, using: catalogue).apply(frame)
  }

  private func code(_ body: () throws -> Void) -> String? {
    do { try body() } catch { return (error as? Diagnostic)?.code }
    return nil
  }

  @Test func `a direction becomes two columns in its place, with one source`() throws {
    let result = try apply(
      [RecipeStep("surf.direction")], to: frame([("height_m", [1, 2]), ("wind_deg", [0, 90]), ("tide_m", [3, 4])]))
    #expect(result.names == ["height_m", "wind_deg=sin", "wind_deg=cos", "tide_m"])
    #expect(result.columns.map(\.source) == ["height_m", "wind_deg", "wind_deg", "tide_m"])
    #expect(numbers(result, "wind_deg=sin") == [0, 1])
    #expect(numbers(result, "wind_deg=cos") == [1, 0])
  }

  @Test func `359 and 1 degree are neighbours, and 360 is 0`() throws {
    let result = try apply([RecipeStep("surf.direction")], to: frame([("d_deg", [359, 1, 360, 0])]))
    let sines = numbers(result, "d_deg=sin")
    let cosines = numbers(result, "d_deg=cos")
    #expect((sines[0] - sines[1]).magnitude < 0.04)
    #expect(cosines[0] == cosines[1] || (cosines[0] - cosines[1]).magnitude < 1e-12)
    #expect(sines[2] == sines[3] && cosines[2] == cosines[3])
  }

  @Test func `a missing direction stays missing in both, and impute fills it`() throws {
    let given = frame([("d_deg", [90, .nan, 180])])
    let result = try apply([RecipeStep("surf.direction")], to: given)
    #expect(numbers(result, "d_deg=sin")[1].isNaN && numbers(result, "d_deg=cos")[1].isNaN)
    let filled = try apply([RecipeStep("surf.direction"), RecipeStep("impute")], to: given)
    #expect(numbers(filled, "d_deg=sin")[1] == 0.5)
  }

  @Test func `a later scale step scales both columns`() throws {
    let result = try apply(
      [RecipeStep("surf.direction"), RecipeStep("scale", columns: ["d_deg"])],
      to: frame([("d_deg", [0, 90, 180, 270])]))
    #expect(numbers(result, "d_deg=sin").reduce(0, +).magnitude < 1e-12)
    #expect((numbers(result, "d_deg=sin").map { $0 * $0 }.reduce(0, +) - 4).magnitude < 1e-12)
  }

  @Test func `an invalid direction is refused`() {
    #expect(code { _ = try apply([RecipeStep("surf.direction")], to: frame([("height_m", [1])])) } == "no-directions")
    #expect(code { _ = try apply([RecipeStep("surf.direction")], to: frame([("d_deg", [361])])) } == "not-a-direction")
    #expect(
      code { _ = try apply([RecipeStep("surf.direction")], to: frame([("d_deg", [.infinity])])) } == "not-a-direction")
    #expect(
      code { _ = try apply([RecipeStep("scale"), RecipeStep("surf.direction")], to: frame([("d_deg", [10, 20])])) }
        == "not-a-direction")
    #expect(
      code { _ = try apply([RecipeStep("surf.direction", columns: ["x"])], to: frame([("d_deg", [1])])) }
        == "unknown-column")
    let step = RecipeStep("surf.direction", settings: ["unit": "rad"])
    #expect(code { _ = try apply([step], to: frame([("d_deg", [1])])) } == "unknown-setting")
    let words = FeatureFrame(
      columns: [
        FeatureColumn(name: "d_deg", source: "d_deg", values: .categories(Categorical(["N"]), isOrdered: false))
      ],
      rowCount: 1)
    #expect(
      code { _ = try apply([RecipeStep("surf.direction", columns: ["d_deg"])], to: words) } == "not-numeric")
  }

  @Test func `new rows get the same columns as the training rows`() throws {
    let fitted = try Recipe([RecipeStep("surf.direction")]).fit(frame([("d_deg", [1, 2])]), using: catalogue)
    #expect(try fitted.apply(frame([("d_deg", [270])])).names == ["d_deg=sin", "d_deg=cos"])
    #expect(code { _ = try fitted.apply(frame([("e_deg", [1])])) } == "unknown-column")
    #expect(DirectionStep().fittedType != nil)
  }
}
