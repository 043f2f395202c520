import PodiumTestKit

/// Long-running commands, by kind, with their setup; `big.csv` and `mid.*` are in the folder.
struct InterruptWork {
  let kind: String
  var setup: [String] = []
  let commands: [String]
  /// Whether a run that came to its end is undone, so that the next begins with the same table.
  var isUndone = false

  static let all = [
    InterruptWork(
      kind: "load",
      commands: ["big.csv", "big.csv.gz", "mid.ndjson", "mid.rows.json", "mid.arff", "mid.xlsx", "mid.sqlite"].map {
        "load " + $0
      }),
    InterruptWork(
      kind: "look", setup: ["load big.csv"],
      commands: [
        "describe", "columns", "count c kind", "correlate method=spearman", "missing", "head if a > 50 and not (b < 0)",
        "by kind: describe a b", "by kind: count y", "sample 500000", "label y",
      ]),
    InterruptWork(
      kind: "shape", setup: ["load mid.csv", "derive place = lag(a) order=b", "load big.csv"],
      commands: [
        "filter a > 500000 and kind == 'red'", "keep if a > 500000", "drop if kind == 'red'",
        "derive z = log(a) * sin(b)", "by kind: derive z = a - mean(a)", "derive z = rolling(median, a, 1000)",
        "by kind: derive z = rank(a)", "replace a = 0 if a < 500000", "rename a first", "sort a", "sort kind b desc=b",
        "by kind: sort a", "distinct", "distinct a c", "bin a count=20", "split d at=\"-\" into=year,month",
        "type a text", "type d text", "level kind red,green,blue,violet",
        "by kind: summarize m = median(a), q = quantile(b, 0.9), n = n()", "by c: summarize m = mean(a)",
        "join mid on=a how=inner many=yes", "join mid asof=a", "bind mid", "pivot kind values=a rows=c using=mean",
        "unpivot a b c", "sql \"SELECT kind, avg(a) FROM big WHERE b > 0 GROUP BY kind\"",
        "sql \"SELECT d, kind, count(DISTINCT a) FROM big GROUP BY d, kind ORDER BY 3\"",
      ], isUndone: true),
    InterruptWork(
      kind: "sql",
      commands: [
        "load mid.sqlite query=\"with recursive r(x) as (select 1 union all select x + 1 from r) select count(*) as n from r\"",
        "load mid.sqlite query=\"select * from mid order by b, a\"",
      ]),
    InterruptWork(
      kind: "fit", setup: ["load mid.csv", "label y", "encode"],
      commands: [
        "cv zeror k=10", "cv tree k=10", "fit tree", "compare tree svm k=5 in 1..5000", "cv svm k=3", "cv ann k=3",
        "fit svm in 1..20000", "fit ann",
      ]),
    InterruptWork(
      kind: "predict",
      setup: [
        "load mid.csv", "label y", "encode", "fit tree(max-depth=9)", "fit svm in 1..2000",
        "fit ann(epochs=1) in 1..2000",
      ],
      commands: ["predict tree", "predict svm", "predict ann"]),
    InterruptWork(
      kind: "print", setup: ["load big.csv", "set pager=no rows=1000000"], commands: ["head 100000", "tail 100000"]),
    InterruptWork(
      kind: "sink", setup: ["load mid.csv"],
      commands: [
        "head 100000 >! out.md", "head 100000 >! out.txt", "save out.csv replace=yes", "save out.xlsx replace=yes",
        "save out.sqlite replace=yes", "save out.arff replace=yes", "head 100000 | sleep 5",
      ]),
    InterruptWork(
      kind: "workspace", setup: ["load mid.csv", "save kept"],
      commands: ["save kept replace=yes", "load saved kept", "workspace check"]),
    InterruptWork(kind: "replay", commands: ["source long.podium"]),
    InterruptWork(
      kind: "plugin", setup: ["load mid.csv", "label y", "encode", "learner add slow \"python3 slow.py\""],
      commands: ["cv slow k=3 in 1..1000"]),
    InterruptWork(kind: "shell", commands: ["!sleep 20"]),
  ]

  /// A learner that answers the handshake, and then does not answer within a minute.
  static let slowLearner = """
    import json, sys, time
    for line in sys.stdin:
        ask = json.loads(line)
        if len(ask["train"]["columns"][0]["values"]) > 100:
            time.sleep(60)
        rows = len(ask["test"]["columns"][0]["values"])
        print(json.dumps({"id": ask["id"], "predicted": [ask["classes"][0]] * rows}), flush=True)

    """

  /// The text of a table with numbers, whole numbers, dates, words and a class.
  static func table(rows: Int, seed: UInt64) -> String {
    var random = SystemlessRandom(seed: seed)
    var text = "a,b,c,d,kind,y\n"
    text.reserveCapacity(rows * 40)
    let kinds = ["red", "green", "blue", "violet"]
    for row in 0..<rows {
      text +=
        "\(random.below(1_000_000)).\(random.below(9))5,\(random.below(20_000) - 10_000).25,\(random.below(1_000_000)),"
      text += "2021-0\(1 + row % 9)-1\(row % 10),\(random.pick(kinds)),\(random.chance(0.5) ? "u" : "v")\n"
    }
    return text
  }
}
