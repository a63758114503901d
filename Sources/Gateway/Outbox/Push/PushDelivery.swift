package import Logging
package import Push

/// Delivers pushes, many at the same time.
package struct PushDelivery: OutboxDelivery {
  package typealias Message = WaitingPush

  private let sender: PushSender
  private let logger: Logger
  private let deadTokens = DeadTokens()

  package init(by sender: PushSender, logger: Logger) {
    self.sender = sender
    self.logger = logger
  }

  package var channel: String { "PUSH" }
  package var selection: [PushService] { sender.services }
  package var room: Int { 64 }
  /// More than two tries with a renewed token, and the wait for one, can take.
  package var lease: Int { 180 }
  package var interval: Duration { .milliseconds(500) }
  package var patience: Duration { .seconds(8) }

  package func deliver(_ push: WaitingPush) async -> FinishedPush {
    let outcome = await send(push)
    log(outcome, push)
    return FinishedPush(id: push.id, outcome, keepsDevice: push.service == .apns && keepsDevice(after: outcome))
  }

  package func released(_ push: WaitingPush) -> FinishedPush { FinishedPush(id: push.id, nil) }

  /// A device that is gone is removed under its family's lock, for which the other pushes must not wait.
  package func isRecordedAlone(_ finished: FinishedPush) -> Bool { finished.result == .gone }

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
          APNs calls most tokens bad: the environment or the topic may be wrong. Devices are kept until it accepts more \
          than it refuses
          """)
      }
      return verdict != .forget
    default: return false
    }
  }

  private func send(_ push: WaitingPush) async -> PushOutcome? {
    // An app may have registered something else than the service's token.
    guard let device = PushDevice(push.service, token: push.token) else {
      return .deviceGone(reason: "no token", since: nil)
    }
    do {
      return await sender.send(try PushComposer.message(push), to: device, tries: push.attempts)
    } catch {
      return .refused(code: 0, reason: error.description)
    }
  }

  /// Neither the token nor a text goes into the log.
  private func log(_ outcome: PushOutcome?, _ push: WaitingPush) {
    var metadata: Logger.Metadata = [
      "message": "\(push.id)", "kind": "\(push.kind)", "service": "\(push.service.rawValue)",
      "attempt": "\(push.attempts + 1)",
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
