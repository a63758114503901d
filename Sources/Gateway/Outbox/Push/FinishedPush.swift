import Foundation
package import Push
package import SQL

/// A push whose try has ended.
package struct FinishedPush: Identifiable, Sendable {
  /// The result of a try, as `finish_pushes` names it.
  package enum Result: String, Sendable {
    case sent = "SENT"
    /// The device is to be forgotten.
    case gone = "GONE"
    case refused = "REFUSED"
    case delayed = "DELAYED"
    case unknown = "UNKNOWN"
    /// It was not tried.
    case released = "RELEASED"
  }

  package let id: UUIDValue
  package let result: Result
  /// The status of the service.
  let reply: Int?
  /// The seconds until the next try.
  let pause: Double?
  /// When the device was gone, in seconds since 1970.
  let since: Int64?

  private init(id: UUIDValue, _ result: Result, reply: Int? = nil, pause: Double? = nil, since: Int64? = nil) {
    self.id = id
    self.result = result
    self.reply = reply
    self.pause = pause
    self.since = since
  }

  /// - Parameters:
  ///   - outcome: nil for a push that was not tried.
  ///   - keepsDevice: whether a device that is gone is kept nevertheless.
  package init(id: UUIDValue, _ outcome: PushOutcome?, keepsDevice: Bool = false) {
    switch outcome {
    case .sent: self.init(id: id, .sent)
    case .deviceGone(_, let since): self.init(id: id, keepsDevice ? .refused : .gone, since: since)
    case .refused(let code, _): self.init(id: id, .refused, reply: code == 0 ? nil : code)
    case .delayed(let code, _, let pause):
      let (seconds, attoseconds) = pause.components
      self.init(id: id, .delayed, reply: code == 0 ? nil : code, pause: Double(seconds) + Double(attoseconds) / 1e18)
    case .unknown: self.init(id: id, .unknown)
    case nil: self.init(id: id, .released)
    }
  }

  /// The array that `finish_pushes` reads.
  static func json(_ finished: [FinishedPush]) throws -> String {
    String(decoding: try JSONEncoder().encode(finished.map(Row.init)), as: UTF8.self)
  }

  private struct Row: Encodable {
    let id: String
    let outcome: String
    let reply: Int?
    let pause: Double?
    let since: Int64?

    init(_ push: FinishedPush) {
      id = "\(push.id)"
      outcome = push.result.rawValue
      reply = push.reply
      pause = push.pause
      since = push.since
    }
  }
}
