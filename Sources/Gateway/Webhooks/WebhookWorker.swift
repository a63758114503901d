import Foundation
package import Logging
import SQL
import Synchronization

/// Sends messages to webhooks until its signal ends it. Several workers may run at the same time, in one process or in many.
///
/// A message whose worker did not come back is sent again by another one, with the same id, once the lease has run out: each comes at least
/// once.
package struct WebhookWorker: Sendable {
  /// The greatest number of messages under way.
  package static let room = 64
  /// The greatest number of those of families whose receivers stall.
  package static let slowRoom = 32
  /// In seconds: more than a try takes, and the wait for a family that a change holds.
  private static let lease = 45
  /// A receiver that takes longer stalls.
  private static let slowness = Duration.seconds(3)
  /// The time between two looks into the outbox, if no signal comes before.
  private static let interval = Duration.milliseconds(500)
  /// The shortest time from a claim that had messages to the next one: messages are claimed in groups, and not after each that ends.
  private static let pace = Duration.milliseconds(100)
  /// The greatest number of messages of a claim. Requests wait for the processor behind them.
  private static let group = 20

  private let outbox: WebhookOutbox
  private let sender: any WebhookSender
  private let signal: OutboxSignal
  private let history: OutboxHistory<WebhookOutcome>
  private let patience: Duration
  private let logger: Logger
  private let underWay = UnderWay()
  private let id = UUIDValue.random()

  /// - Parameter patience: how long messages under way may go on once the signal ends the worker.
  package init(
    outbox: WebhookOutbox, sender: any WebhookSender, signal: OutboxSignal, history: OutboxHistory<WebhookOutcome>,
    patience: Duration = .seconds(4), logger: Logger
  ) {
    self.outbox = outbox
    self.sender = sender
    self.signal = signal
    self.history = history
    self.patience = patience
    self.logger = logger
  }

  package func run() async {
    await withDiscardingTaskGroup { group in
      var pause = WorkerPause(signal, logger)
      while !isEnding {
        let generation = signal.generation
        do {
          let (all, slow) = underWay.counts
          let most = min(Self.group, Self.room - all)
          let claimed = most <= 0 ? [] : try await outbox.claim(
            by: id, most: most, mostSlow: max(0, min(Self.slowRoom - slow, most)), for: Self.lease)
          pause.reset()
          for webhook in claimed {
            underWay.begin(isSlow: webhook.isSlow)
            group.addTask {
              await record(webhook, await result(of: webhook))
              underWay.end(isSlow: webhook.isSlow)
              signal.wake()
            }
          }
          let next = ContinuousClock.now + Self.pace
          if claimed.count < Self.group { await signal.wait(after: generation, atMost: Self.interval) }
          if !claimed.isEmpty { try? await Task.sleep(until: next) }
        } catch {
          history.noteTrouble()
          await pause.rest("messages to webhooks cannot be claimed", "\(error)", channel: "WEBHOOK")
        }
      }
      let latest = ContinuousClock.now + patience
      while underWay.counts.all > 0, !Task.isCancelled, .now < latest { try? await Task.sleep(for: .milliseconds(20)) }
      // The lease of what is left runs out, and another process sends it.
      group.cancelAll()
    }
  }

  private var isEnding: Bool { signal.isEnding || Task.isCancelled }

  private func result(of webhook: WaitingWebhook) async -> WebhookResult {
    if isEnding { return .released }
    let start = ContinuousClock.now
    let answer = await sender.send(webhook.request(at: Int64(Date().timeIntervalSince1970)))
    let result = WebhookResult(answer, isSlow: ContinuousClock.now - start > Self.slowness)
    log(webhook, result)
    return result
  }

  /// Records a result, once no change holds the family.
  private func record(_ webhook: WaitingWebhook, _ result: WebhookResult) async {
    let latest = ContinuousClock.now + .seconds(Self.lease - 16)
    var wait = Duration.milliseconds(20)
    repeat {
      if Task.isCancelled { return }
      do {
        if let outcome = try await outbox.finish(webhook, by: id, result) {
          history.note(outcome)
          return
        }
      } catch {
        logger.warning(
          "the result of a message to a webhook was not recorded", metadata: ["message": "\(webhook.id)", "why": "\(error)"])
        wait = .seconds(1)
      }
      try? await Task.sleep(for: wait)
      wait = min(wait * 2, .seconds(1))
    } while .now < latest
  }

  /// Neither the address nor a secret goes into the log.
  private func log(_ webhook: WaitingWebhook, _ result: WebhookResult) {
    var metadata: Logger.Metadata = ["message": "\(webhook.id)", "type": "\(webhook.type)"]
    guard let problem = result.problem else {
      logger.debug("a message to a webhook was sent", metadata: metadata)
      return
    }
    metadata["why"] = "\(problem)"
    logger.info("a message to a webhook was not accepted", metadata: metadata)
  }
}

/// The messages that a worker is sending.
private final class UnderWay: Sendable {
  private let state = Mutex((all: 0, slow: 0))

  var counts: (all: Int, slow: Int) { state.withLock { $0 } }

  func begin(isSlow: Bool) {
    state.withLock { state in
      state.all += 1
      if isSlow { state.slow += 1 }
    }
  }

  func end(isSlow: Bool) {
    state.withLock { state in
      state.all -= 1
      if isSlow { state.slow -= 1 }
    }
  }
}
