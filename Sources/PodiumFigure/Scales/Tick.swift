/// A marked place of an axis.
package struct Tick: Sendable, Equatable {
  /// The place in the units of the scale.
  package var value: Double
  package var label: String
  /// A second line that says what the label is part of: the day of an hour, the year of a month.
  package var context: String?

  package init(_ value: Double, _ label: String, context: String? = nil) {
    (self.value, self.label, self.context) = (value, label, context)
  }
}
