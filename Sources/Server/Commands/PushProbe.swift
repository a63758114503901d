import Push
import SQL
import SessionTokens

/// Asks a service to take a message to a device that there is not: an answer about the device shows that the service knows the key.
struct PushProbe {
  let sender: PushSender

  struct Result {
    let isGood: Bool
    let text: String
  }

  func result(of service: PushService) async -> Result {
    // No app has such a token.
    let token = service == .apns ? String(repeating: "0", count: 64) : "no-device"
    guard let device = PushDevice(service, token: token),
      let body = try? PushText.localized("TEST"),
      let message = try? PushedMessage(id: .random(), kind: "test", body: body, expiry: TokenConfiguration.now)
    else { return Result(isGood: false, text: "no message can be made") }
    switch await sender.send(message, to: device) {
    case .sent, .deviceGone: return Result(isGood: true, text: "answers, and knows the key")
    // FCM's answer to a token that is none.
    case .refused(400, "INVALID_ARGUMENT"): return Result(isGood: true, text: "answers, and knows the key")
    case .refused(let code, let reason): return Result(isGood: false, text: "refuses, with \(code): \(reason)")
    case .delayed(let code, let reason, _): return Result(isGood: false, text: code == 0 ? reason : "answers \(code): \(reason)")
    case .unknown(let why): return Result(isGood: false, text: why)
    case nil: return Result(isGood: false, text: "there are no keys")
    }
  }
}
