internal import CVectors

/// Exponentials of many numbers at once, several times as fast as one by one, and the same bits on every processor.
public enum Exponentials {
  /// exp(−x) of each number; 1 below 0, and 0 where it is too small for a double of full precision.
  public static func ofNegatives(_ numbers: [Double]) -> [Double] {
    var out = [Double](repeating: 0, count: numbers.count)
    numbers.withUnsafeBufferPointer { numbers in
      out.withUnsafeMutableBufferPointer { out in
        guard let from = numbers.baseAddress, let to = out.baseAddress else { return }
        cv_gaussian(to, from, 0, 1, to, numbers.count)
      }
    }
    return out
  }
}
