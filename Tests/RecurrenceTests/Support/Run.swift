import Foundation

/// How much is generated, and from which seed.
enum Run {
  private static let sample = ProcessInfo.processInfo.environment["HATCHED_TEST_SEED"].flatMap { UInt64($0) }

  /// A generator for each of `count` values, or a quarter of them for the sample of a seed: see `scripts/test --help`.
  static func randoms(_ count: Int, of kind: UInt64) -> [Random] {
    (0..<(sample == nil ? count : count / 4)).map { Random(seed: (sample ?? 1) << 48 ^ kind << 40 ^ UInt64($0)) }
  }
}
