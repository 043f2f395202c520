internal import PodiumPlugin

/// Words of other tools for things that podium names differently or cannot do.
package enum FamiliarWord {
  /// Advice for an unknown verb that people know from other tools; nil for other words.
  package static func help(_ verb: String) -> String? { hints[verb.lowercased()] }

  private static let rows =
    "'filter EXPR' hides rows, 'keep if EXPR' keeps some; a verb takes rows too: head if wind > 5"
  private static let groups = "name groups before a verb: by spot: summarize mean = mean(wind)"
  private static let tests =
    "test COLUMN by=GROUPS compares groups; count COLUMN OTHER tests two categories; 'compare' tests learners"
  private static let counts = "'count COLUMN' counts values, 'count COLUMN OTHER' makes a cross table"
  private static let types = "'type COLUMN number' changes the type of a column"

  private static let hints: [String: String] = {
    let advice: [([String], String)] = [
      (["where", "subset", "query", "rows"], rows),
      (["group", "groupby", "group_by", "aggregate", "agg", "bysort", "bys", "tapply"], groups),
      (["arrange", "order", "orderby", "order_by"], "'sort COLUMN' sorts the rows"),
      (["mutate", "let", "assign", "transform", "gen", "generate"], "'derive NAME = EXPR' adds a column"),
      (["recode", "update"], "'replace COLUMN = EXPR if CONDITION' changes cells"),
      (
        ["merge", "left_join", "inner_join", "lookup", "vlookup", "xlookup"],
        "'join TABLE on=COLUMN' adds the columns of another table"
      ),
      (["append", "concat", "rbind", "union", "stack"], "'bind TABLE' adds the rows of another table"),
      (["melt", "gather", "pivot_longer", "reshape"], "'unpivot COLUMN…' turns columns into rows"),
      (["cast", "spread", "pivot_wider", "dcast"], "'pivot COLUMN values=COLUMN' turns values into columns"),
      (
        ["dedup", "unique", "deduplicate", "duplicates", "isid", "drop_duplicates"],
        "'distinct COLUMN…' keeps one row of each combination of values and counts the others"
      ),
      (["cut", "discretize"], "'bin COLUMN width=…' cuts numbers into bins"),
      (["remove", "delete"], "'drop COLUMN' drops columns, 'drop if EXPR' drops rows"),
      (["select"], "'keep COLUMN…' keeps columns"),
      (
        ["crosstab", "tab", "tab1", "tab2", "tabulate", "freq", "value_counts", "table"],
        counts
      ),
      (["chisq.test", "fisher.test"], "'count COLUMN OTHER' makes a cross table with its tests"),
      (
        ["pivot_table", "pivottable"],
        "'pivot COLUMN values=OTHER using=mean' makes a column of each value; by GROUPS: summarize mean = mean(COLUMN)"
      ),
      (["countif", "countifs"], "'= count(CONDITION)' counts rows, as in: = count(wind > 5)"),
      (["sumif", "sumifs", "averageif", "averageifs"], "a condition follows: = sum(COLUMN) if CONDITION"),
      (["egen"], "by GROUPS: derive NAME = mean(COLUMN)"),
      (
        ["destring", "as.numeric", "as.integer", "as.factor", "as.character", "as.date", "astype", "to_numeric"], types
      ),
      (["ci"], "'plot bar GROUPS COLUMN' shows means with their 95 % intervals; 'test' and 'regress' print intervals"),
      (["cor", "corr", "pwcorr", "cor.test"], "'correlate COLUMN OTHER' gives correlations"),
      (["df", "data"], "columns are named without a table: head columns=COLUMN"),
      (["sort_values", "gsort"], "'sort COLUMN' sorts the rows, 'sort desc=COLUMN' from the greatest"),
      (["plugin"], "in a shell: podium plugin install parquet; 'plugins' lists those that are there"),
      (
        ["summary", "info", "str", "glimpse", "tabstat", "codebook", "inspect"],
        "'describe' summarizes the columns, 'head' shows the rows"
      ),
      (["summarise", "collapse"], "'summarize NAME = EXPR' makes one row for each group of 'by'"),
      (["view", "cat", "less", "more", "browse", "list"], "'head' shows the first rows: head 20"),
      (
        ["open", "read", "read_csv", "fromcsv", "read.csv", "read.table", "read_excel", "read_parquet", "insheet"],
        "'load FILE' reads a table"
      ),
      (
        ["write", "write_csv", "to_csv", "dump"],
        "'save FILE' writes the table; COMMAND to FILE writes what a command prints"
      ),
      (["train", "learn"], "'fit LEARNER' trains on all rows, 'cv LEARNER' estimates how well it predicts"),
      (["evaluate", "validate", "crossval", "cross_validate", "score"], "cv LEARNER k=10 cross-validates a learner"),
      (["ls", "dir"], "'datasets' lists tables; !ls lists files"),
      (["cd", "pwd", "mv", "cp", "rm"], "!COMMAND runs a shell command"),
      (["man", "doc", "docs", "h"], "'help VERB' explains a verb"),
      (["library", "using"], "'plugins' lists the plugins"),
      (["import"], "'load FILE' reads a table; 'plugins' lists the plugins"),
      (["hist", "histogram"], "plot hist COLUMN"), (["boxplot", "violin"], "plot box COLUMN GROUPS"),
      (
        ["scatter", "scatterplot", "ggplot", "lineplot", "barplot"],
        "plot scatter COLUMN COLUMN; 'help plot' names the kinds"
      ),
      (
        ["regression", "lm", "glm", "ols", "logit"],
        "regress COLUMN OTHER… gives coefficients with their errors; 'fit linear' makes a model that predicts"
      ),
      (
        [
          "ttest", "t_test", "t.test", "anova", "aov", "oneway", "wilcoxon", "wilcox.test", "ranksum", "kruskal",
          "kruskal.test", "kwallis", "mannwhitney", "chisq", "fisher", "mcnemar",
        ], tests
      ),
      (["cls"], "'clear' clears the screen; drop, 'workspace remove' and 'model remove' remove data"),
      (["quit()", "exit()"], "exit leaves podium"), (["df.head()", "head()"], "head"),
      (
        ["mean", "avg", "average", "median", "sd", "std", "stddev", "var", "sum", "max", "min"],
        "'= mean(COLUMN)' calculates one value, 'by GROUPS: summarize mean = mean(COLUMN)' one for each group"
      ),
      (
        ["dim", "shape", "nrow", "ncol", "nobs", "names", "colnames", "dtypes"],
        "'columns' lists the columns, '= n()' counts the rows"
      ),
      (["accuracy", "auc", "f1", "error"], "cv LEARNER k=10 cross-validates a learner and shows its measures"),
      (["print", "echo", "display", "calc"], "'= EXPR' calculates, as in: = 2 + 2"),
      (["set_seed", "seed"], "set seed=7"), (["bye", "q", "logout"], "'exit' leaves podium"),
    ]
    var hints: [String: String] = [:]
    for (words, help) in advice { for word in words { hints[word] = help } }
    return hints
  }()
}
