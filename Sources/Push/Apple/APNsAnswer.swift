import Foundation
import SQL

/// The meaning of an answer of APNs — Apple's documentation, "Handling notification responses from APNs".
enum APNsAnswer {
  /// The pause after an answer that blames the gateway's key or its tokens, in seconds: a person has to set that right.
  private static let pauseForKey = 60

  static func outcome(_ answer: HTTPAnswer, message: UUIDValue, tries: Int) -> PushOutcome {
    if answer.status == 200 { return .sent(id: answer.messageID ?? "\(message)") }
    let failure = failure(answer)
    let reason = failure?.reason.bounded ?? "no reason"
    switch (answer.status, reason) {
    // Unregistered, ExpiredToken.
    case (410, _): return .deviceGone(reason: reason, since: failure?.timestamp.map { $0 / 1_000 })
    case (400, "BadDeviceToken"): return .deviceGone(reason: reason, since: nil)
    // No message is to blame for a key or a token.
    case (403, _), (429, "TooManyProviderTokenUpdates"):
      return delayed(answer, reason, tries, atLeast: pauseForKey)
    case (400, "IdleTimeout"), (429, _), (500..., _): return delayed(answer, reason, tries, atLeast: 0)
    // The connection ended within the answer.
    case (_, _) where !answer.isWhole: return delayed(answer, reason, tries, atLeast: 0)
    default: return .refused(code: answer.status, reason: reason)
    }
  }

  static func isExpiredToken(_ answer: HTTPAnswer) -> Bool {
    answer.status == 403 && failure(answer)?.reason == "ExpiredProviderToken"
  }

  private static func delayed(_ answer: HTTPAnswer, _ reason: String, _ tries: Int, atLeast seconds: Int) -> PushOutcome {
    .delayed(
      code: answer.status, reason: reason,
      pause: RetryPause.after(tries: tries, asked: max(answer.retryAfter ?? 0, seconds)))
  }

  private static func failure(_ answer: HTTPAnswer) -> Failure? {
    try? JSONDecoder().decode(Failure.self, from: Data(answer.body))
  }

  private struct Failure: Decodable {
    let reason: String
    /// Milliseconds since 1970.
    let timestamp: Int64?
  }
}
