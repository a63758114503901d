/// A provider's keys, kept for some hours. Asked for again when a token names a key that is not among them: providers change
/// their keys without notice. But no oftener than once in a while, so that a sender of made-up tokens cannot have this
/// server ask the provider all the time.
package actor ProviderKeySet {
  /// How long keys are good, and how long to wait between two attempts to get them.
  package struct Intervals: Sendable {
    package var maximumAge: Duration
    package var afterSuccess: Duration
    package var afterFailure: Duration

    package init(
      maximumAge: Duration = .seconds(6 * 3600), afterSuccess: Duration = .seconds(60),
      afterFailure: Duration = .seconds(5)
    ) {
      self.maximumAge = maximumAge
      self.afterSuccess = afterSuccess
      self.afterFailure = afterFailure
    }
  }

  /// The algorithms of the keys that are taken.
  nonisolated let algorithms: Set<ProviderKeys.Algorithm>
  private let source: KeySetSource
  private let intervals: Intervals
  private var keys: ProviderKeys?
  private var fetchedAt: ContinuousClock.Instant?
  /// Before it nothing is fetched.
  private var nextAttempt: ContinuousClock.Instant?
  private var lastFailure = "the key set was not read yet"
  /// The request under way: callers that come meanwhile wait for it.
  private var fetching: Task<Void, Never>?

  package init(
    _ source: KeySetSource, algorithms: Set<ProviderKeys.Algorithm> = [.rs256], intervals: Intervals = Intervals()
  ) {
    self.source = source
    self.algorithms = algorithms
    self.intervals = intervals
  }

  /// The key with this id; nil when the set has none.
  /// - Throws: `.keysUnavailable` when there is no set. Keys that are too old are better than none.
  func key(_ id: String) async throws(IdentityTokenError) -> ProviderKeys.Key? {
    if let known = keys?[id], !isOld { return known }
    if fetching != nil || isDue { await fetch() }
    guard let keys else { throw .keysUnavailable(lastFailure) }
    return keys[id]
  }

  private var isOld: Bool {
    fetchedAt.map { $0.duration(to: .now) > intervals.maximumAge } ?? true
  }

  private var isDue: Bool { nextAttempt.map { $0 <= .now } ?? true }

  private func fetch() async {
    let task = fetching ?? Task { await load() }
    fetching = task
    await task.value
  }

  private func load() async {
    defer { fetching = nil }
    do {
      let found = try await ProviderKeys(json: source.load(), for: algorithms)
      if found.isEmpty {
        lastFailure = "the key set has no key for \(algorithms.map(\.rawValue).sorted().joined(separator: " or "))"
        nextAttempt = .now + intervals.afterFailure
      } else {
        keys = found
        fetchedAt = .now
        nextAttempt = .now + intervals.afterSuccess
      }
    } catch {
      lastFailure = "\(error)"
      nextAttempt = .now + intervals.afterFailure
    }
  }
}
