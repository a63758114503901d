import GraphQL
import Gateway
import Postgres
import SQL
import Domain
import TestSupport
import Testing

/// The last two parents of a family, who leave or remove each other at the same time: one of them stays, and nobody
/// waits for a deadlock to be found.
@Suite(.serialized) struct LastParentTests {
  private static let database = Task { try await SchoolDatabase("last_parents", families: 1) }
  private static let rounds = 25
  private static let leave = "mutation { leaveFamily { session { token } viewer { role family { id } } } }"

  /// A parent's attempt to leave a family, or to remove the other parent.
  enum Departure: String, CaseIterable, Sendable {
    case leaves, removesTheOther, removesTheAccount

    func document(of parent: AccountViewer, other: AccountViewer) throws -> String {
      switch self {
      case .leaves: LastParentTests.leave
      case .removesTheOther:
        #"mutation { removeMember(input: {id: "\#(try #require(other.membership).memberID)"}) { id } }"#
      case .removesTheAccount: #"mutation { deleteAccount(input: {confirmation: "Person"}) { accountId } }"#
      }
    }
  }

  /// Every two, in gateways of their own or in the same.
  static let cases = Departure.allCases.flatMap { one in
    Departure.allCases.flatMap { other in
      one.rawValue <= other.rawValue ? [true, false].map { (one, other, isOneGateway: $0) } : []
    }
  }

  @Test("Of two parents one wins at once, when one", arguments: cases)
  func oneWins(_ one: Departure, _ other: Departure, isOneGateway: Bool) async throws {
    let database = try await Self.database.value
    let gateways = [try TestGateway(database.app), try TestGateway(database.app)]
    for gateway in gateways { await gateway.warm() }
    let owner = try await Connection.connected(to: database.owner)
    for round in 0..<Self.rounds {
      let family = try await ContendedFamily(on: owner)
      let (ada, ben) = (family.parents[0][0], family.parents[1][0])
      let documents = [try one.document(of: ada, other: ben), try other.document(of: ben, other: ada)]
      async let first = gateways[0].send(documents[0], as: ada)
      async let second = gateways[isOneGateway ? 0 : 1].send(documents[1], as: ben)
      let answers = await [first, second]
      // The last parent does not leave the students; the faster one has left, or removed the other one.
      #expect(answers.count { $0.outcome == .executed } == 1, "round \(round): \(answers.map(\.text))")
      for answer in answers where answer.outcome != .executed {
        #expect(try ["CONFLICT", "UNAUTHENTICATED", "NOT_FOUND"].contains(answer.json.code), "\(answer.text)")
      }
      let parents = try await database.run(
        "SELECT 1 FROM members WHERE family_id = \(bind: .uuid(family.id)) AND role = 'PARENT'")
      #expect(parents.count == 1)
    }
    for gateway in gateways { await gateway.pool.shutdown() }
    #expect(try await database.deadlocks() == 0)
  }

  @Test(arguments: [true, false])
  func `Twelve requests to leave of each of two last parents keep nobody else waiting`(hasStudents: Bool) async throws {
    let database = try await Self.database.value
    let gateway = try TestGateway(database.app) { $0.acquisitionTimeout = .seconds(2) }
    await gateway.warm()
    let family = try await ContendedFamily(on: .connected(to: database.owner), hasStudents: hasStudents)
    let requests = (0..<12).flatMap { _ in [family.parents[0][0], family.parents[1][0]] }
    let outcomes = await withTaskGroup(of: GraphQLResponse?.self) { group in
      for viewer in requests {
        group.addTask { await gateway.send(Self.leave, as: viewer) }
      }
      // Somebody else's request, as long as that takes.
      for _ in 0..<20 {
        #expect(await gateway.send("{ family { name } }", as: database.parent).outcome == .executed)
        try? await Task.sleep(for: .milliseconds(10))
      }
      return await group.reduce(into: [GraphQLResponse]()) { all, answer in if let answer { all.append(answer) } }
    }
    let codes = try outcomes.map { try $0.json.code ?? "" }
    #expect(codes.count { $0 == "" } == (hasStudents ? 1 : 2), "\(codes)")
    #expect(Set(codes).isSubset(of: ["", "CONFLICT", "UNAUTHENTICATED"]), "\(codes)")
    await gateway.pool.shutdown()
    #expect(try await database.deadlocks() == 0)
  }
}

extension Connection {
  static func connected(to address: DatabaseAddress) async throws -> Connection {
    try await connect(ConnectionConfiguration(address: address), reactor: Reactor())
  }
}

extension TestGateway {
  /// Opens all connections, so that what is measured afterwards is not how long that takes.
  func warm() async {
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<pool.configuration.size {
        group.addTask { _ = try? await pool.snapshot([Statement(text: "SELECT pg_sleep(0.05)")], for: .process) }
      }
    }
  }
}
