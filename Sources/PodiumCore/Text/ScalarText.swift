extension String {
  /// The text of scalars; by bytes, since a view of scalars takes each of them through a text of its own.
  package init(scalars: ArraySlice<Unicode.Scalar>) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(scalars.count)
    for scalar in scalars {
      if scalar.isASCII {
        bytes.append(UInt8(truncatingIfNeeded: scalar.value))
      } else {
        bytes.append(contentsOf: String(scalar).utf8)
      }
    }
    self.init(decoding: bytes, as: UTF8.self)
  }
}
