internal import PodiumPlugin

extension HelpTopic {
  /// What each code of the leak guard means; `help leak-alone` shows the page of one.
  static let leaks = HelpTopic(
    "leaks", others: ["leak", "leakage", "guard"],
    summary: "What the leak guard tests, and what to do about it.",
    text: """
      cv, compare and tune look for features and folds that know more than they would of new rows, and begin each line with a
      code. guard=no switches this off. No finding depends on the order of the rows or on the unit of a column. Columns are
      looked at one by one, so two that give the answer together are not found.
      leak-derived    error: a feature was made from the target, or the target from it, on whatever way through derive,
                      replace, summarize, pivot, sql and join, or over rows that the target chose ('if', filter, keep),
                      grouped ('by'), ordered or matched. 'columns' shows what a column was made from. Drop the feature.
      leak-copy       the values of a feature rename those of the target, or are a line of it (|r| at least 1 - 1e-9), in
                      more than half of the rows. Drop it: features drop=COLUMN.
      leak-alone      one feature predicts nearly all rows by itself (from 30 rows on). Each row is predicted by the other rows
                      of its value, a number that occurs once by its neighbours, missing being a value too: 98.5 % right where
                      values repeat, else 99.5 %; one row may be wrong from 100 rows on, another one beside each edge
                      between classes of a number; and ten times better than guessing. A column with the words of three or more
                      classes themselves: 95 % equal to the target.
                      A number: 99.5 % of the variance, or 99.99 % or a rank correlation of 0.9995 without the worst 2 % of
                      the rows, or three or more values that each have a range of the target to themselves. If the column is
                      known only after the target, drop it; if not, it is a good predictor.
      leak-id         a category, or whole numbers without gaps, with a distinct value in 95 % of the rows (from 30 rows on).
                      A learner can only remember such values: drop the column, or give it the role id.
      leak-duplicate  test rows equal a training row in all features and the target. If they are the same case, drop the
                      copies; 'distinct' shows them. Where features with few values make it likely, a plain note says so.
      leak-repeated   rows that share a value with a few others nearly always have the same target as they, and are tested
                      after training on them: one case in several rows. Keep them together: folds=group group=COLUMN.
      leak-group      a column with the role group has rows of one group in training and test sets. Use folds=group.
      leak-time       a column with the role time shows that models are tested on rows earlier than those they trained on.
                      Use folds=rolling.
      leak-shaped     a feature was computed from other rows too (a mean, a rank, lag), test rows among them. Use a step of the
                      recipe such as scale, which learns from the training rows of each fold.
      leak-fit-all    fit=all fitted the recipe on test rows too. Omit it.
      leak-chosen     the best of several settings was chosen by the folds that test it. Use nested=yes, or tune.
      leak-too-good   at least 99.9 % of 200 rows right or of their variance explained, or 99.99 % of the variance of 50 rows.
                      Look at what the features know.
      """,
    exampleLines: """
      a group on both sides: load tastings; label; encode; cv tree k=5 -> leak-group
      origins: load iris; derive area = petal_length_cm * petal_width_cm; columns -> made_from
      """)

  /// The page of a code: what it means, why it matters and what to do; nil for other names.
  static func leak(_ code: String) -> String? {
    guard let (why, way) = reasons[code] else { return nil }
    let lines = leaks.text.split(separator: "\n").drop { !$0.hasPrefix(code + " ") }
    let rest = lines.dropFirst().prefix { $0.hasPrefix("  ") }
    let what = (lines.prefix(1).map { $0.dropFirst(code.count) } + rest).map { $0.drop { $0 == " " } }
    return """
      \(code): a code of the leak guard

      what  \(what.joined(separator: " "))
      why   \(why)
      do    \(way)
      'help leaks' lists the other codes.
      """
  }

  /// Why each finding matters, and what to do about it.
  private static let reasons: [String: (why: String, way: String)] = [
    "leak-derived": (
      "A model that reads the answer from a feature is right on these rows and of no use for new ones, whose answer is not known yet.",
      "features drop=COLUMN; 'columns' shows in made_from what each column was made from."
    ),
    "leak-copy": ("The column is the answer under another name.", "features drop=COLUMN"),
    "leak-alone": (
      "A column that decides nearly every row is often recorded with the target or after it.",
      "Ask when its value is known. After the target: features drop=COLUMN. Before it: keep it."
    ),
    "leak-id": (
      "New rows have values that no training row had, so nothing learned from them can be used.",
      "role COLUMN id, or features drop=COLUMN"
    ),
    "leak-duplicate": (
      "A learner that remembers the training row knows the test row; a new row has no such copy.",
      "'distinct' keeps one of each, if they are the same case."
    ),
    "leak-repeated": (
      "Rows of one case are alike, so the test rows are known from training, as new cases will not be.",
      "cv LEARNER folds=group group=COLUMN"
    ),
    "leak-group": (
      "Rows of one group are alike, so the test rows are known from training, as new groups will not be.",
      "cv LEARNER folds=group"
    ),
    "leak-time": (
      "New rows are later than all that a model has seen; a model tested on the past knows what came after it.",
      "cv LEARNER folds=rolling"
    ),
    "leak-shaped": (
      "What was computed over all rows has something of the test rows in each training row.",
      "Use a step of the recipe, which learns from the training rows of each fold: scale, impute, encode."
    ),
    "leak-fit-all": (
      "Means and categories of the test rows are then in the recipe that prepares the training rows.", "Omit fit=all."
    ),
    "leak-chosen": (
      "The best of several settings is best partly by luck on just these folds, so its score is too high.",
      "nested=yes, or 'tune', whose outer folds test the choice."
    ),
    "leak-too-good": (
      "Outcomes are hardly ever that predictable; mostly a feature knows the answer.",
      "'importance' shows which features decide; ask of each when its value is known."
    ),
  ]
}
