package import Logging
import SQL
import Synchronization

/// Delivers messages of the outbox until its signal ends it. Several workers may run at the same time, in one process or
/// in many.
package struct OutboxWorker<Delivery: OutboxDelivery>: Sendable {
  package typealias Message = Delivery.Message

  private let outbox: Outbox<Message>
  private let delivery: Delivery
  private let signal: OutboxSignal
  private let history: OutboxHistory<Message.Outcome>
  private let logger: Logger
  private let ended = EndedMessages<Message>()
  private let id = UUIDValue.random()

  package init(
    outbox: Outbox<Message>, delivery: Delivery, signal: OutboxSignal, history: OutboxHistory<Message.Outcome>,
    logger: Logger
  ) {
    self.outbox = outbox
    self.delivery = delivery
    self.signal = signal
    self.history = history
    self.logger = logger
  }

  package func run() async {
    await withDiscardingTaskGroup { group in
      var claims = OutboxClaims<Message>()
      var pause = WorkerPause(signal, logger)
      var isOpen = false
      var deadline: ContinuousClock.Instant?
      while true {
        let generation = signal.generation
        claims.finished += ended.take()
        do {
          if isEnding || !isOpen { try await exchange(claims.finished, &claims) }
          if !isEnding, !isOpen {
            guard try await delivery.isDue(in: outbox) else {
              await delivery.close()
              await signal.wait(after: generation, atMost: delivery.interval)
              continue
            }
            // Before a message is claimed: while nothing can be sent, no message is at risk.
            if let reason = await delivery.open() {
              history.noteTrouble()
              await pause.rest("messages cannot be sent", reason, channel: delivery.channel)
              continue
            }
            isOpen = true
          }
          if !isEnding {
            let finished = claims.finished.filter { !delivery.isRecordedAlone($0) }
            for message in try await exchange(finished, &claims, claims: true) { await start(message, in: &group) }
          }
          pause.reset()
          let alone = claims.finished
          // The next turn checks again whether messages can be sent.
          if !alone.isEmpty || claims.held.isEmpty { isOpen = false }
          if !alone.isEmpty {
            try await exchange(alone, &claims)
            continue
          }
        } catch {
          isOpen = false
          await pause.rest("the outbox cannot be read", "\(error)", channel: delivery.channel)
        }
        if !ended.isEmpty { continue }
        guard isEnding else {
          await signal.wait(after: generation, atMost: delivery.interval)
          continue
        }
        // The results of messages that are under way are still recorded.
        let latest = deadline ?? .now + delivery.patience
        deadline = latest
        if claims.held.isEmpty || Task.isCancelled || .now > latest { break }
        try? await Task.sleep(for: .milliseconds(20))
      }
    }
    await delivery.close()
  }

  private var isEnding: Bool { signal.isEnding || Task.isCancelled }

  /// Delivers a message: at once if the worker holds one at a time, and otherwise in a task of its own.
  private func start(_ message: Message, in group: inout DiscardingTaskGroup) async {
    guard delivery.room > 1 else { return ended.add(await finish(message)) }
    group.addTask {
      ended.add(await finish(message))
      signal.wake()
    }
  }

  private func finish(_ message: Message) async -> Message.Finished {
    isEnding ? delivery.released(message) : await delivery.deliver(message)
  }

  /// Records results, and claims as many messages as there is room for.
  @discardableResult
  private func exchange(
    _ finished: [Message.Finished], _ claims: inout OutboxClaims<Message>, claims claimsMore: Bool = false
  ) async throws -> [Message] {
    let most = claimsMore && !isEnding ? delivery.room - claims.held.count + finished.count : 0
    let (states, next) = try await outbox.exchange(
      by: id, finished, next: delivery.selection, most: most, for: delivery.lease, held: Array(claims.held.keys))
    for result in finished {
      guard let message = claims.held.removeValue(forKey: result.id) else { continue }
      if let outcome = message.outcome(of: result, state: states[result.id]) { history.note(outcome) }
    }
    let recorded = Set(finished.map(\.id))
    claims.finished.removeAll { recorded.contains($0.id) }
    for message in next { claims.held[message.id] = message }
    return next
  }
}

/// The messages that a worker has claimed.
private struct OutboxClaims<Message: OutboxMessage> {
  /// Those whose results are not recorded.
  var held: [UUIDValue: Message] = [:]
  /// The results that are to be recorded.
  var finished: [Message.Finished] = []
}

/// The results of tries that the worker has not taken yet.
private final class EndedMessages<Message: OutboxMessage>: Sendable {
  private let all = Mutex<[Message.Finished]>([])

  var isEmpty: Bool { all.withLock { $0.isEmpty } }

  func add(_ finished: Message.Finished) { all.withLock { $0.append(finished) } }

  func take() -> [Message.Finished] {
    all.withLock { all in
      defer { all = [] }
      return all
    }
  }
}
