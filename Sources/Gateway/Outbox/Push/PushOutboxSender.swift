package import Logging
package import Push
import SQL
import Synchronization

/// Sends pushes, many at the same time, until it is told to end. Others may work beside it in other processes.
package struct PushOutboxSender: Sendable {
  /// How often the outbox is looked into, where nothing wakes the sender before.
  private static let interval = Duration.milliseconds(500)
  /// The maximum number of pushes under way.
  package static let room = 64
  /// The number of seconds for which a push is claimed: longer than two tries with a renewed token, and the wait for
  /// one, can take.
  package static let lease = 180

  /// The time for which the sender goes on, once it is told to end, to record what was under way.
  private static let patience = Duration.seconds(8)

  private let outbox: PushOutbox
  private let sender: PushSender
  private let hint: OutboxSignal
  private let history: PushHistory
  private let logger: Logger
  private let deadTokens = DeadTokens()
  private let id = UUIDValue.random()

  package init(outbox: PushOutbox, sender: PushSender, hint: OutboxSignal, history: PushHistory, logger: Logger) {
    self.outbox = outbox
    self.sender = sender
    self.hint = hint
    self.history = history
    self.logger = logger
  }

  package func run() async {
    let ended = EndedPushes()
    await withDiscardingTaskGroup { group in
      var held: [UUIDValue: PushService] = [:]
      var unrecorded: [FinishedPush] = []
      var pause = SenderPause(hint, logger)
      var end: ContinuousClock.Instant?
      while true {
        let generation = hint.generation
        unrecorded += ended.take()
        do {
          let others = unrecorded.filter { $0.result != .gone }
          let next = try await exchange(others, &held)
          unrecorded.removeAll { $0.result != .gone }
          for push in next {
            held[push.id] = push.service
            group.addTask {
              ended.add(await finish(push))
              hint.wake()
            }
          }
          if !unrecorded.isEmpty {
            _ = try await exchange(unrecorded, &held, claims: false)
            unrecorded = []
          }
          pause.reset()
        } catch {
          await pause.rest("the outbox cannot be read", "\(error)", channel: "PUSH")
        }
        guard isEnding else {
          await hint.wait(after: generation, atMost: Self.interval)
          continue
        }
        // Pushes that are under way are still recorded.
        let latest = end ?? .now + Self.patience
        end = latest
        if held.isEmpty || Task.isCancelled || .now > latest { return }
        try? await Task.sleep(for: .milliseconds(20))
      }
    }
  }

  private var isEnding: Bool { hint.isEnding || Task.isCancelled }

  /// Records what has ended, and claims as many as there is room for.
  private func exchange(
    _ finished: [FinishedPush], _ held: inout [UUIDValue: PushService], claims: Bool = true
  ) async throws -> [WaitingPush] {
    let most = claims && !isEnding ? Self.room - held.count + finished.count : 0
    let (states, next) = try await outbox.exchange(
      by: id, finished, next: sender.services, most: most, for: Self.lease, held: Array(held.keys))
    for push in finished {
      guard let service = held.removeValue(forKey: push.id), states[push.id] != nil else { continue }
      history.note(push.result, by: service)
    }
    return next
  }

  private func finish(_ push: WaitingPush) async -> FinishedPush {
    if isEnding { return FinishedPush(id: push.id, nil) }
    let outcome = await send(push)
    log(outcome, push)
    return FinishedPush(id: push.id, outcome, keepsDevice: push.service == .apns && keepsDevice(after: outcome))
  }

  /// Whether a device stays although APNs calls its token bad.
  private func keepsDevice(after outcome: PushOutcome?) -> Bool {
    switch outcome {
    case .sent:
      deadTokens.noteAccepted()
      return false
    case .deviceGone(let reason, _):
      let verdict = deadTokens.verdict(on: reason)
      if verdict == .keepAndWarn {
        logger.error(
          """
          APNs calls most tokens bad: the environment or the topic may be wrong. Devices are kept until it accepts more than it \
          refuses
          """)
      }
      return verdict != .forget
    default: return false
    }
  }

  private func send(_ push: WaitingPush) async -> PushOutcome? {
    // An app may have registered something else than the service's token.
    guard let device = PushDevice(push.service, token: push.token) else { return .deviceGone(reason: "no token", since: nil) }
    do {
      return await sender.send(try PushComposer.message(push), to: device, tries: push.attempts)
    } catch {
      return .refused(code: 0, reason: error.description)
    }
  }

  /// Neither the token nor a text goes into the log.
  private func log(_ outcome: PushOutcome?, _ push: WaitingPush) {
    var metadata: Logger.Metadata = [
      "message": "\(push.id)", "kind": "\(push.kind)", "service": "\(push.service.rawValue)", "attempt": "\(push.attempts + 1)",
    ]
    switch outcome {
    case .sent: logger.debug("a push was sent", metadata: metadata)
    case .deviceGone(let reason, _):
      metadata["reason"] = "\(reason)"
      logger.info("a device is gone", metadata: metadata)
    case .refused(let code, let reason):
      metadata["code"] = "\(code)"
      metadata["reason"] = "\(reason)"
      logger.error("a push was refused for good", metadata: metadata)
    case .delayed(let code, let reason, let pause):
      metadata["code"] = "\(code)"
      metadata["reason"] = "\(reason)"
      metadata["next_seconds"] = "\(pause.components.seconds)"
      logger.warning("a push was not accepted", metadata: metadata)
    case .unknown(let why):
      metadata["why"] = "\(why)"
      logger.error("whether a push was sent is not known; it is not sent again", metadata: metadata)
    case nil: break
    }
  }
}

/// The pushes whose tries have ended and are not recorded yet.
private final class EndedPushes: Sendable {
  private let all = Mutex<[FinishedPush]>([])

  func add(_ push: FinishedPush) { all.withLock { $0.append(push) } }

  func take() -> [FinishedPush] {
    all.withLock { all in
      defer { all = [] }
      return all
    }
  }
}
