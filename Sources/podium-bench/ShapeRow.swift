/// A line of work of `podium-bench shape`, and what it must reach.
struct ShapeRow {
  let name: String
  /// The commands; the last one is timed.
  let line: String
  /// How many times faster than the best peer it must be; nil where a time is the goal.
  var ratio: Double? = 1
  /// The most seconds it may take.
  var seconds: Double?
  /// A command before those that are timed.
  var before: String?
  /// Whether `seconds` are of the processor.
  var isWork = false
  /// The most bytes of each row of the table that the process may use more afterwards, where `undo` can go back.
  var growth: Double?

  static let all: [ShapeRow] = [
    ShapeRow(name: "filter", line: "filter f1 > 0 and cat8 == 'A'"),
    ShapeRow(name: "keep", line: "keep if f1 > 0"),
    ShapeRow(name: "derive", line: "derive y = (f1 + f3) / 2", growth: 9),
    ShapeRow(name: "derive_text", line: "derive y = upper(cat1000)"),
    ShapeRow(name: "derive_group", line: "by cat1000: derive y = f1 - mean(f1)"),
    ShapeRow(name: "replace", line: "replace f1 = 0 if f1 < 0"),
    ShapeRow(
      name: "group8_mean", line: "by cat8: summarize a = mean(f1), b = mean(f2), c = mean(f3) as g", ratio: 1.4),
    ShapeRow(
      name: "group1000_mean", line: "by cat1000: summarize a = mean(f1), b = mean(f2), c = mean(f3) as g", ratio: 1.4),
    ShapeRow(name: "sort_f1", line: "sort f1", ratio: 1.4),
    ShapeRow(name: "sort_cat1000_f1", line: "sort cat1000 f1", ratio: 1.4),
    ShapeRow(name: "distinct", line: "distinct cat1000 cat8"),
    ShapeRow(name: "join", line: "join other on=cat1000"),
    ShapeRow(name: "asof", line: "join other asof=f1"),
    ShapeRow(name: "pivot", line: "pivot cat8 values=f1 rows=cat1000 using=mean as w"),
    ShapeRow(
      name: "sql", line: "sql \"SELECT cat8, avg(f1) FROM made WHERE f1 > 0 GROUP BY cat8\"", ratio: nil, seconds: 0.3),
    ShapeRow(name: "describe", line: "describe", ratio: nil, seconds: 0.3),
    ShapeRow(
      name: "save_xlsx", line: "save saved.xlsx replace=yes", ratio: nil, seconds: 0.5, before: "keep in 1..100000",
      isWork: true),
  ]
}
