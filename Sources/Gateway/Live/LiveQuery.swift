import Domain
import GraphQL
import Logging
import Memory
import SessionTokens

/// The answer to a query, and each other one that it comes to have. It is asked again only once a version that it depends on has
/// changed, or at the moment from which time may change it.
actor LiveQuery: LiveStream {
  private let gateway: Gateway
  private let query: RunningQuery
  private let running: StreamedRequest
  private var wait: StreamWait
  /// The answer that was read when the stream began.
  private var first: GraphQLResponse?
  private var lastHash: [UInt8]
  private var hasEnded = false

  /// - Throws: the failure to read the first answer.
  init(
    _ query: RunningQuery, _ running: StreamedRequest, _ wait: StreamWait, gateway: Gateway
  ) async throws(RequestFailure) {
    self.gateway = gateway
    self.query = query
    self.running = running
    var wait = wait
    wait.begin(gateway)
    let (response, stamps) = try await gateway.answerWithVersions(query, running.request)
    wait.stamps = stamps
    self.wait = wait
    first = response
    lastHash = SHA256.hash(response.body).bytes
  }

  func next() async -> GraphQLResponse? {
    if hasEnded { return nil }
    if let first {
      self.first = nil
      return first
    }
    // The client has taken the last answer.
    running.release()
    while true {
      await wait.untilChange(gateway)
      if Task.isCancelled { return nil }
      if wait.hasExpired {
        hasEnded = true
        return .expired
      }
      if let response = await read() { return response }
      running.release()
    }
  }

  /// - Returns: nil where the answer is the same as before, or could not be had now.
  private func read() async -> GraphQLResponse? {
    let start = ContinuousClock.now
    return await gateway.streamTurns.run(wait.account.accountID) { await read(since: start) }
  }

  /// - Parameter start: the moment at which the stream was woken.
  private func read(since start: ContinuousClock.Instant) async -> GraphQLResponse? {
    wait.begin(gateway)
    let request = running.request.again
    do throws(RequestFailure) {
      let response: GraphQLResponse
      (response, wait.stamps) = try await gateway.answerWithVersions(query, request)
      let hash = SHA256.hash(response.body).bytes
      defer { lastHash = hash }
      gateway.wakeUp.watch.counts.countRun(hash == lastHash ? nil : start.duration(to: .now))
      return hash == lastHash ? nil : response
    } catch {
      wait.stamps = nil
      let last = running.last(error, request)
      hasEnded = last != nil
      return last
    }
  }
}
