import Domain
import GraphQL
import Logging
import SQL
import SampleData
import TestSupport
import Testing

@testable import Gateway

/// Posts as they come to those who wait for them.
@Suite(.serialized) struct LivePostTests {
  private static let query = "subscription { live { schools { posts { text } } } }"

  private func texts(_ stream: any LiveStream, within limit: Duration = .seconds(5)) async throws -> [String]? {
    guard let answer = try await stream.next(within: limit) else { return nil }
    let schools = try answer.json.at("data", "live", "schools")?.array ?? []
    return schools.flatMap { $0.at("posts")?.array ?? [] }.compactMap { $0.at("text")?.string }
  }

  private func with(_ name: String, _ body: (PostGround) async throws -> Void) async throws {
    try await PostGround.run("live_\(name)") { ground in
      let gateway = ground.pickup.gateway
      let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
      let watch = Task { await gateway.gateway.wakeUp.watch.run(gateway.pool, logger: logger) }
      try await body(ground)
      watch.cancel()
      await watch.value
    }
  }

  @Test func `A post to a class comes to that class alone, and one that waits for approval to those who moderate it`() async throws {
    try await with("classes") { ground in
      let gateway = ground.pickup.gateway
      let neighbour = try await gateway.live(Self.query, as: ground.neighbour)
      let owls = try await gateway.live(Self.query, as: ground.teacher)
      let foxes = try await gateway.live(Self.query, as: ground.otherTeacher)
      for stream in [neighbour, owls, foxes] { #expect(try await texts(stream) == []) }
      let post = try await ground.post("owls", #", classIds: ["\#(PostGround.owls)"]"#, as: ground.parent)
      #expect(try await texts(owls) == ["owls"])
      #expect(try await texts(neighbour, within: .seconds(1)) == nil)
      #expect(code(try await ground.act("approvePost", post, as: ground.teacher)) == nil)
      #expect(try await texts(neighbour) == ["owls"])
      #expect(try await texts(foxes, within: .seconds(1)) == nil)
      #expect(code(try await ground.act("hideContent", post, #", reason: "r""#, as: ground.teacher)) == nil)
      #expect(try await texts(neighbour) == [])
    }
  }

  @Test func `A block and a report come to the streams of those whom they concern`() async throws {
    try await with("blocks") { ground in
      try await ground.database.run("UPDATE schools SET approves_posts = false")
      let written = try await ground.write("theirs", as: ground.neighbour)
      let person = try #require(written.at("data", "createSchoolPost", "schoolPost", "author", "id")?.string)
      let own = try await ground.post("own", as: ground.parent)
      let gateway = ground.pickup.gateway
      let parent = try await gateway.live(Self.query, as: ground.parent)
      let neighbour = try await gateway.live(Self.query, as: ground.neighbour)
      for stream in [parent, neighbour] { #expect(Set(try await texts(stream) ?? []) == ["theirs", "own"]) }
      let block = #"mutation { blockPerson(input: {personId: "\#(person)"}) { person { id } } }"#
      #expect(code(try await ground.ask(block, as: ground.parent)) == nil)
      #expect(try await texts(parent) == ["own"])
      #expect(try await texts(neighbour) == ["theirs"])
      let other = try await gateway.live(Self.query, as: ground.otherParent)
      #expect(Set(try await texts(other) ?? []) == ["theirs", "own"])
      let report = #"mutation { report(input: {subjectId: "\#(own)", reason: SPAM}) { id } }"#
      #expect(code(try await ground.ask(report, as: ground.otherParent)) == nil)
      #expect(try await texts(other) == ["theirs"])
    }
  }
}
