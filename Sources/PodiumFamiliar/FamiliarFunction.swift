internal import PodiumCore

/// Functions of other tools in podium's language.
enum FamiliarFunction {
  /// The call with its arguments, which are in podium's language already; nil for a function without a counterpart.
  static func call(_ name: String, _ a: [String]) -> String? {
    let own = names[name] ?? name
    switch (own, a.count) {
    case ("log", 2): return "(log(\(a[0])) / log(\(a[1])))"
    case ("log10", 1): return "(log(\(a[0])) / log(10))"
    case ("log2", 1): return "(log(\(a[0])) / log(2))"
    case ("log1p", 1): return "log(1 + \(a[0]))"
    case ("pow", 2): return "(\(atom(a[0]))^\(atom(a[1])))"
    case ("var", 1): return "sd(\(a[0]))^2"
    case ("sum", 1) where a[0].contains { "<>=".contains($0) } || a[0].contains("missing("): return "count(\(a[0]))"
    case ("row_number", 0), ("rownumber", 0), ("row", 0): return "cumsum(1)"
    case ("diff", 1): return "(\(a[0]) - lag(\(a[0])))"
    case ("pct_change", 1): return "(\(a[0]) / lag(\(a[0])) - 1)"
    case ("left", 2): return "part(\(a[0]), 1, \(a[1]))"
    case ("right", 2):
      guard let count = Int(a[1]), count > 0 else { return nil }
      return "part(\(a[0]), length(\(a[0]))\(count > 1 ? " - \(count - 1)" : ""))"
    case ("str_sub", 3):
      guard let from = Int(a[1]), let to = Int(a[2]), from > 0, to >= from, to < 1_000_000 else { return nil }
      return "part(\(a[0]), \(from), \(to - from + 1))"
    case ("concat", 2...): return sum(a)
    case ("paste", 2...): return "(" + a.joined(separator: " + \" \" + ") + ")"
    case ("gsub", 3): return "replace(\(a[2]), \(a[0]), \(a[1]))"
    case ("replace", 4): return "replace(\(a[0]), \(a[1]), \(a[2]))"
    case ("grepl", 2): return "contains(\(a[1]), \(a[0]))"
    case ("notmissing", 1): return "not missing(\(a[0]))"
    case ("coalesce", 3...), ("min", 3...), ("max", 3...):
      return a.dropFirst().reduce(a[0]) { "\(own)(\($0), \($1))" }
    case ("sum", 2...), ("rowtotal", 1...): return sum(a.map { "coalesce(\($0), 0)" })
    case ("mean", 2...), ("rowmean", 1...):
      return "(" + sum(a.map { "coalesce(\($0), 0)" }) + " / " + sum(a.map { "choose(missing(\($0)), 0, 1)" }) + ")"
    case ("rowmiss", 1...): return sum(a.map { "choose(missing(\($0)), 1, 0)" })
    case ("rolling mean", 2), ("rolling sum", 2), ("rolling sd", 2), ("rolling min", 2), ("rolling max", 2),
      ("rolling median", 2):
      return "rolling(\(own.dropFirst("rolling ".count)), \(a[0]), \(a[1]))"
    default:
      let isKnown =
        ExpressionFunctions.synopses.contains { $0.name == own } || ExpressionAggregates.isCall(own, a.count)
        || ExpressionWindows.synopses.contains { $0.name == own }
      return isKnown ? "\(own)(\(a.joined(separator: ", ")))" : nil
    }
  }

  private static func sum(_ parts: [String]) -> String { "(" + parts.joined(separator: " + ") + ")" }

  /// The text as it can be beside an operator.
  private static func atom(_ text: String) -> String {
    text.allSatisfy { $0.isLetter || $0.isNumber || "_.`".contains($0) } ? text : "(\(text))"
  }

  private static let names: [String: String] = {
    let all: [(own: String, others: [String])] = [
      ("log", ["ln", "log_e"]), ("ceil", ["ceiling"]), ("abs", ["fabs"]), ("pow", ["power"]),
      ("choose", ["cond", "ifelse", "if_else", "iif", "iff", "if", "fifelse", "where", "ifn", "ifc"]),
      ("among", ["inlist", "isin", "is_in", "in"]), ("between", ["inrange", "is_between", "between"]),
      (
        "missing",
        [
          "is.na", "isna", "isnull", "is_null", "is.null", "mi", "ismissing", "is_na", "isnan", "is.nan", "isblank",
          "nmiss",
        ]
      ), ("notmissing", ["notna", "notnull", "is_not_null", "nonmissing"]),
      (
        "coalesce", ["ifnull", "nvl", "fillna", "fill_null", "replace_na", "fill_na", "iferror"]
      ), ("upper", ["ucase", "toupper", "strupper", "uppercase", "to_uppercase", "str_to_upper", "upcase"]),
      ("lower", ["lcase", "tolower", "strlower", "lowercase", "to_lowercase", "str_to_lower", "lowcase"]),
      ("length", ["strlen", "nchar", "len", "str_length", "len_chars", "char_length", "ustrlen"]),
      ("part", ["substr", "substring", "mid", "usubstr"]),
      ("replace", ["subinstr", "str_replace", "str_replace_all", "replace_all", "substitute", "tranwrd", "usubinstr"]),
      ("gsub", ["sub"]), ("contains", ["str_detect", "regexm", "includes", "str_contains"]), ("grepl", ["grep"]),
      ("starts", ["startswith", "starts_with", "str_starts"]), ("ends", ["endswith", "ends_with", "str_ends"]),
      ("concat", ["paste0", "concatenate", "str_c", "cat", "cats"]), ("paste", ["catx"]),
      ("number", ["as.numeric", "real", "destring", "to_numeric", "as_float", "parse_number"]),
      ("min", ["pmin", "least"]), ("max", ["pmax", "greatest"]),
      ("mean", ["avg", "average"]), ("sd", ["std", "stdev", "stddev", "stdev.s", "stddev_samp", "std_dev"]),
      ("sd_n", ["stdev.p", "stddev_pop", "stdevp"]), ("var", ["variance", "var_samp", "var.s"]),
      ("distinct", ["n_distinct", "nunique", "n_unique", "uniqueN", "uniquen", "count_distinct"]),
      ("quantile", ["percentile", "percentile.inc", "quantile_cont"]),
      ("lag", ["shift"]), ("cumsum", ["cum_sum", "running_sum"]), ("rank", ["min_rank", "rank.eq", "frank"]),
      ("rolling mean", ["rollmean", "roll_mean", "frollmean", "rolling_mean", "rollmeanr", "movmean", "slide_mean"]),
      ("rolling sum", ["rollsum", "roll_sum", "frollsum", "rolling_sum", "movsum"]),
      ("rolling sd", ["rollsd", "roll_sd", "rolling_std", "movstd"]),
      ("rolling max", ["rollmax", "rolling_max", "movmax"]), ("rolling min", ["rolling_min", "movmin"]),
      ("rolling median", ["rollmedian", "rolling_median", "movmedian"]),
      ("weekday", ["dow", "wday", "dayofweek", "isodow", "isoweekday"]), ("day", ["mday", "dayofmonth"]),
      ("rowtotal", ["rowsum", "rowsums", "sum_horizontal"]), ("rowmean", ["rowmeans", "mean_horizontal"]),
      ("min", ["rowmin", "min_horizontal"]), ("max", ["rowmax", "max_horizontal"]), ("rowmiss", ["cmiss"]),
      ("n", ["_n", "row_count"]),
    ]
    var names: [String: String] = [:]
    for (own, others) in all { for other in others { names[other] = own } }
    return names
  }()
}
