import GraphQL
import Postgres
import SQL
import SampleData
import TestSupport
import Testing

@testable import Gateway
@testable import Domain

/// Tags of answers, and answers that are remembered: never one that the database would not give now.
@Suite struct AnswerMemoryTests {
  private static let query = "{ family { students { name assignments(first: 50) { title pointsAwarded isOverdue } } } }"

  private func with(
    _ name: String, _ body: (SchoolDatabase, TestGateway) async throws -> Void
  ) async throws {
    let database = try await SchoolDatabase(name, families: 2)
    let gateway = try TestGateway(database.app)
    try await body(database, gateway)
    await gateway.pool.shutdown()
  }

  private func rename(_ name: String) -> String { #"mutation { updateFamily(input: {name: "\#(name)"}) { family { name } } }"# }

  @Test func `The same answer has the same tag, and is remembered`() async throws {
    try await with("memory_same") { database, gateway in
      let first = await gateway.send(Self.query, as: database.parent)
      let second = await gateway.send(Self.query, as: database.parent)
      #expect(first.tag != nil && first.tag == second.tag && first.text == second.text)
      #expect(gateway.gateway.answerMemory?.answers.statistics.hits == 1)
      // By another process with the same secrets, too.
      let other = try TestGateway(database.app)
      #expect(await other.send(Self.query, as: database.parent).tag == first.tag)
      await other.pool.shutdown()
    }
  }

  @Test func `Another request, viewer, name or value has another tag`() async throws {
    try await with("memory_other") { database, gateway in
      let document = "query A($n: Int) { family { courses(first: $n) { name } } } query B($n: Int) { family { courses(first: $n) { name } } }"
      let one = JSONValue.object([.init("n", .number("1"))])
      let two = JSONValue.object([.init("n", .number("2"))])
      let other = AccountViewer(try #require(database.sample.accounts(of: 1).first))
      let tags = [
        await gateway.send(document, variables: one, operation: "A", as: database.parent).tag,
        await gateway.send(document, variables: one, operation: "B", as: database.parent).tag,
        await gateway.send(document, variables: two, operation: "A", as: database.parent).tag,
        await gateway.send(document + " ", variables: one, operation: "A", as: database.parent).tag,
        await gateway.send(document, variables: one, operation: "A", as: try database.student).tag,
        await gateway.send(document, variables: one, operation: "A", as: other).tag,
      ]
      #expect(Set(tags.map { "\(String(describing: $0))" }).count == tags.count)
      #expect(tags.allSatisfy { $0 != nil })
    }
  }

  @Test func `Strangers, errors and mutations have no tag`() async throws {
    try await with("memory_none") { database, gateway in
      #expect(await gateway.send("{ __typename }", as: nil).tag == nil)
      #expect(await gateway.send("{ nothing }", as: database.parent).tag == nil)
      #expect(await gateway.send(rename("N"), as: database.parent).tag == nil)
    }
  }

  @Test func `A client that has the answer is told so, and of a change`() async throws {
    try await with("memory_not_modified") { database, gateway in
      let tag = try #require(await gateway.send(Self.query, as: database.parent).tag)
      func ask(_ condition: String) async throws -> GraphQLResponse {
        let parameters = JSONValue.object([
          .init("query", .string(Self.query)), .init("extensions", .object([.init("ifNoneMatch", .string(condition))])),
        ])
        return try await gateway.send(json: parameters.indented(), as: database.parent)
      }
      let known = try await ask("W/\"other\", \(tag)")
      #expect(known.outcome == .notModified)
      #expect(try known.json.at("extensions", "notModified") == .bool(true))
      #expect(try known.json.at("extensions", "etag") == .string("\(tag)"))
      #expect(try known.json.at("data") == nil)
      let unknown = try await ask("W/\"other\"")
      #expect(unknown.outcome == .executed)
      #expect(try unknown.json.at("extensions", "etag") == .string("\(tag)"))
      _ = await gateway.send(rename("Changed"), as: database.parent)
      let changed = try await ask("\(tag)")
      #expect(changed.outcome == .executed && changed.tag != tag)
    }
  }

  @Test func `An answer that a moment changes has another tag from then on`() async throws {
    try await with("memory_clock") { database, gateway in
      let family = try #require(database.parent.membership?.familyID.description)
      let work = try await database.run("SELECT id FROM assignments WHERE family_id = \(bind: .text(family))::uuid ORDER BY id LIMIT 1")
      let id = try #require(work.uuid(row: 0, column: 0))
      let script = """
        UPDATE families SET time_zone = 'UTC' WHERE family_id = '\(family)';
        UPDATE assignments SET points_awarded = NULL, due_date = (now() AT TIME ZONE 'UTC' + interval '4 seconds')::date,
          due_time = (now() AT TIME ZONE 'UTC' + interval '4 seconds')::time
        WHERE family_id = '\(family)' AND id = '\(id)'
        """
      let owner = try await Connection.connect(ConnectionConfiguration(address: database.owner), reactor: Reactor())
      try await owner.execute(script: script)
      let query = #"{ assignment(id: "\#(id)") { isOverdue state } }"#
      let before = await gateway.send(query, as: database.parent)
      #expect(await gateway.send(query, as: database.parent).tag == before.tag)
      try await Task.sleep(for: .seconds(5))
      let after = await gateway.send(query, as: database.parent)
      #expect(after.tag != before.tag && after.text != before.text)
    }
  }

  @Test func `With writers in two processes and an operator, no answer is older than the last change before it`() async throws {
    try await with("memory_writers") { database, gateway in
      let other = try TestGateway(database.app)
      let plain = try TestGateway(database.app, remembers: false)
      for number in 1...120 {
        switch Int.random(in: 0..<4) {
        case 0: _ = await gateway.send(rename("A\(number)"), as: database.parent)
        case 1: _ = await other.send(rename("B\(number)"), as: database.parent)
        case 2:
          let family = database.parent.membership?.familyID.description ?? ""
          _ = try await database.run("UPDATE families SET name = \(bind: .text("C\(number)")) WHERE family_id = \(bind: .text(family))::uuid RETURNING 1")
        default: break
        }
        let query = "{ family { name } }"
        let truth = await plain.send(query, as: database.parent)
        #expect(await gateway.send(query, as: database.parent).text == truth.text)
        #expect(await other.send(query, as: try database.student).text == truth.text)
      }
      await other.pool.shutdown()
      await plain.pool.shutdown()
    }
  }

  @Test func `Readers beside writers see each value once it is committed`() async throws {
    try await with("memory_race") { database, gateway in
      let other = try TestGateway(database.app)
      let viewer = database.parent
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          for number in 1...150 { _ = await other.send(self.rename("\(number)"), as: viewer) }
        }
        group.addTask {
          var last = 0
          while last < 150 {
            let answer = try await gateway.answer("{ family { name } }", as: viewer)
            let number = answer.at("data", "family", "name")?.string.flatMap { Int($0) } ?? 0
            #expect(number >= last, "an answer of before")
            last = max(last, number)
          }
        }
        try await group.waitForAll()
      }
      await other.pool.shutdown()
    }
  }

  @Test func `A session that has ended is given nothing that is remembered`() async throws {
    try await with("memory_ended") { database, gateway in
      let viewer = try database.student
      let tag = try #require(await gateway.send(Self.query, as: viewer).tag)
      _ = try await database.run("UPDATE sessions SET ended_at = now() WHERE id = \(bind: .uuid(viewer.sessionID)) RETURNING 1")
      let parameters = JSONValue.object([
        .init("query", .string(Self.query)), .init("extensions", .object([.init("ifNoneMatch", .string("\(tag)"))])),
      ])
      #expect(try await gateway.send(json: parameters.indented(), as: viewer).outcome == .unauthenticated)
      #expect(await gateway.send(Self.query, as: viewer).outcome == .unauthenticated)
    }
  }

  @Test func `Answers take no more memory than they may, and the largest are not kept`() {
    let answers = RememberedAnswers(maximumBytes: 64 << 10)
    func keep(_ number: UInt8, _ size: Int) {
      let stamps = VersionStamps(of: Rows(columns: []), row: 0, columns: 0..<0, VersionScope())
      answers.keep(
        .init(body: [UInt8](repeating: 1, count: size), stamps: stamps, tag: EntityTag(opaque: "t"), changes: 0),
        for: AnswerKey(bytes: [number]))
    }
    for number in UInt8.min...UInt8.max { keep(number, 1000) }
    #expect(answers.statistics.count == (64 << 10) / 1512)
    keep(0, 4 << 10)
    #expect(answers.answer(for: AnswerKey(bytes: [0])) == nil)
  }
}
