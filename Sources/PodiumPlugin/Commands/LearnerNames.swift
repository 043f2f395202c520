/// Learners by their names in other tools.
enum LearnerNames {
  /// The key of the learner that a name means; nil for other names.
  ///
  /// Case, marks between words and what scikit-learn appends do not count: `RandomForestClassifier`, `random_forest`.
  static func meant(_ name: String) -> String? {
    var plain = name.lowercased().filter { $0.isLetter || $0.isNumber }
    for end in ["classifier", "regressor"] where plain.hasSuffix(end) { plain = String(plain.dropLast(end.count)) }
    return names[plain]
  }

  private static let names: [String: String] = {
    let known: [(key: String, names: [String])] = [
      ("tree", ["dt", "cart", "rpart", "ctree", "j48", "c45", "decisiontree", "extratree"]),
      ("forest", ["rf", "randomforest", "ranger", "cforest", "extratrees", "bagging"]),
      (
        "boost",
        [
          "gb", "gbm", "gbt", "gbdt", "xgb", "xgboost", "lgb", "lgbm", "lightgbm", "catboost", "boosting",
          "gradientboosting", "histgradientboosting",
        ]
      ),
      ("ann", ["nn", "nnet", "mlp", "dnn", "neuralnet", "neuralnetwork", "perceptron", "multilayerperceptron"]),
      ("bayes", ["nb", "gnb", "naivebayes", "gaussiannb"]),
      ("logistic", ["logit", "logreg", "logisticregression", "multinom", "glm"]),
      ("linear", ["lm", "lr", "ols", "linearregression", "linreg", "regression"]),
      ("elastic-net", ["enet", "glmnet", "elasticnetcv"]),
      ("svm", ["svc", "nusvc", "linearsvc", "ksvm", "smo", "supportvectormachine"]),
      ("svr", ["nusvr", "linearsvr", "smoreg"]),
      ("knn", ["kneighbors", "nearestneighbors", "nearestneighbours", "ibk", "kknn"]),
      ("lda", ["lineardiscriminantanalysis", "discriminant"]),
      ("qda", ["quadraticdiscriminantanalysis", "rda"]),
      ("ordinal", ["polr", "ologit", "clm", "proportionalodds"]),
      ("zeror", ["dummy", "baseline", "majority", "mostfrequent", "featureless"]),
    ]
    var names: [String: String] = [:]
    for (key, others) in known { for other in others { names[other] = key } }
    return names
  }()
}
