extension LogisticProblem {
  /// Goes along a direction by the longest step of 1, ½, ¼ and so on at which the value falls enough (Armijo).
  ///
  /// `change` is what a whole step adds to the scores, `decrease` the slope of the value along it. False where no step helps.
  func descend(
    _ unknowns: inout [Double], _ scores: inout [Double], _ value: inout Double, along direction: [Double],
    change: [Double], decrease: Double
  ) -> Bool {
    var step = 1.0
    for _ in 0..<60 {
      let next = zip(unknowns, direction).map { $0 + step * $1 }
      let nextScores = zip(scores, change).map { $0 + step * $1 }
      if self.value(next, nextScores) <= value + 1e-4 * step * decrease + 1e-14 * (1 + value) {
        unknowns = next
        scores = self.scores(next)
        value = self.value(next, scores)
        return true
      }
      step /= 2
    }
    return false
  }
}
