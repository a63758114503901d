import Foundation

/// How much is generated, and from which seed.
enum Run {
  /// `HATCHED_DIFFERENTIAL_SCALE`: times as many texts as in continuous integration.
  static let scale = number("HATCHED_DIFFERENTIAL_SCALE") ?? 1
  /// `HATCHED_DIFFERENTIAL_SEED`: other texts.
  static let seed = UInt64(number("HATCHED_DIFFERENTIAL_SEED") ?? 1)

  /// `HATCHED_DIFFERENTIAL_RECORD`: disagreements become cases of the corpus.
  static let records = number("HATCHED_DIFFERENTIAL_RECORD") != nil

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
  }

  /// A generator for each of `count` texts, times the scale.
  static func randoms(_ count: Int, of kind: UInt64) -> some Sequence<Random> {
    (0..<count * scale).lazy.map { Random(seed: seed << 48 ^ kind << 40 ^ UInt64($0)) }
  }
}
