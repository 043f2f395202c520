public import PodiumCore
public import PodiumFigure

extension ResultPlot {
  /// What a model predicts over a grid of two numbers.
  public struct Grid: Sendable {
    /// The edges of the cells.
    let xs: [Double]
    let ys: [Double]
    /// The classes in order; nil where numbers are predicted.
    let classes: [String]?
    /// For each cell the class's place or the number, the second axis running fastest.
    let predicted: [Double]

    /// Makes a grid; it must have a prediction for each cell.
    public init(xs: [Double], ys: [Double], classes: [String]?, predicted: [Double]) {
      (self.xs, self.ys, self.classes, self.predicted) = (xs, ys, classes, predicted)
    }

    /// Cells of one prediction joined, first along the second axis, then along the first.
    func areas() -> [(x: ClosedRange<Double>, y: ClosedRange<Double>, value: Double)] {
      let high = max(0, ys.count - 1)
      guard predicted.count == high * max(0, xs.count - 1) else { return [] }
      var areas: [(x: ClosedRange<Double>, y: ClosedRange<Double>, value: Double)] = []
      var open: [[Int]: Int] = [:]
      for i in 0..<max(0, xs.count - 1) {
        var still: [[Int]: Int] = [:]
        var j = 0
        while j < high {
          let (start, value) = (j, predicted[i * high + j])
          repeat { j += 1 } while j < high && predicted[i * high + j] == value
          let key = [start, j, Int(truncatingIfNeeded: value.bitPattern)]
          if let place = open[key] {
            areas[place].x = areas[place].x.lowerBound...xs[i + 1]
            still[key] = place
          } else {
            still[key] = areas.count
            areas.append((xs[i]...xs[i + 1], ys[start]...ys[j], value))
          }
        }
        open = still
      }
      return areas
    }
  }

  /// `boundary`: what a model predicts over the range of two numbers, with rows as points.
  public static func boundary(
    title: String, x: String, y: String, target: String, grid: Grid, rows: [(x: Double, y: Double, answer: Value)],
    n: Int
  ) throws(Diagnostic) -> Figure {
    var names = ColumnNames([x, y])
    let (y2, x2, guess) = (names.add(y + "_to"), names.add(x + "_to"), names.add("predicted"))
    let (area, truth) = (names.add("area"), names.add(target))
    let (pointX, pointY) = (names.add("row_" + x), names.add("row_" + y))
    var drawn = DrawnRows(names.all)
    for (number, found) in grid.areas().enumerated() {
      guard let classes = grid.classes else {
        drawn.add([
          x: .real(found.x.lowerBound), x2: .real(found.x.upperBound), y: .real(found.y.lowerBound),
          y2: .real(found.y.upperBound), guess: .real(found.value),
        ])
        continue
      }
      let name = Int(exactly: found.value).flatMap { classes.indices.contains($0) ? classes[$0] : nil } ?? ""
      for end in [found.x.lowerBound, found.x.upperBound] {
        drawn.add([
          x: .real(end), y: .real(found.y.lowerBound), y2: .real(found.y.upperBound), guess: .text(name),
          area: .integer(number + 1),
        ])
      }
    }
    for row in rows { drawn.add([pointX: .real(row.x), pointY: .real(row.y), truth: row.answer]) }
    let data = try drawn.table()
    // A transparent area lets the points of its own colour be seen; numbers have cells, since an area has one colour.
    let ground: Layer =
      grid.classes == nil
      ? .cell(x: x, x2: x2, y: y, y2: y2, color: guess) : .area(x: x, y: y, y2: y2, color: guess, series: area)
    var figure = Figure(
      kind: "boundary", title: title, data: try data.dropping(columns: [grid.classes == nil ? area : x2]),
      x: Axis(.linear, label: x), y: Axis(.linear, label: y),
      layers: [ground, .point(x: pointX, y: pointY, color: truth)], n: n,
      colors: ColorScale(grid.classes.map { .category($0) } ?? .sequential(nil), label: target))
    (figure.x, figure.y, figure.color) = (x, y, target)
    figure.notes = ["areas: predicted, points: rows"]
    return figure
  }
}
