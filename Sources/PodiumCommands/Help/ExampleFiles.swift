internal import PodiumPlugin

/// The files used by the examples of the built-in verbs.
enum ExampleFiles {
  /// A table with missing values, rows to predict, a script.
  static let all = [
    ExampleFile(
      "trips.csv",
      """
      day;spot;wind;waves
      2024-03-01;pier;12,5;1,4
      2024-03-02;reef;;2,1
      2024-03-03;pier;8,0;
      2024-03-04;;10,5;1,9

      """),
    ExampleFile(
      "flowers.csv",
      """
      sepal_length_cm,sepal_width_cm,petal_length_cm,petal_width_cm
      5.0,3.4,1.5,0.2
      6.6,3.0,5.6,2.1

      """),
    ExampleFile(
      "morning.podium",
      """
      load iris
      label species
      cv tree k=5 as morning

      """),
  ]
}
