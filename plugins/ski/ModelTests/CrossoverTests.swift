import Testing

@testable import SkiModel

/// The lanes and testers of the next glide of two pairs.
struct CrossoverTests {
  @Test func `a lane is read in the words of all five languages`() {
    func sides(_ lanes: [String]) -> Set<Double> {
      Set(lanes.map { GlideEffect.lane.column(Glide("1", "2", 5, lane: $0)) })
    }
    #expect(sides(["L", "left", "V", "Vänster", "venstre", "links", "vasen", "1"]) == [1])
    #expect(sides(["R", "right", "H", "Höger", "høyre", "rechts", "Oikea", "2"]) == [-1])
    #expect(sides(["3", "", "mitten"]) == [0])
  }

  @Test func `the next glide swaps lanes, then testers`() {
    func next(_ glides: [Glide]) -> Crossover { Crossover(glides, "1", "2") }
    var glides = [Glide("1", "2", 5, lane: "L", tester: "UN,LN")]
    #expect(next(glides).lane == "R" && next(glides).testers == ["UN", "LN"])
    glides.append(Glide("2", "1", 5, lane: "L", tester: "LN,UN"))
    #expect(next(glides).lane == "L" && next(glides).testers == ["LN", "UN"])
    glides.append(Glide("1", "2", 5, lane: "L", tester: "LN,UN"))
    #expect(next(glides).lane == "R" && next(glides).testers == ["LN", "UN"])
    #expect(next([Glide("1", "2", 5)]).lane == nil)
    let left = (1...3).map { Glide("1", "\($0 + 1)", 5, lane: "L") }
    #expect(Crossover.uncrossed(left).map(\.serial) == ["1"])
  }
}
