/// The members of each group that have a value.
///
/// Parts of the places are folded by threads and their states joined in the order of the parts, which depend on the number of
/// places and groups alone: the same bytes for any number of threads.
struct GroupedPlaces {
  let frame: RowFrame
  var threads = 1
  /// With more groups, a state for each group and part would take longer to join than the places to fold.
  private static let mostParted = 4096

  private typealias States<State> = UnsafeMutableBufferPointer<State>

  /// Folds the places of each part into states of its own, and joins them; `add` has the loop, so that nothing is called for
  /// each place.
  private func fold<State: Sendable>(
    _ count: Int, _ start: State, _ add: @escaping @Sendable (Range<Int>, States<State>) -> Void,
    join: (inout State, State) -> Void
  ) -> [State] {
    let groupCount = frame.groupCount
    guard count > 0, groupCount > 0 else { return [State](repeating: start, count: groupCount) }
    let size = groupCount <= GroupedPlaces.mostParted ? ParallelArray.part : count
    let parts = Parallel.map(count: (count + size - 1) / size, threads: threads) { part in
      var states = [State](repeating: start, count: groupCount)
      states.withUnsafeMutableBufferPointer { add((part * size)..<min(count, (part + 1) * size), $0) }
      return states
    }
    var states = parts[0]
    for part in parts.dropFirst() { for group in states.indices { join(&states[group], part[group]) } }
    return states
  }

  func counts(_ isPresent: [Bool]) -> [Int] {
    let groups = frame.groups
    return fold(
      isPresent.count, 0,
      { places, counts in
        for place in places { counts[Int(groups?[place] ?? 0)] &+= isPresent[place] ? 1 : 0 }
      }
    ) { $0 += $1 }
  }

  func sizes() -> [Int] {
    guard let groups = frame.groups else { return [frame.count] }
    return fold(frame.count, 0, { places, counts in for place in places { counts[Int(groups[place])] &+= 1 } }) {
      $0 += $1
    }
  }

  /// The sums of the numbers, with how many there are.
  func sums(_ x: [Double]) -> [CompensatedSum] {
    let groups = frame.groups
    return fold(
      x.count, CompensatedSum(),
      { places, sums in
        x.withUnsafeBufferPointer { x in
          guard let groups else {
            var sum = CompensatedSum()
            for place in places where x[place] == x[place] { sum.add(x[place]) }
            sums[0] = sum
            return
          }
          groups.withUnsafeBufferPointer { groups in
            for place in places {
              let value = x[place]
              if value == value { sums[Int(groups[place])].add(value) }
            }
          }
        }
      }
    ) { $0.add($1) }
  }

  /// The distances from the mean of the group.
  func spreads(_ x: [Double], from means: [Double]) -> [SquaredDistances] {
    let groups = frame.groups
    return fold(
      x.count, SquaredDistances(),
      { places, spreads in
        x.withUnsafeBufferPointer { x in
          for place in places where x[place] == x[place] {
            let group = Int(groups?[place] ?? 0)
            spreads[group].add(x[place] - means[group])
          }
        }
      }
    ) { $0.add($1) }
  }

  func extremes<Element: Comparable & Sendable>(
    _ x: [Element], _ isPresent: [Bool], least: Bool
  ) -> [Element?] {
    let groups = frame.groups
    @Sendable func take(_ best: inout Element?, _ value: Element) {
      guard let known = best else {
        best = value
        return
      }
      if least ? value < known : value > known { best = value }
    }
    return fold(
      x.count, Element?.none,
      { places, best in
        for place in places where isPresent[place] { take(&best[Int(groups?[place] ?? 0)], x[place]) }
      }
    ) { best, other in if let other { take(&best, other) } }
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
