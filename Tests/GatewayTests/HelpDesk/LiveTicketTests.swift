import Domain
import GraphQL
import Logging
import SQL
import SampleData
import TestSupport
import Testing

@testable import Gateway

/// Tickets as they come to those who wait for them.
@Suite(.serialized) struct LiveTicketTests {
  /// The states of the tickets that a stream has next: of the viewer, or of its school.
  private func states(_ stream: any LiveStream, isOfSchool: Bool = false, within limit: Duration = .seconds(5)) async throws -> [String]? {
    guard let answer = try await stream.next(within: limit) else { return nil }
    let json = try answer.json
    let list = isOfSchool ? json.at("data", "live", "schools", 0, "tickets") : json.at("data", "live", "viewer", "tickets")
    return list?.array?.compactMap { $0.at("state")?.string }
  }

  @Test func `A ticket comes to its author and to those who answer it, and wakes no other class`() async throws {
    try await HelpDeskGround.run("live") { ground in
      let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
      let gateway = ground.pickup.gateway
      let watch = Task { await gateway.gateway.wakeUp.watch.run(gateway.pool, logger: logger) }
      let own = "subscription { live { viewer { tickets { state } } } }"
      let desk = "subscription { live { schools { tickets { state } } } }"
      let parent = try await gateway.live(own, as: ground.parent)
      let teacher = try await gateway.live(desk, as: ground.pickup.teacher)
      let administrator = try await gateway.live(desk, as: ground.pickup.administrator)
      let other = try await gateway.live(desk, as: ground.pickup.otherTeacher)
      #expect(try await states(parent) == [])
      for stream in [teacher, administrator, other] { #expect(try await states(stream, isOfSchool: true) == []) }
      let id = try await ground.created(about: ground.mia)
      #expect(try await states(parent) == ["OPEN"])
      #expect(try await states(teacher, isOfSchool: true) == ["OPEN"])
      #expect(try await states(administrator, isOfSchool: true) == ["OPEN"])
      _ = try await ground.answer(id, as: ground.pickup.teacher)
      #expect(try await states(parent) == ["ANSWERED"])
      #expect(try await states(administrator, isOfSchool: true) == ["ANSWERED"])
      #expect(try await states(other, isOfSchool: true, within: .seconds(1)) == nil)
      watch.cancel()
      await watch.value
    }
  }
}
