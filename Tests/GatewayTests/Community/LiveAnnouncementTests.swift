import Domain
import GraphQL
import Logging
import SQL
import SampleData
import TestSupport
import Testing

@testable import Gateway

/// Announcements as they come to those who wait for them: each audience hears of its own.
@Suite(.serialized) struct LiveAnnouncementTests {
  private static let school = DemonstrationFamily.schoolID
  private static let query = "subscription { live { schools { announcements { title } } } }"

  private func with(_ name: String, _ body: (PickupGround) async throws -> Void) async throws {
    try await PickupGround.run("live_announcements_\(name)") { ground in
      try await ground.database.run("DELETE FROM announcements")
      let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
      let watch = Task { await ground.gateway.gateway.wakeUp.watch.run(ground.gateway.pool, logger: logger) }
      try await body(ground)
      watch.cancel()
      await watch.value
    }
  }

  private func announce(_ title: String, _ fields: String, in ground: PickupGround) async throws {
    let answer = try await ground.ask(
      #"mutation { createAnnouncement(input: {schoolId: "\#(Self.school)", title: "\#(title)"\#(fields)}) { announcement { id } } }"#,
      as: ground.administrator)
    #expect(answer.at("errors") == nil, "\(answer)")
  }

  private func titles(_ stream: any LiveStream, within limit: Duration = .seconds(5)) async throws -> [String]? {
    guard let answer = try await stream.next(within: limit) else { return nil }
    return try answer.json.at("data", "live", "schools", 0, "announcements")?.array?.compactMap { $0.at("title")?.string }
  }

  @Test func `An announcement comes to its audience, and wakes no other class`() async throws {
    try await with("classes") { ground in
      let parent = try await ground.gateway.live(Self.query, as: ground.parent)
      let owls = try await ground.gateway.live(Self.query, as: ground.teacher)
      let foxes = try await ground.gateway.live(Self.query, as: ground.otherTeacher)
      for stream in [parent, owls, foxes] { #expect(try await titles(stream) == []) }
      try await announce("owls", #", classIds: ["\#(DemonstrationClass.owls.id)"]"#, in: ground)
      #expect(try await titles(parent) == ["owls"])
      #expect(try await titles(owls) == ["owls"])
      #expect(try await titles(foxes, within: .seconds(1)) == nil)
      try await announce("all", "", in: ground)
      #expect(try await titles(foxes) == ["all"])
    }
  }

  @Test func `An announcement comes when it begins, and goes for a parent who is barred`() async throws {
    try await with("times") { ground in
      let stream = try await ground.gateway.live(Self.query, as: ground.otherParent)
      #expect(try await titles(stream) == [])
      let soon = try await ground.database.run(
        #"SELECT to_char((now() + interval '2 seconds') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')"#)
      try await announce(
        "soon", #", from: "\#(soon.text(row: 0, column: 0) ?? "")", classIds: ["\#(DemonstrationClass.owls.id)"]"#, in: ground)
      #expect(try await titles(stream) == ["soon"])
      let member = try await ground.ask("{ viewer { member { name } } }", as: ground.otherParent)
      try await ground.bar(try #require(member.at("data", "viewer", "member", "name")?.string), from: "Mia")
      #expect(try await titles(stream) == [])
    }
  }
}
