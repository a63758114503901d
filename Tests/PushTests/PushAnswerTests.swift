import Foundation
import Testing

@testable import Push

/// The meaning of answers of APNs and FCM.
@Suite struct PushAnswerTests {
  enum Meaning { case gone, refused, delayed }

  private func meaning(_ outcome: PushOutcome) -> Meaning? {
    switch outcome {
    case .deviceGone: .gone
    case .refused: .refused
    case .delayed: .delayed
    case .sent, .unknown: nil
    }
  }

  @Test("APNs", arguments: [
    (410, "Unregistered", Meaning.gone), (410, "ExpiredToken", .gone), (400, "BadDeviceToken", .gone),
    (400, "DeviceTokenNotForTopic", .refused), (400, "BadTopic", .refused), (400, "BadCollapseId", .refused),
    (404, "BadPath", .refused), (405, "MethodNotAllowed", .refused), (413, "PayloadTooLarge", .refused),
    (400, "IdleTimeout", .delayed), (403, "InvalidProviderToken", .delayed), (403, "ExpiredProviderToken", .delayed),
    (429, "TooManyRequests", .delayed), (429, "TooManyProviderTokenUpdates", .delayed), (500, "InternalServerError", .delayed),
    (503, "Shutdown", .delayed), (502, "", .delayed),
  ])
  func apns(_ status: Int, _ reason: String, _ expected: Meaning) {
    let body = Array(#"{"reason":"\#(reason)"}"#.utf8)
    let outcome = APNsAnswer.outcome(HTTPAnswer(status: status, body: body), message: PushMessageTests.id, tries: 0)
    #expect(meaning(outcome) == expected)
  }

  @Test func `APNs says since when a token is good for nothing`() {
    let answer = HTTPAnswer(status: 410, body: Array(#"{"reason":"Unregistered","timestamp":1785312000999}"#.utf8))
    #expect(
      APNsAnswer.outcome(answer, message: PushMessageTests.id, tries: 0)
        == .deviceGone(reason: "Unregistered", since: 1_785_312_000))
  }

  @Test("FCM", arguments: [
    (404, "UNREGISTERED", Meaning.gone), (404, "UNSPECIFIED_ERROR", .refused), (400, "INVALID_ARGUMENT", .refused),
    (403, "SENDER_ID_MISMATCH", .refused), (403, "PERMISSION_DENIED", .delayed), (401, "THIRD_PARTY_AUTH_ERROR", .delayed),
    (429, "QUOTA_EXCEEDED", .delayed), (500, "INTERNAL", .delayed), (503, "UNAVAILABLE", .delayed),
  ])
  func fcm(_ status: Int, _ reason: String, _ expected: Meaning) {
    let body = Array(#"{"error":{"code":1,"status":"X","details":[{"@type":"y"},{"errorCode":"\#(reason)"}]}}"#.utf8)
    let outcome = FCMAnswer.outcome(HTTPAnswer(status: status, body: body), message: PushMessageTests.id, tries: 0)
    #expect(meaning(outcome) == expected)
  }

  @Test func `An answer that is cut off refuses nothing for good`() {
    for status in [400, 404] {
      let answer = HTTPAnswer(status: status, isWhole: false)
      #expect(meaning(APNsAnswer.outcome(answer, message: PushMessageTests.id, tries: 0)) == .delayed)
      #expect(meaning(FCMAnswer.outcome(answer, message: PushMessageTests.id, tries: 0)) == .delayed)
    }
  }

  @Test func `A reason is short and printable`() {
    let body = Array(#"{"reason":"a\nb\#(String(repeating: "c", count: 500))"}"#.utf8)
    guard case .refused(400, let reason) = APNsAnswer.outcome(HTTPAnswer(status: 400, body: body), message: PushMessageTests.id, tries: 0)
    else {
      Issue.record("not refused")
      return
    }
    #expect(reason.utf8.count == 60 && reason.hasPrefix("a?b"))
  }

  @Test func `Pauses double, and are not shorter than the service asks for`() {
    #expect(RetryPause.after(tries: 0, asked: nil, random: 0.5) == .seconds(1))
    #expect(RetryPause.after(tries: 5, asked: nil, random: 0.5) == .seconds(32))
    #expect(RetryPause.after(tries: 5, asked: nil, random: 0) == .seconds(24))
    #expect(RetryPause.after(tries: 5, asked: nil, random: 1) == .seconds(40))
    #expect(RetryPause.after(tries: 1_000, asked: nil, random: 0.5) == .seconds(900))
    #expect(RetryPause.after(tries: 0, asked: 7, random: 0.5) == .seconds(7))
    #expect(RetryPause.after(tries: 10, asked: 7, random: 0.5) == .seconds(900))
    #expect(RetryPause.after(tries: 0, asked: 1_000_000, random: 0.5) == .seconds(3_600))
    #expect(RetryPause.after(tries: -1, asked: -5, random: 0.5) == .seconds(1))
    let answer = HTTPAnswer(status: 429, body: Array(#"{"error":{"status":"QUOTA_EXCEEDED"}}"#.utf8))
    guard case .delayed(429, "QUOTA_EXCEEDED", let pause) = FCMAnswer.outcome(answer, message: PushMessageTests.id, tries: 0) else {
      Issue.record("not delayed")
      return
    }
    #expect(pause == .seconds(60))
  }
}
