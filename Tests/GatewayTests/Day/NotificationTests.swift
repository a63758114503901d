import GraphQL
import Postgres
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// Each member's notifications, and nobody else's (REQ-NOT).
@Suite(.serialized) struct NotificationTests {
  private static let database = Task { try await SchoolDatabase("notifications") }

  /// Asks for help, and gives the ids of what Elena and Mateo were told.
  private func newNotification(_ talk: Conversation) async throws -> (elena: String, mateo: String) {
    let assignment = try await talk.newAssignment(of: talk.ada)
    _ = try await talk.ask(
      #"mutation { requestHelp(input: {assignmentId: "\#(assignment)"}) { __typename } }"#, as: talk.ada)
    func newest(_ viewer: AccountViewer) async throws -> String {
      let data = try await talk.ask("{ viewer { notifications(first: 1) { id } } }", as: viewer)
      return try #require(data.at("viewer", "notifications", 0, "id")?.string)
    }
    return (try await newest(talk.elena), try await newest(talk.mateo))
  }

  @Test func `The newest come first, and the list is bounded`() async throws {
    try await Conversation.with(Self.database) { talk in
      let first = try await newNotification(talk).elena
      let second = try await newNotification(talk).elena
      let data = try await talk.ask(
        "{ viewer { notifications(first: 2) { id } rest: notifications(offset: 1, first: 1) { id } } }", as: talk.elena)
      #expect(data.at("viewer", "notifications", 0, "id")?.string == second)
      #expect(data.at("viewer", "notifications", 1, "id")?.string == first)
      #expect(data.at("viewer", "rest", 0, "id")?.string == first)
      let refused = try await talk.answer("{ viewer { notifications(first: 201) { id } } }", as: talk.elena)
      #expect(refused.at("errors", 0, "extensions", "code")?.string == "LIMIT_EXCEEDED")
    }
  }

  @Test func `Reading one counts once, and for its reader alone`() async throws {
    try await Conversation.with(Self.database) { talk in
      let ids = try await newNotification(talk)
      let count = "{ viewer { unreadNotificationCount } }"
      let before = try #require(try await talk.ask(count, as: talk.elena).at("viewer", "unreadNotificationCount")?.number)
      let mateo = try await talk.ask(count, as: talk.mateo)
      let read = #"mutation { markNotificationRead(input: {id: "\#(ids.elena)"}) { notification { readAt } viewer { unreadNotificationCount } } }"#
      let first = try await talk.ask(read, as: talk.elena)
      #expect(first.at("markNotificationRead", "viewer", "unreadNotificationCount")?.number == before - 1)
      #expect(try await talk.ask(read, as: talk.elena) == first)
      #expect(try await talk.ask(count, as: talk.mateo) == mateo)
      let unread = try await talk.ask("{ viewer { notifications(where: {readAt: null}, first: 200) { id } } }", as: talk.elena)
      #expect(unread.at("viewer", "notifications")?.array?.contains { $0.at("id")?.string == ids.elena } == false)
      let seen = try await talk.ask("{ viewer { notifications(where: {readAt: {ne: null}}, first: 200) { id } } }", as: talk.elena)
      #expect(seen.at("viewer", "notifications")?.array?.contains { $0.at("id")?.string == ids.elena } == true)
    }
  }

  @Test func `Reading all leaves what came later unread`() async throws {
    try await Conversation.with(Self.database) { talk in
      _ = try await newNotification(talk)
      let shown = try await talk.ask("{ viewer { notifications(first: 1) { createdAt } } }", as: talk.mateo)
      let until = try #require(shown.at("viewer", "notifications", 0, "createdAt")?.string)
      // Later than the millisecond that clients see.
      try await Task.sleep(for: .milliseconds(2))
      _ = try await newNotification(talk)
      let some = try await talk.ask(
        #"mutation { markAllNotificationsRead(input: {until: "\#(until)"}) { viewer { unreadNotificationCount } } }"#,
        as: talk.mateo)
      #expect(some.at("markAllNotificationsRead", "viewer", "unreadNotificationCount") == .number("1"))
      let all = try await talk.ask(
        "mutation { markAllNotificationsRead(input: {}) { viewer { unreadNotificationCount } } }", as: talk.mateo)
      #expect(all.at("markAllNotificationsRead", "viewer", "unreadNotificationCount") == .number("0"))
      let elena = try await talk.ask("{ viewer { unreadNotificationCount } }", as: talk.elena)
      #expect(elena.at("viewer", "unreadNotificationCount") != .number("0"))
    }
  }

  @Test("A moment has the form of RFC 3339", arguments: [
    "2026-09-07", "2026-09-07T08:30Z", "2026-09-07 08:30:00Z", "2026-09-31T08:30:00Z", "2026-09-07T08:30:00", "now",
    "2026-09-07T08:30:00.Z", "2026-09-07T08:30:00+2:00", "infinity",
  ])
  func badMoments(_ until: String) async throws {
    try await Conversation.with(Self.database) { talk in
      let answer = try await talk.answer(
        #"mutation { markAllNotificationsRead(input: {until: "\#(until)"}) { viewer { id } } }"#, as: talk.mateo)
      #expect(answer.codes == ["markAllNotificationsRead": "BAD_USER_INPUT"])
      #expect(answer.at("errors", 0, "extensions", "inputPath") == .array([.string("input"), .string("until")]))
    }
  }

  @Test func `What one removes is gone for that one, and its row stays`() async throws {
    try await Conversation.with(Self.database) { talk in
      let ids = try await newNotification(talk)
      let remove = #"mutation { deleteNotification(input: {id: "\#(ids.elena)"}) { id viewer { id } } }"#
      let gone = try await talk.ask(remove, as: talk.elena)
      #expect(gone.at("deleteNotification", "id")?.string == ids.elena)
      let find = #"{ notification(id: "\#(ids.elena)") { id } viewer { notifications(first: 200) { id } } }"#
      let data = try await talk.ask(find, as: talk.elena)
      #expect(data.at("notification") == .null)
      #expect(data.at("viewer", "notifications")?.array?.contains { $0.at("id")?.string == ids.elena } == false)
      #expect(try await talk.answer(remove, as: talk.elena).codes == ["deleteNotification": "NOT_FOUND"])
      #expect(try await talk.ask(#"{ notification(id: "\#(ids.mateo)") { id } }"#, as: talk.mateo).at("notification") != .null)
      let stamp = try await talk.text(
        "SELECT (deleted_at IS NOT NULL)::text FROM notifications WHERE id::text = \(bind: .text(ids.elena))")
      #expect(stamp == "true")
    }
  }

  @Test func `Another member's notification is as if it were not there`() async throws {
    try await Conversation.with(Self.database) { talk in
      let ids = try await newNotification(talk)
      func attempt(_ id: String) -> String {
        """
        mutation {
          a: markNotificationRead(input: {id: "\(id)"}) { notification { id } }
          b: deleteNotification(input: {id: "\(id)"}) { id }
        }
        """
      }
      for other in [talk.mateo, talk.ada, talk.leo, talk.stranger] {
        let answer = try await talk.answer(attempt(ids.elena), as: other)
        #expect(answer.codes == ["a": "NOT_FOUND", "b": "NOT_FOUND"])
        #expect(try await answer.errorsWithoutLocations == talk.answer(attempt(newID()), as: other).errorsWithoutLocations)
        let found = try await talk.ask(#"{ notification(id: "\#(ids.elena)") { id } }"#, as: other)
        #expect(found.at("notification") == .null)
      }
      let newcomer = try await talk.newcomer()
      #expect(try await talk.answer(attempt(ids.elena), as: newcomer).codes == ["a": "NOT_FOUND", "b": "NOT_FOUND"])
      let none = try await talk.ask("{ viewer { unreadNotificationCount notifications { id } devices { id } } }", as: newcomer)
      #expect(none.at("viewer", "unreadNotificationCount") == .number("0"))
      #expect(none.at("viewer", "notifications") == .array([]))
      let untouched = try await talk.ask(#"{ notification(id: "\#(ids.elena)") { readAt } }"#, as: talk.elena)
      #expect(untouched.at("notification", "readAt") == .null)
    }
  }

  @Test func `A notification outlives the assignment that it is about`() async throws {
    try await Conversation.with(Self.database) { talk in
      let ids = try await newNotification(talk)
      let query = #"{ notification(id: "\#(ids.elena)") { title assignment { id } } }"#
      let before = try await talk.ask(query, as: talk.elena)
      let assignment = try #require(before.at("notification", "assignment", "id")?.string)
      _ = try await talk.ask(#"mutation { deleteAssignment(input: {id: "\#(assignment)"}) { id } }"#, as: talk.elena)
      let after = try await talk.ask(query, as: talk.elena)
      #expect(after.at("notification", "assignment") == .null)
      #expect(after.at("notification", "title") == before.at("notification", "title"))
    }
  }

  // MARK: Devices

  private func register(_ token: String) -> String {
    #"mutation { registerDevice(input: {platform: IOS, token: "\#(token)"}) { device { id platform registeredAt } } }"#
  }

  @Test func `A device is kept once, for its member alone, and can be forgotten`() async throws {
    try await Conversation.with(Self.database) { talk in
      let first = try await talk.ask(register("a1b2"), as: talk.ada)
      let id = try #require(first.at("registerDevice", "device", "id")?.string)
      #expect(try await talk.ask(register("a1b2"), as: talk.ada).at("registerDevice", "device", "id")?.string == id)
      let devices = "{ viewer { devices { id } } }"
      #expect(try await talk.ask(devices, as: talk.ada).at("viewer", "devices", 0, "id")?.string == id)
      #expect(try await talk.ask(devices, as: talk.elena).at("viewer", "devices") == .array([]))
      let forget = #"mutation { unregisterDevice(input: {platform: IOS, token: "a1b2"}) { id } }"#
      #expect(try await talk.ask(forget, as: talk.ada).at("unregisterDevice", "id")?.string == id)
      #expect(try await talk.ask(forget, as: talk.ada).at("unregisterDevice", "id") == .null)
      #expect(try await talk.answer(register("a1b2"), as: talk.newcomer()).codes == ["registerDevice": "FORBIDDEN"])
    }
  }

  @Test func `A device of Android is kept beside one of Apple, also with the same token`() async throws {
    try await Conversation.with(Self.database) { talk in
      let android = register("c0ffee").replacing("IOS", with: "ANDROID")
      let first = try await talk.ask(android, as: talk.leo).at("registerDevice", "device")
      #expect(first?.at("platform")?.string == "ANDROID")
      let second = try await talk.ask(register("c0ffee"), as: talk.leo).at("registerDevice", "device")
      #expect(second?.at("platform")?.string == "IOS" && second?.at("id") != first?.at("id"))
      let forget = #"mutation { unregisterDevice(input: {platform: ANDROID, token: "c0ffee"}) { id } }"#
      #expect(try await talk.ask(forget, as: talk.leo).at("unregisterDevice", "id") == first?.at("id"))
    }
  }

  @Test func `A device that another member signs in on is that member's from then on`() async throws {
    try await Conversation.with(Self.database) { talk in
      let devices = "{ viewer { devices { id } } }"
      let first = try await talk.ask(register("5ea2ed"), as: talk.elena).at("registerDevice", "device", "id")
      #expect(try await talk.ask(devices, as: talk.elena).at("viewer", "devices", 0, "id") == first)
      let second = try await talk.ask(register("5ea2ed"), as: talk.leo).at("registerDevice", "device", "id")
      #expect(first != second)
      #expect(try await talk.ask(devices, as: talk.leo).at("viewer", "devices", 0, "id") == second)
      #expect(try await talk.ask(devices, as: talk.elena).at("viewer", "devices") == .array([]))
    }
  }

  @Test func `Members who register one device at the same time all get an answer, and one of them the device`() async throws {
    try await Conversation.with(Self.database) { talk in
      let answers = try await withThrowingTaskGroup(of: Bool.self) { group in
        for round in 0..<12 {
          let token = [talk.ada, talk.leo, talk.mateo][round % 3]
          group.addTask { try await talk.answer(register("a70ce0"), as: token).at("errors") == nil }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(answers == [Bool](repeating: true, count: 12))
      let owner = try await talk.text("SELECT member_id::text FROM devices WHERE token = 'a70ce0'")
      let members = [talk.ada, talk.leo, talk.mateo].compactMap { $0.membership?.memberID.description }
      #expect(members.contains(owner))
    }
  }

  @Test func `Of too many devices those go that were not seen for longest`() async throws {
    try await Conversation.with(Self.database) { talk in
      for number in 1...20 { _ = try await talk.ask(register("de0\(100 + number)"), as: talk.mateo) }
      _ = try await talk.ask(register("de0101"), as: talk.mateo)
      _ = try await talk.ask(register("de0121"), as: talk.mateo)
      let kept = try await talk.text(
        "SELECT string_agg(token, ' ' ORDER BY registered_at) FROM devices WHERE token LIKE 'de01%'")
      #expect(kept.split(separator: " ").count == 20)
      #expect(!kept.split(separator: " ").contains("de0102"))
      #expect(kept.split(separator: " ").contains("de0101"))
    }
  }

  @Test func `A token of iOS is one device in either case, and one that another family registers is that family's`() async throws {
    try await Conversation.with(Self.database) { talk in
      let first = try await talk.ask(register("0A1B2C3D"), as: talk.elena).at("registerDevice", "device", "id")
      #expect(try await talk.ask(register("0a1b2c3d"), as: talk.elena).at("registerDevice", "device", "id") == first)
      let owners: SQL = "SELECT string_agg(family_id::text, ' ') FROM devices WHERE lower(token) = '0a1b2c3d'"
      #expect(try await talk.text(owners) == talk.elena.membership?.familyID.description)
      let second = try await talk.ask(register("0A1B2C3d"), as: talk.stranger).at("registerDevice", "device", "id")
      #expect(second != nil && second != first)
      #expect(try await talk.text(owners) == talk.stranger.membership?.familyID.description)
      // The one who had it before gets nothing of it, and may take it back.
      #expect(try await talk.ask("{ viewer { devices { id } } }", as: talk.elena).at("viewer", "devices", 0, "id") != first)
      _ = try await talk.ask(register("0a1b2c3d"), as: talk.elena)
      #expect(try await talk.text(owners) == talk.elena.membership?.familyID.description)
      let forget = #"mutation { unregisterDevice(input: {platform: IOS, token: "0A1B2C3D"}) { id } }"#
      #expect(try await talk.ask(forget, as: talk.elena).at("unregisterDevice", "id") != .null)
    }
  }

  @Test func `Two families that register one device at the same time leave it to one of them`() async throws {
    try await Conversation.with(Self.database) { talk in
      for round in 0..<6 {
        let token = "fa0\(100 + round)"
        let answers = try await withThrowingTaskGroup(of: Bool.self) { group in
          for viewer in [talk.elena, talk.stranger] {
            group.addTask { try await talk.answer(register(token), as: viewer).at("errors") == nil }
          }
          return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.contains(true))
        #expect(try await talk.text("SELECT count(*)::text FROM devices WHERE token = \(bind: .text(token))") == "1")
      }
    }
  }

  @Test("A token of Android has the characters of FCM", arguments: ["a/../b?c", "a\\\\b", "<a>", "a&b", "a#b"])
  func badAndroidTokens(_ token: String) async throws {
    try await Conversation.with(Self.database) { talk in
      let answer = try await talk.answer(register(token).replacing("IOS", with: "ANDROID"), as: talk.ada)
      #expect(answer.codes == ["registerDevice": "BAD_USER_INPUT"])
    }
  }

  @Test(
    "A token of iOS is hexadecimal, two digits for each byte",
    arguments: ["", "a b", "é", "zz", "abc", "../x", "0x12", "１２", String(repeating: "a", count: 502)])
  func badTokens(_ token: String) async throws {
    try await Conversation.with(Self.database) { talk in
      let answer = try await talk.answer(register(token), as: talk.ada)
      #expect(answer.codes == ["registerDevice": "BAD_USER_INPUT"])
      #expect(answer.at("errors", 0, "extensions", "inputPath") == .array([.string("input"), .string("token")]))
    }
  }
}
