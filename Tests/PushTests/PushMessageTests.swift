import Foundation
import SQL
import Testing

@testable import Push

/// The payloads of messages: their members, their size, and the names of children.
@Suite struct PushMessageTests {
  static let id = UUIDValue(high: 0x0198_a1b2_0000_7000, low: 0x8000_0000_0000_0001)
  private static let text = "0198a1b2-0000-7000-8000-000000000001"

  private func dismissal(showsNames: Bool, collapseID: String? = nil) throws -> PushedMessage {
    try PushedMessage(
      id: Self.id, kind: "dismissal-ready",
      title: .literal("Ada is ready", withoutNames: "Pickup"),
      body: .localized("READY", [.childName("Ada"), .open("Gate 2")], withoutNames: "READY_NAMELESS"), showsNames: showsNames,
      badge: 3, collapseID: collapseID, priority: .immediate, expiry: 1_785_312_600, thread: "pickup", about: Self.id)
  }

  private func device(_ service: PushService = .fcm) throws -> PushDevice {
    try #require(PushDevice(service, token: "abcd"))
  }

  @Test func `The payload of APNs`() throws {
    let payload = try APNsPayload.bytes(of: try dismissal(showsNames: true))
    #expect(
      String(decoding: payload, as: UTF8.self) == """
        {"about":"\(Self.text)","aps":{"alert":{"loc-args":["Ada","Gate 2"],"loc-key":"READY","title":"Ada is ready"},\
        "badge":3,"category":"dismissal-ready","sound":"default","thread-id":"pickup"},"id":"\(Self.text)","kind":"dismissal-ready"}
        """)
    let quiet = try JSON(
      try APNsPayload.bytes(of: PushedMessage(id: Self.id, kind: "digest", title: .localized("T", [.open("x")]), body: .literal("b"))))
    #expect(
      quiet["aps"] == .object([
        "alert": .object(["title-loc-key": .text("T"), "title-loc-args": .list([.text("x")]), "body": .text("b")]),
        "category": .text("digest"),
      ]))
  }

  @Test func `The body for FCM`() throws {
    let body = try JSON(try FCMBody.bytes(of: try dismissal(showsNames: true, collapseID: "day"), to: try device(), now: 1_785_312_000))
    #expect(body["message", "token"] == .text("abcd"))
    #expect(
      body["message", "data"] == .object(["id": .text(Self.text), "kind": .text("dismissal-ready"), "about": .text(Self.text)]))
    #expect(body["message", "android", "priority"] == .text("HIGH") && body["message", "android", "ttl"] == .text("600s"))
    #expect(body["message", "android", "collapse_key"] == .text("day"))
    #expect(
      body["message", "android", "notification"]
        == .object([
          "title": .text("Ada is ready"), "body_loc_key": .text("READY"), "body_loc_args": .list([.text("Ada"), .text("Gate 2")]),
          "channel_id": .text("dismissal-ready"), "tag": .text("day"), "notification_count": .number(3), "visibility": .text("PUBLIC"),
        ]))
    // Past, and further away than FCM keeps messages.
    let past = try JSON(try FCMBody.bytes(of: try dismissal(showsNames: true), to: try device(), now: 1_785_319_999))
    #expect(past["message", "android", "ttl"] == .text("0s"))
    let far = try JSON(try FCMBody.bytes(of: try dismissal(showsNames: true), to: try device(), now: 0))
    #expect(far["message", "android", "ttl"] == .text("2419200s"))
  }

  @Test func `No child's name is sent unless it may be on a locked screen`() throws {
    let message = try dismissal(showsNames: false)
    let apns = String(decoding: try APNsPayload.bytes(of: message), as: UTF8.self)
    let fcm = String(decoding: try FCMBody.bytes(of: message, to: try device(), now: 0), as: UTF8.self)
    for payload in [apns, fcm] {
      #expect(!payload.contains("Ada"))
      #expect(payload.contains("READY_NAMELESS") && payload.contains("Gate 2") && payload.contains("\"Pickup\""))
    }
    #expect(fcm.contains("\"PRIVATE\""))
    #expect(throws: InvalidMessage.self) { try PushText.localized("READY", [.childName("Ada")]) }
  }

  @Test("A long text is shortened between characters", arguments: ["x", "ä", "👩‍👩‍👧", "e\u{301}", "\"", "\u{1}"])
  func long(_ character: String) throws {
    let text = String(repeating: character, count: 6_000)
    for body in [PushText.literal(text), try .localized("K", [.open("short"), .open(text)])] {
      let message = try PushedMessage(id: Self.id, kind: "k", title: .literal(text), body: body)
      let payload = try APNsPayload.bytes(of: message)
      #expect(payload.count <= 4_096 && payload.count > 4_050)
      let json = try JSON(payload)
      var texts = [json["aps", "alert", "title"]]
      if case .list(let arguments)? = json["aps", "alert", "loc-args"] {
        #expect(arguments.first == .text("short"))
        texts.append(arguments.last)
      } else {
        texts.append(json["aps", "alert", "body"])
      }
      for found in texts {
        guard case .text(let found)? = found else {
          Issue.record("a text is missing")
          continue
        }
        #expect(found.hasSuffix("…") && found.dropLast().allSatisfy { String($0) == character })
      }
      let fcm = try FCMBody.bytes(of: message, to: try device(), now: 0)
      #expect(fcm.count <= 4_096 + 4)
    }
  }

  @Test func `A text that just fits is whole`() throws {
    func size(_ count: Int) throws -> [UInt8] {
      try APNsPayload.bytes(of: PushedMessage(id: Self.id, kind: "k", body: .literal(String(repeating: "x", count: count))))
    }
    let room = try 4_096 - size(0).count
    #expect(try size(room).count == 4_096 && !size(room).contains(0xe2))
    #expect(try size(room + 1).count <= 4_096 && size(room + 1).contains(0xe2))
  }

  @Test func `Parts are short, and begin no other header`() throws {
    func message(kind: String = "k", collapseID: String? = nil, thread: String? = nil, badge: Int? = nil) throws -> PushedMessage {
      try PushedMessage(id: Self.id, kind: kind, body: .literal("b"), badge: badge, collapseID: collapseID, thread: thread)
    }
    #expect(try message().collapseID == Self.text)
    _ = try message(collapseID: String(repeating: "c", count: 64))
    for text in ["", "a\r\nb: c", "ü", "a b", String(repeating: "c", count: 65)] {
      #expect(throws: InvalidMessage.self) { try message(kind: text) }
      #expect(throws: InvalidMessage.self) { try message(collapseID: text) }
      #expect(throws: InvalidMessage.self) { try message(thread: text) }
    }
    #expect(throws: InvalidMessage.self) { try message(badge: -1) }
    #expect(throws: InvalidMessage.self) { try PushText.localized("a b") }
    #expect(throws: InvalidMessage.self) { try PushText.localized("a", Array(repeating: .open("x"), count: 11)) }
  }

  @Test func `A device's token is no path and no header`() {
    #expect(PushDevice(.apns, token: "00Ff") != nil && PushDevice(.fcm, token: "a:B-_1") != nil)
    for token in ["", "abc", "../../x", "zz", String(repeating: "a", count: 4_098)] { #expect(PushDevice(.apns, token: token) == nil) }
    for token in ["", "a b", "a\n", "ü", String(repeating: "a", count: 4_097)] { #expect(PushDevice(.fcm, token: token) == nil) }
    #expect(!"\(PushDevice(.apns, token: "00ff") as PushDevice?)".contains("00ff"))
  }
}
