import Foundation

/// How much is generated, and from which seed.
enum Run {
  /// `HATCHED_DIFFERENTIAL_SCALE`: times as many texts as in `scripts/test --all`.
  static let scale = number("HATCHED_DIFFERENTIAL_SCALE") ?? 1
  /// `HATCHED_DIFFERENTIAL_SEED`: other texts. Otherwise the seed of the run's sample, and 1 for a whole run.
  static let seed = UInt64(number("HATCHED_DIFFERENTIAL_SEED") ?? number("HATCHED_TEST_SEED") ?? 1)
  /// How many texts of a whole run stand for one of this run: see `scripts/test --help`.
  static let share =
    number("HATCHED_TEST_SEED") == nil || number("HATCHED_DIFFERENTIAL_SCALE") != nil
      || number("HATCHED_DIFFERENTIAL_SEED") != nil ? 1 : 4

  /// `HATCHED_DIFFERENTIAL_RECORD`: disagreements become cases of the corpus.
  static let records = number("HATCHED_DIFFERENTIAL_RECORD") != nil

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
  }

  /// A generator for each of `count` texts, times the scale, or for a share of them.
  static func randoms(_ count: Int, of kind: UInt64) -> some Sequence<Random> {
    (0..<count * scale / share).lazy.map { Random(seed: seed << 48 ^ kind << 40 ^ UInt64($0)) }
  }
}
