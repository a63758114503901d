import Gateway

/// The checks that `GET /ready` asks for. Each costs the database more than most requests, and anyone may ask: so one
/// that is under way is for all who ask meanwhile, and one that found nothing wrong is good for a second.
actor ReadinessCheck {
  private static let memory = Duration.seconds(1)

  private let readiness: Readiness
  private var running: Task<[String], Never>?
  private var wellSince: ContinuousClock.Instant?
  /// How many there were.
  private(set) var count = 0

  init(_ readiness: Readiness) { self.readiness = readiness }

  /// The problems, in words that an operator can act on.
  func problems() async -> [String] {
    if let wellSince, wellSince.duration(to: .now) < Self.memory { return [] }
    if let running { return await running.value }
    count += 1
    // A task of its own: who asks first may be the first to go.
    let check = Task { [readiness] in await readiness.problems() }
    running = check
    let problems = await check.value
    running = nil
    wellSince = problems.isEmpty ? .now : nil
    return problems
  }
}
