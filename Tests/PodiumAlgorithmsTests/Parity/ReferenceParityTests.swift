import Testing

/// Agreement with scikit-learn on the sets beside the checkout.
@Suite(.enabled(if: Reference.exists, "the folder '../shared' is missing"))
struct ReferenceParityTests {
  @Test(arguments: ["iris", "wine", "breast_cancer", "mixed_demo"])
  func `every row is in the fold scikit-learn puts it in`(_ name: String) throws {
    try ParityChecks.splits(.shared(name))
  }

  @Test(arguments: Reference.names)
  func `the featureless learner agrees fold by fold in every protocol`(_ name: String) throws {
    try ParityChecks.featureless(.shared(name))
  }

  @Test(arguments: Reference.names, ["entropy", "gini"])
  func `the tree agrees in every protocol where no tie decides`(_ name: String, _ criterion: String) throws {
    let set = try ReferenceSet.shared(name)
    // Means imputed on all rows are others than the fold's, and nothing is known of the spread then.
    for scheme in name == "mixed_demo" ? ["infold", "raw"] : ["infold", "leaky", "raw"] {
      try ParityChecks.tree(set, criterion, scheme)
    }
  }
}
