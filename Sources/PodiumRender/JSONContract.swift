/// What `--format json` promises: every kind of output with its members, as data.
///
/// The manual prints it, and a test holds every output of every example to it. Members are only ever added.
package enum JSONContract {
  /// The form of a value.
  package indirect enum Form: Sendable {
    case string
    case integer
    /// A whole or real number.
    case number
    case boolean
    /// A cell of a table: a string, a number, true, false or null.
    case value
    case list(Form)
    case object([Member])
    /// An object with names that the contract does not fix.
    case map(Form)
    /// The same, or null.
    case optional(Form)
  }

  /// A member of an object.
  package struct Member: Sendable {
    package let name: String
    package let form: Form
    package let meaning: String
    /// Whether it is always there.
    package let isRequired: Bool

    init(_ name: String, _ form: Form, _ meaning: String, isRequired: Bool = true) {
      self.name = name
      self.form = form
      self.meaning = meaning
      self.isRequired = isRequired
    }
  }

  /// A kind of output.
  package struct Kind: Sendable {
    package let name: String
    package let summary: String
    package let members: [Member]
  }

  /// A member that may be absent.
  private static func maybe(_ name: String, _ form: Form, _ meaning: String) -> Member {
    Member(name, form, meaning, isRequired: false)
  }

  /// The line of a command.
  package static let line: [Member] = [
    Member("v", .integer, "version of the contract: 1"),
    Member("cell", .integer, "number of the command in the session, from 1"),
    Member("input", .string, "the command as typed"),
    Member("status", .string, "`ok`, `error`, `interrupted` or `skipped`"),
    Member("outputs", .list(.object([])), "the outputs in order; each has a `kind`"),
    maybe("error", .object(error), "why the command failed"),
    Member("elapsed_ms", .number, "time taken, in milliseconds"),
  ]

  /// The member `error` of a line.
  package static let error: [Member] = [
    Member("code", .string, "stable code, as in `unknown-learner`"),
    Member("message", .string, "one sentence; its wording may change"),
    Member(
      "span", .optional(.list(.integer)), "start and end of the mistake in `input`, in Unicode scalars, end excluded"),
    Member("help", .optional(.string), "what to do about it"),
    maybe("file", .string, "the script or notebook"),
    maybe("line", .integer, "line in that file, from 1"),
    maybe("cause", .string, "what the system or a library reported"),
  ]

  /// Every kind of output.
  package static let kinds: [Kind] = [
    Kind(name: "table", summary: "A table with all its rows.", members: table),
    Kind(name: "record", summary: "Named values.", members: record),
    Kind(name: "evaluation", summary: "A learner evaluated on folds (`cv`).", members: evaluation),
    Kind(name: "comparison", summary: "Learners compared on the same folds (`compare`).", members: comparison),
    Kind(name: "confusion", summary: "A confusion matrix.", members: confusion),
    Kind(name: "predictions", summary: "Predicted rows: a table.", members: table),
    Kind(name: "figure", summary: "A picture, in `data` or in the file `path`.", members: figure),
    Kind(name: "note", summary: "Something worth knowing.", members: words),
    Kind(name: "warning", summary: "Something that may be wrong.", members: words),
    Kind(name: "text", summary: "Prose, such as a help page.", members: words),
  ]

  private static let words = [
    Member("text", .string, "the text; not stable"),
    maybe("code", .string, "for notes and warnings of the leak guard, which leak was found"),
  ]

  private static let table: [Member] = [
    Member(
      "columns",
      .list(
        .object([
          Member("name", .string, "name of the column"),
          Member(
            "type", .string,
            "`number`, `integer`, `category`, `ordered`, `text`, `boolean`, `date` or `datetime`"),
          maybe("levels", .list(.string), "the categories in order, for `ordered`"),
          maybe("period", .number, "where circular numbers start again at 0, as 360 for directions"),
          maybe("scale", .string, "duration or time: numbers that count seconds, of a span or since midnight"),
          maybe(
            "zone", .string,
            "the zone whose clock shows the moments, as Europe/Stockholm or +01:00; the rows have them in UTC all the same"
          ),
          maybe("made_from", .list(.string), "the columns that a derived column was made from"),
          maybe(
            "chosen_by", .list(.string), "further columns that chose, ordered or grouped the rows it was computed over"),
          maybe("uses_other_rows", .boolean, "true for a derived column whose value in a row depends on other rows"),
        ])), "the columns in order"),
    Member("rows", .list(.list(.value)), "one list per row; `null` is a missing value; never truncated"),
    Member("total_rows", .integer, "number of rows of the whole table, of which `rows` may be a part"),
    maybe("title", .string, "title"),
    maybe("footer", .list(.string), "notes below the table"),
    maybe("fields", .map(.value), "values of the table as a whole, such as a test statistic"),
  ]

  private static let record: [Member] = [
    Member("fields", .map(.value), "each value by its name; several values as a list"),
    maybe("title", .string, "title"),
  ]

  /// The form of one measure of an evaluation: of a learner's folds, or of an evaluator.
  private static let measure: [Member] = [
    Member("mean", .optional(.number), "mean over the folds"),
    Member("sd", .optional(.number), "standard deviation over the folds, divisor n"),
    Member("pooled", .optional(.number), "the measure of all test rows pooled"),
    maybe("n", .integer, "number of folds in which it is defined; for a share, number of trials"),
    maybe("defined", .integer, "number of folds in which the measure of a learner is defined"),
    maybe("k", .integer, "for a share, number of successes"),
    maybe("ci95", .list(.number), "95 % interval"),
    maybe("folds", .optional(.integer), "number of folds in which an evaluator's value is defined"),
    maybe("seeds_mean", .number, "with `seeds=`, mean over the seeds"),
    maybe("seeds_sd", .optional(.number), "with `seeds=`, standard deviation over the seeds"),
  ]

  private static let evaluation: [Member] = [
    Member("learner", .string, "the learner with its hyperparameters"),
    Member("target", .string, "the predicted column"),
    Member(
      "resampling",
      .object([
        Member("type", .string, "the method: the value of `folds=`"),
        Member("k", .integer, "number of folds"),
        Member("fit", .string, "`fold` or `all`: the rows that recipe steps were fitted on"),
        Member("time", .optional(.string), "the column of times"),
        Member("repeats", .integer, "number of repeats"),
        Member("shuffle", .boolean, "whether rows were shuffled"),
        Member("seed", .integer, "the random seed"),
        Member("sentence", .string, "the folds in words; not stable"),
        Member("settings", .map(.string), "the keys of the method"),
      ]), "how rows were split"),
    Member("classes", .optional(.list(.string)), "the classes in order; `null` for numbers"),
    Member("rows", .list(.integer), "the rows that were evaluated, from 0"),
    Member("fold_of_row", .list(.integer), "the fold in which each was tested, from 0"),
    Member("repeat_of_row", .list(.integer), "the repeat in which each was tested, from 0"),
    Member("truth", .list(.value), "actual values: class numbers from 0, or numbers"),
    Member("predicted", .list(.value), "predicted values, in the same form"),
    Member("probabilities", .optional(.list(.list(.number))), "one list per row, in the order of `classes`"),
    Member("confusion", .optional(.list(.list(.integer))), "counts: actual class by predicted class"),
    Member("folds", .list(.map(.number)), "the measures of each fold; empty for a failed fold"),
    Member("measures", .map(.object(measure)), "each measure by its key"),
    Member("seconds", .number, "time taken to fit and predict"),
    Member("notes", .list(.string), "notes on this evaluation"),
    maybe(
      "bootstrap632",
      .object([
        Member("measure", .string, "`accuracy` or `rmse`"), Member("value", .number, "its .632+ estimate"),
        Member("apparent", .number, "the measure of a model of all rows, on them"),
        Member("out_of_bag", .number, "the mean over the rows of what the samples without them give"),
        Member("no_information", .number, "the measure of predictions that have nothing to do with the rows"),
        Member("overfitting", .number, "from 0 to 1"),
        Member("weight", .number, "the part of `out_of_bag`, from 0.632 to 1"),
        Member("rows", .integer, "the rows that at least one sample left out"),
      ]), "with `folds=bootstrap`, the .632+ estimate"),
    maybe(
      "seeds",
      .list(
        .object([
          Member("seed", .integer, "the seed's number, from 0"),
          Member("mean", .optional(.number), "mean of the first measure"),
          Member("means", .map(.optional(.number)), "mean of each measure"),
        ])), "with `seeds=`, the outcome of each seed"),
    maybe(
      "chosen",
      .list(
        .object([
          Member("fold", .integer, "the outer fold, from 0, repeat after repeat"),
          Member(
            "setting", .optional(.string), "the learner with its hyperparameters; `null` where none could be chosen"),
        ])), "with `nested=yes`, the setting chosen in each outer fold"),
    maybe(
      "costs",
      .object([
        Member("name", .string, "the value of `costs=`"),
        Member("values", .list(.list(.number)), "costs: actual class by predicted class"),
      ]), "with `costs=`, the costs that decide the classes"),
    maybe(
      "shortlist",
      .object([
        Member("confidence", .number, "the wanted share of lists that hold the actual class"),
        maybe("rows", .integer, "number of rows with a list"),
        maybe("covered", .integer, "number of lists that hold the actual class"),
        maybe("coverage", .number, "their share"),
        maybe("low95", .number, "lower end of its 95 % interval"),
        maybe("high95", .number, "upper end of its 95 % interval"),
        maybe("mean_size", .number, "mean number of classes of a list"),
        maybe("sizes", .list(.integer), "number of lists with 1, 2, … classes"),
        maybe("class_rows", .list(.integer), "for each class its rows with a list"),
        maybe("class_covered", .list(.integer), "how many of those lists hold it"),
        Member("lists", .list(.list(.integer)), "for each of `rows` its classes, the most probable first"),
      ]), "with `shortlist=`, the classes that cannot be ruled out"),
  ]

  private static let comparison: [Member] = [
    Member("baseline", .string, "the learner that others are compared with"),
    Member("measure", .string, "the measure that is tested"),
    Member(
      "rows",
      .list(
        .object([
          Member("learner", .string, "the learner with its hyperparameters"),
          Member("mean", .optional(.number), "mean over the folds"),
          Member("sd", .optional(.number), "standard deviation over the folds, divisor n"),
          Member("difference", .optional(.number), "mean difference from the baseline"),
          Member("ci95", .optional(.list(.number)), "95 % interval of the difference, by the corrected t-test"),
          Member("p", .optional(.number), "two-sided p value of the corrected paired t-test"),
          Member("p_holm", .optional(.number), "the same after Holm's correction"),
          Member("seconds", .optional(.number), "time taken to fit and predict"),
          Member("status", .string, "`ok`, or why there is no result"),
          maybe("n", .optional(.integer), "number of folds in which the measure is defined"),
          maybe("n_difference", .optional(.integer), "number of folds in which it is also defined for the baseline"),
          maybe("scores", .list(.optional(.number)), "the measure in each fold"),
          maybe(
            "p_better", .optional(.number), "with `rope=`, probability that it is better than the baseline by more"),
          maybe("p_same", .optional(.number), "with `rope=`, probability of a difference of at most that"),
          maybe("p_worse", .optional(.number), "with `rope=`, probability that it is worse by more"),
          maybe(
            "seeds",
            .list(
              .object([
                Member("seed", .integer, "the seed's number, from 0"),
                Member("mean", .optional(.number), "mean of the measure"),
              ])), "with `seeds=`, the outcome of each seed"),
          maybe("seeds_sd", .optional(.number), "with `seeds=`, standard deviation over the seeds"),
          maybe("measures", .map(.object(measure)), "with `evaluators=`, their values"),
        ])), "one object per learner"),
    Member("folds", .integer, "number of folds"),
    Member("repeats", .integer, "number of repeats"),
    Member(
      "resampling",
      .object([
        Member("type", .string, "the method: the value of `folds=`"),
        Member("k", .integer, "number of folds"),
        Member("repeats", .integer, "number of repeats"),
        Member("shuffle", .boolean, "whether rows were shuffled"),
        Member("sentence", .optional(.string), "the folds in words; not stable"),
        Member("settings", .map(.string), "the keys of the method"),
      ]), "how rows were split"),
    Member("sentence", .optional(.string), "the result in one sentence to quote; not stable"),
    maybe("rope", .number, "with `rope=`, the largest difference that counts as the same"),
    maybe("seeds", .integer, "with `seeds=`, the number of seeds"),
  ]

  private static let confusion: [Member] = [
    Member("learner", .string, "the learner with its hyperparameters"),
    Member("classes", .list(.string), "the classes in order"),
    Member("matrix", .list(.list(.integer)), "counts: actual class by predicted class"),
    Member("precision", .list(.optional(.number)), "precision of each class"),
    Member("recall", .list(.optional(.number)), "recall of each class"),
    Member("f1", .list(.optional(.number)), "F1 of each class"),
  ]

  private static let figure: [Member] = [
    Member("title", .string, "what it shows"),
    Member("media_type", .string, "its MIME type, as in `image/svg+xml`"),
    maybe("path", .string, "the file, if the picture is in one"),
    maybe("data", .string, "the content, if the picture is in memory"),
    maybe("encoding", .string, "`base64`, if `data` is encoded that way"),
    maybe("plot", .object(plot), "what is drawn, for pictures of `plot` and others that hold it"),
  ]

  static var plotMembers: Set<String> { Set(plot.map(\.name)) }

  private static let plot: [Member] = [
    Member("kind", .string, "the kind of plot, as in `hist`"),
    Member("x", .optional(.string), "the source column of the horizontal axis"),
    Member("y", .optional(.string), "the source column of the vertical axis"),
    Member("color", .optional(.string), "the source column of the colours"),
    Member("facet", .optional(.string), "the source column of the panels"),
    Member(
      "columns",
      .list(
        .object([
          Member("name", .string, "name of the column"), Member("type", .string, "its type, as in a table"),
        ])), "the columns of what is drawn"),
    Member("rows", .list(.list(.value)), "what is drawn, row by row"),
    Member("n", .integer, "how many rows, or of what else the caption counts, the picture is made of"),
    Member("left_out", .integer, "how many rows it leaves out"),
  ]
}

extension JSONContract.Form {
  /// The form in words, as the manual prints it.
  package var text: String {
    switch self {
    case .string: "string"
    case .integer: "integer"
    case .number: "number"
    case .boolean: "true or false"
    case .value: "value"
    case .list(let form): "list of " + form.plural
    case .object: "object"
    case .map(let form): "object of " + form.plural
    case .optional(let form): form.text + " or null"
    }
  }

  private var plural: String {
    switch self {
    case .string: "strings"
    case .integer: "integers"
    case .number: "numbers"
    case .boolean: "true or false"
    case .value: "values"
    case .list(let form): "lists of " + form.plural
    case .object: "objects"
    case .map(let form): "objects of " + form.plural
    case .optional(let form): form.plural + " or null"
    }
  }
}
