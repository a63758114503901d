import Foundation
import Gateway
import Push
import SQL
import Testing

@Suite struct PushComposerTests {
  private func push(
    _ kind: String, title: String = "T", body: String = "B", student: String? = "Ada Rivera", assignment: String? = "Essay",
    showsNames: Bool = true, by service: PushService = .apns
  ) -> WaitingPush {
    WaitingPush(
      id: .random(), expiry: 1_900_000_000, service: service, token: "a1b2", kind: kind, title: title, body: body,
      notification: UUIDValue(high: 1, low: 2), student: student.map { (UUIDValue(high: 3, low: 4), $0) },
      assignment: assignment.map { (UUIDValue(high: 5, low: 6), $0) }, showsNames: showsNames, unread: 7)
  }

  @Test("A step of a dismissal has a key of its own", arguments: [
    ("Ada Rivera was asked for", "PICKUP_REQUESTED"), ("Ada Rivera is not ready yet", "PICKUP_NOT_READY"),
    ("Ada Rivera is ready", "PICKUP_READY"), ("Ada Rivera was picked up", "PICKUP_CONFIRMED"),
    ("Ada Rivera: the pickup was cancelled", "PICKUP_CANCELLED"), ("Ada Rivera is still at school", "PICKUP_LEFT_WAITING"),
    ("Ada Rivera is ready again", "PICKUP_READY"), ("Ada Rivera was marked absent", "PICKUP_ABSENT"),
    ("Ada Rivera is not absent", "PICKUP_PRESENT"),
    ("Something new", "PICKUP"),
  ])
  func pickup(_ title: String, _ key: String) throws {
    let message = try PushComposer.message(push("PICKUP", title: title))
    #expect(message.body == (try .localized(key, [.childName("Ada Rivera")], withoutNames: key + "_NAMELESS")))
    #expect(message.title == nil && message.priority == .immediate && message.badge == 7 && message.kind == "pickup")
    #expect(message.collapseID == "pickup-\(push("PICKUP", title: title).notification)" && message.thread == "\(UUIDValue(high: 3, low: 4))")
    #expect(message.about == UUIDValue(high: 1, low: 2))
  }

  @Test func `Help is asked for at once, and overdue work takes the place of what was told of it before`() throws {
    let help = try PushComposer.message(push("HELP_REQUEST"))
    #expect(help.priority == .immediate && help.kind == "help-request")
    #expect(
      help.body
        == (try .localized(
          "HELP_REQUEST_FOR", [.childName("Ada Rivera"), .childName("Essay")], withoutNames: "HELP_REQUEST_FOR_NAMELESS")))
    let overdue = try PushComposer.message(push("OVERDUE", title: "Overdue: Essay"))
    #expect(overdue.priority == .considerate && overdue.collapseID == "overdue-\(UUIDValue(high: 5, low: 6))")
    #expect(
      overdue.body
        == (try .localized("OVERDUE", [.childName("Ada Rivera"), .childName("Essay")], withoutNames: "OVERDUE_NAMELESS")))
    let done = try PushComposer.message(push("OVERDUE", title: "Waits for a grade: Essay"))
    #expect(
      done.body
        == (try .localized(
          "WAITS_FOR_GRADE", [.childName("Ada Rivera"), .childName("Essay")], withoutNames: "WAITS_FOR_GRADE_NAMELESS")))
    // The assignment was removed meanwhile.
    #expect(try PushComposer.message(push("OVERDUE", assignment: nil)).body == (try .localized("OVERDUE_NAMELESS")))
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
    let join = try PushComposer.message(push("JOIN_REQUEST", title: "Ben asks to join the family", student: nil, assignment: nil))
    #expect(join.body == (try .localized("JOIN_REQUEST", [.childName("Ben")], withoutNames: "JOIN_REQUEST_NAMELESS")))
    #expect(join.thread == nil)
    #expect(try PushComposer.message(push("NEWS")).body == .literal("B"))
    #expect(try PushComposer.message(push("NEWS", showsNames: false)).body == (try .localized("NOTIFICATION")))
  }
}
