/// The members of each group that have a value.
///
/// Parts of the places are folded by threads and their states joined in the order of the parts, which depend on the number of
/// places and groups alone: the same bytes for any number of threads.
struct GroupedPlaces {
  let frame: RowFrame
  var threads = 1
  /// With more groups, a state for each group and part would take longer to join than the places to fold.
  private static let mostParted = 4096

  @inline(__always)
  private func fold<State: Sendable>(
    _ count: Int, _ start: State, _ isPresent: @escaping @Sendable (Int) -> Bool,
    _ add: @escaping @Sendable (inout State, Int) -> Void, join: (inout State, State) -> Void
  ) -> [State] {
    let groupCount = frame.groupCount
    guard count > 0, groupCount > 0 else { return [State](repeating: start, count: groupCount) }
    let size = groupCount <= GroupedPlaces.mostParted ? ParallelArray.part : count
    let groups = frame.groups
    let parts = Parallel.map(count: (count + size - 1) / size, threads: threads) { part in
      let places = (part * size)..<min(count, (part + 1) * size)
      var states = [State](repeating: start, count: groupCount)
      states.withUnsafeMutableBufferPointer { states in
        if let groups {
          groups.withUnsafeBufferPointer { groups in
            for place in places where isPresent(place) { add(&states[Int(groups[place])], place) }
          }
        } else {
          for place in places where isPresent(place) { add(&states[0], place) }
        }
      }
      return states
    }
    var states = parts[0]
    for part in parts.dropFirst() { for group in states.indices { join(&states[group], part[group]) } }
    return states
  }

  func counts(_ isPresent: [Bool]) -> [Int] {
    fold(isPresent.count, 0, { isPresent[$0] }, { count, _ in count &+= 1 }) { $0 += $1 }
  }

  func sizes() -> [Int] { fold(frame.count, 0, { _ in true }, { count, _ in count &+= 1 }) { $0 += $1 } }

  /// The sums of the numbers, with how many there are.
  func sums(_ x: [Double]) -> [CompensatedSum] {
    fold(x.count, CompensatedSum(), { x[$0] == x[$0] }, { sum, place in sum.add(x[place]) }) { $0.add($1) }
  }

  /// The sums of the squared distances from the mean of the group.
  func squares(_ x: [Double], from means: [Double]) -> [CompensatedSum] {
    let groups = frame.groups
    return fold(
      x.count, CompensatedSum(), { x[$0] == x[$0] },
      { sum, place in
        let distance = x[place] - means[Int(groups?[place] ?? 0)]
        sum.add(distance * distance)
      }
    ) { $0.add($1) }
  }

  func extremes<Element: Comparable & Sendable>(
    _ x: [Element], _ isPresent: [Bool], least: Bool
  ) -> [Element?] {
    @Sendable func take(_ best: inout Element?, _ value: Element) {
      guard let known = best else {
        best = value
        return
      }
      if least ? value < known : value > known { best = value }
    }
    return fold(x.count, Element?.none, { isPresent[$0] }, { best, place in take(&best, x[place]) }) { best, other in
      if let other { take(&best, other) }
    }
  }

  /// The numbers of each group, sorted.
  func sorted(_ x: [Double], cancellation: Cancellation) throws(Diagnostic) -> [[Double]] {
    let counts = sums(x).map(\.count)
    var lists = counts.map { count in
      var list: [Double] = []
      list.reserveCapacity(count)
      return list
    }
    for (place, value) in x.enumerated() where !value.isNaN { lists[Int(frame.groups?[place] ?? 0)].append(value) }
    try cancellation.check()
    let given = lists
    if given.count == 1 { return [try SortedNumbers.of(given[0], threads: threads, cancellation: cancellation)] }
    return Parallel.map(count: given.count, threads: threads) { group in
      cancellation.isCancelled ? [] : given[group].sorted()
    }
  }

  /// For each group the first or last place that has a value, in the order of the frame; −1 without one.
  func ends(_ isPresent: [Bool], first: Bool) -> [Int] {
    var found = [Int](repeating: -1, count: frame.groupCount)
    func see(_ place: Int) {
      guard isPresent[place] else { return }
      let group = Int(frame.groups?[place] ?? 0)
      if !first || found[group] < 0 { found[group] = place }
    }
    if let order = frame.order {
      for place in order { see(place) }
    } else {
      for place in isPresent.indices { see(place) }
    }
    return found
  }
}
