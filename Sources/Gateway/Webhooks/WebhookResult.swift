/// The result of a try, as `finish_webhook` takes it.
struct WebhookResult: Sendable {
  /// Nil where there was no answer.
  let status: Int?
  /// A sentence; nil for a success, and for a message that was not tried.
  let problem: String?
  /// Whether the receiver stalled.
  let isSlow: Bool

  /// A message that was not tried.
  static let released = WebhookResult(status: nil, problem: nil, isSlow: false)

  private init(status: Int?, problem: String?, isSlow: Bool) {
    self.status = status
    self.problem = problem
    self.isSlow = isSlow
  }

  init(_ answer: WebhookAnswer, isSlow: Bool) {
    switch answer {
    case .status(let code) where (200..<300).contains(code): self.init(status: code, problem: nil, isSlow: isSlow)
    case .status(410): self.init(status: 410, problem: "The host answers with the status 410: it wants no more messages.", isSlow: isSlow)
    case .status(let code) where (300..<400).contains(code):
      self.init(status: code, problem: "The host answers with the status \(code), and redirects are not followed.", isSlow: isSlow)
    case .status(let code): self.init(status: code, problem: "The host answers with the status \(code).", isSlow: isSlow)
    case .failure(let why): self.init(status: nil, problem: why, isSlow: isSlow)
    }
  }
}

/// The state of a delivery after a try, as the metrics count it.
package enum WebhookOutcome: String, CaseIterable, Sendable {
  case sent = "SENT"
  /// It is tried again.
  case delayed = "WAITING"
  case failed = "FAILED"
  /// Another server has taken it meanwhile, or it is gone.
  case gone = "GONE"

  /// In metrics.
  package var label: String {
    switch self {
    case .sent: "sent"
    case .delayed: "delayed"
    case .failed: "failed"
    case .gone: "gone"
    }
  }
}
