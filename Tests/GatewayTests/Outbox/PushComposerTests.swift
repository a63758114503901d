import Domain
import Foundation
import Gateway
import Push
import SQL
import Testing

@Suite struct PushComposerTests {
  private func push(
    _ event: String, title: String = "T", body: String = "B",
    _ arguments: [NoticeArgument: String] = [.student: "Ada Rivera", .assignment: "Essay"], hasStudent: Bool = true,
    showsNames: Bool = true, by service: PushService = .apns
  ) -> WaitingPush {
    WaitingPush(
      id: .random(), expiry: 1_900_000_000, service: service, token: "a1b2", kind: Notice.named(event)?.kind.rawValue ?? event,
      event: event, arguments: arguments, title: title, body: body, notification: UUIDValue(high: 1, low: 2),
      student: hasStudent ? UUIDValue(high: 3, low: 4) : nil, assignment: UUIDValue(high: 5, low: 6), showsNames: showsNames, unread: 7)
  }

  @Test("An event of a pickup has a key that apps know", arguments: [
    ("PICKUP_REQUESTED", "PICKUP_REQUESTED"), ("PICKUP_NOT_READY", "PICKUP_NOT_READY"), ("PICKUP_READY", "PICKUP_READY"),
    ("PICKUP_CONFIRMED", "PICKUP_CONFIRMED"), ("PICKUP_CANCELLED", "PICKUP_CANCELLED"),
    ("PICKUP_LEFT_WAITING", "PICKUP_LEFT_WAITING"), ("PICKUP_REOPENED", "PICKUP_READY"), ("PICKUP_ABSENT", "PICKUP_ABSENT"),
    ("PICKUP_ABSENT_CANCELLED", "PICKUP_ABSENT"), ("PICKUP_PRESENT", "PICKUP_PRESENT"), ("PICKUP", "PICKUP"),
  ])
  func pickup(_ event: String, _ key: String) throws {
    let message = try PushComposer.message(push(event))
    #expect(message.body == (try .localized(key, [.childName("Ada Rivera")], withoutNames: key + "_NAMELESS")))
    #expect(message.title == nil && message.priority == .immediate && message.badge == 7 && message.kind == "pickup")
    #expect(message.collapseID == "pickup-\(push(event).notification)" && message.thread == "\(UUIDValue(high: 3, low: 4))")
    #expect(message.about == UUIDValue(high: 1, low: 2))
  }

  @Test func `Help is asked for at once, and overdue work takes the place of what was told of it before`() throws {
    let help = try PushComposer.message(push("HELP_REQUEST"))
    #expect(help.priority == .immediate && help.kind == "help-request")
    #expect(
      help.body
        == (try .localized(
          "HELP_REQUEST_FOR", [.childName("Ada Rivera"), .childName("Essay")], withoutNames: "HELP_REQUEST_FOR_NAMELESS")))
    let overdue = try PushComposer.message(push("OVERDUE"))
    #expect(overdue.priority == .considerate && overdue.collapseID == "overdue-\(UUIDValue(high: 5, low: 6))")
    #expect(
      overdue.body
        == (try .localized("OVERDUE", [.childName("Ada Rivera"), .childName("Essay")], withoutNames: "OVERDUE_NAMELESS")))
    let done = try PushComposer.message(push("WAITS_FOR_GRADE"))
    #expect(
      done.body
        == (try .localized(
          "WAITS_FOR_GRADE", [.childName("Ada Rivera"), .childName("Essay")], withoutNames: "WAITS_FOR_GRADE_NAMELESS")))
    // A notification of an earlier release has no arguments.
    #expect(try PushComposer.message(push("OVERDUE", [:])).body == (try .localized("OVERDUE_NAMELESS")))
    #expect(
      try PushComposer.message(push("HELP_REQUEST", [.student: "Ada Rivera"])).body
        == (try .localized("HELP_REQUEST", [.childName("Ada Rivera")], withoutNames: "HELP_REQUEST_NAMELESS")))
  }

  @Test("A person's own words are shown to those alone who want names", arguments: ["MESSAGE", "SCHOOL_MESSAGE"])
  func words(_ kind: String) throws {
    let named = try PushComposer.message(push(kind, title: "Ada's museum", body: "Ada leaves at nine."))
    #expect(named.title == .literal("Ada's museum") && named.body == .literal("Ada leaves at nine."))
    let nameless = try PushComposer.message(push(kind, title: "Ada's museum", body: "Ada leaves at nine.", showsNames: false))
    #expect(nameless.title == nil)
    #expect(nameless.body == (try .localized(kind)))
  }

  @Test func `A request to join has the name of who asks, and a kind of a later release has a text`() throws {
    let join = try PushComposer.message(push("JOIN_REQUEST", [.person: "Ben"], hasStudent: false))
    #expect(join.body == (try .localized("JOIN_REQUEST", [.childName("Ben")], withoutNames: "JOIN_REQUEST_NAMELESS")))
    #expect(join.thread == nil)
    #expect(try PushComposer.message(push("NEWS")).body == .literal("B"))
    #expect(try PushComposer.message(push("NEWS", showsNames: false)).body == (try .localized("NOTIFICATION")))
  }
}
