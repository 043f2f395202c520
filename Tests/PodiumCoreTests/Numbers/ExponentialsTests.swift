import Glibc
import PodiumCore
import Testing

@Suite struct ExponentialsTests {
  @Test func `exponentials of many numbers are those of the C library to the last places`() {
    let numbers = (0..<1003).map { Double($0) * 0.03 } + [0, 1e-300, 690]
    for (x, found) in zip(numbers, Exponentials.ofNegatives(numbers)) {
      #expect(abs(found - exp(-x)) <= 4 * exp(-x).ulp, "\(x)")
    }
    #expect(Exponentials.ofNegatives([]) == [])
    #expect(Exponentials.ofNegatives([-3, .infinity, 1e9]) == [1, 0, 0])
  }
}
