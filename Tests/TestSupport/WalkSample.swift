import Foundation

/// The part of an exhaustive walk that a run takes: a share that a seed chooses, or everything.
///
/// `scripts/test` sets `HATCHED_TEST_SEED` to the day; `scripts/test --all` does not set it, and takes everything.
package struct WalkSample: Sendable {
  /// The sample of this run.
  package static let current = WalkSample(
    seed: ProcessInfo.processInfo.environment["HATCHED_TEST_SEED"].flatMap { UInt64($0) })

  /// Nil: everything is taken.
  package let seed: UInt64?

  package init(seed: UInt64?) { self.seed = seed }

  package var isWhole: Bool { seed == nil }

  /// Whether a case is in a share. For one seed each case is in exactly one share; seeds that follow each other take the
  /// shares in turn.
  /// - Parameters:
  ///   - number: The place of the case in the walk.
  ///   - share: In `0..<shares`.
  ///   - shares: At least 1.
  package func takes(_ number: Int, share: Int = 0, of shares: Int) -> Bool {
    guard let seed else { return true }
    return (UInt64(number) &+ seed) % UInt64(shares) == UInt64(share)
  }

  /// One share of the cases, and every case that covers a place that no case before it covers: no place is left out.
  /// - Parameters:
  ///   - shares: At least 1.
  ///   - places: The places that a case covers.
  package func covering<Case>(_ cases: [Case], oneOf shares: Int, places: (Case) -> Set<String>) -> [Case] {
    if isWhole { return cases }
    var covered: Set<String> = []
    return cases.enumerated().filter { number, element in
      let isNew = !places(element).isSubset(of: covered)
      guard isNew || takes(number, of: shares) else { return false }
      covered.formUnion(places(element))
      return true
    }.map(\.element)
  }

  /// A number of cases that the whole walk exceeds, made smaller for a share of it. Shares are not of exactly one size.
  package func least(_ whole: Int, oneOf shares: Int) -> Int { isWhole ? whole : whole / (2 * shares) }
}
