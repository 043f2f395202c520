internal import Glibc

/// The activation function of a hidden unit.
public enum Activation: String, Sendable, Codable, CaseIterable {
  /// max(0, x).
  case relu
  /// The hyperbolic tangent.
  case tanh
  /// 1 / (1 + exp(−x)).
  case logistic
}

/// An activation as the kernels use it, four units at a time.
protocol ActivationFunction {
  /// The activations of four weighted sums.
  static func value(_ sum: SIMD4<Double>) -> SIMD4<Double>
  /// The derivative, computed from the activations.
  static func slope(_ value: SIMD4<Double>) -> SIMD4<Double>
}

/// max(0, x); NaN stays NaN, so that divergence shows.
enum Relu: ActivationFunction {
  @inline(__always) static func value(_ sum: SIMD4<Double>) -> SIMD4<Double> {
    sum.replacing(with: 0, where: sum .< 0)
  }
  @inline(__always) static func slope(_ value: SIMD4<Double>) -> SIMD4<Double> {
    SIMD4(repeating: 1).replacing(with: 0, where: value .<= 0)
  }
}

/// The hyperbolic tangent.
enum Tanh: ActivationFunction {
  @inline(__always) static func value(_ sum: SIMD4<Double>) -> SIMD4<Double> {
    SIMD4(Glibc.tanh(sum[0]), Glibc.tanh(sum[1]), Glibc.tanh(sum[2]), Glibc.tanh(sum[3]))
  }
  @inline(__always) static func slope(_ value: SIMD4<Double>) -> SIMD4<Double> { 1 - value * value }
}

/// 1 / (1 + exp(−x)).
enum Logistic: ActivationFunction {
  @inline(__always) static func value(_ sum: SIMD4<Double>) -> SIMD4<Double> {
    1 / (1 + SIMD4(exp(-sum[0]), exp(-sum[1]), exp(-sum[2]), exp(-sum[3])))
  }
  @inline(__always) static func slope(_ value: SIMD4<Double>) -> SIMD4<Double> { value * (1 - value) }
}

/// The sum itself: the output layer before softmax, or its numbers.
enum Identity: ActivationFunction {
  @inline(__always) static func value(_ sum: SIMD4<Double>) -> SIMD4<Double> { sum }
  @inline(__always) static func slope(_ value: SIMD4<Double>) -> SIMD4<Double> { SIMD4(repeating: 1) }
}
