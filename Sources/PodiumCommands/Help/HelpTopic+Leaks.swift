internal import PodiumLearn
internal import PodiumPlugin

extension HelpTopic {
  /// What each code of the leak guard means; `help leak-alone` finds it too.
  static let leaks = HelpTopic(
    "leaks", others: ["leak", "leakage", "guard"] + codes,
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
                      between classes of a number; and ten times better than guessing.
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
    examples: [
      Example(
        "cv tree k=5", after: ["load tastings", "label", "encode"], "a group on both sides", prints: "leak-group"),
      Example(
        "columns", after: ["load iris", "derive area = petal_length_cm * petal_width_cm"], "origins",
        prints: "made_from"),
    ])

  /// The codes of the guard, of the folds and of features with other rows.
  private static let codes = LeakFinding.Code.allCases.map(\.rawValue) + ["leak-group", "leak-time", "leak-shaped"]
}
