import Foundation
import SQL

/// The meaning of an answer of FCM — Google's documentation, "ErrorCode" of the FCM reference, and "FCM error codes".
enum FCMAnswer {
  /// The pause after 429 where there is no `Retry-After`, and after an answer that blames the gateway's account, in seconds.
  private static let longPause = 60

  static func outcome(_ answer: HTTPAnswer, message: UUIDValue, tries: Int) -> PushOutcome {
    let data = Data(answer.body)
    if answer.status == 200 {
      return .sent(id: (try? JSONDecoder().decode(Accepted.self, from: data))?.name.bounded ?? "\(message)")
    }
    let error = (try? JSONDecoder().decode(Failure.self, from: data))?.error
    let reason = (error?.details?.lazy.compactMap(\.errorCode).first ?? error?.status)?.bounded ?? "no reason"
    switch (answer.status, reason) {
    case (404, "UNREGISTERED"): return .deviceGone(reason: reason, since: nil)
    case (403, "SENDER_ID_MISMATCH"): return .refused(code: 403, reason: reason)
    // No message is to blame for an account.
    case (401, _), (403, _): return delayed(answer, reason, tries, otherwise: longPause)
    case (429, _): return delayed(answer, reason, tries, otherwise: longPause)
    case (500..., _): return delayed(answer, reason, tries, otherwise: nil)
    // The connection ended within the answer.
    case (_, _) where !answer.isWhole: return delayed(answer, reason, tries, otherwise: nil)
    default: return .refused(code: answer.status, reason: reason)
    }
  }

  private static func delayed(_ answer: HTTPAnswer, _ reason: String, _ tries: Int, otherwise: Int?) -> PushOutcome {
    .delayed(
      code: answer.status, reason: reason,
      pause: RetryPause.after(tries: tries, asked: answer.retryAfter ?? otherwise))
  }

  private struct Accepted: Decodable {
    let name: String
  }

  private struct Failure: Decodable {
    let error: Details

    struct Details: Decodable {
      let status: String?
      let details: [Detail]?
    }

    struct Detail: Decodable {
      let errorCode: String?
    }
  }
}
