import Gateway
import GraphQL
import Planning
import Postgres
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// The three locks hold each alone: a combination of them is in force, the others are switched off, and
/// another family's rows are asked for by id, which is the shortest way to them.
@Suite struct LockTests {
  private static let database = Task {
    let database = try await WalkedSchema.recipe.database("locks")
    try await database.fillListTables()
    return database
  }

  struct Locks: CustomTestStringConvertible {
    let testDescription: String
    let gateway: PlannerLocks
    /// Whether the statements run as the role that row-level security binds.
    let database: Bool
  }

  static let combinations = [
    Locks(testDescription: "the database alone", gateway: [], database: true),
    Locks(testDescription: "the planner's scope alone", gateway: .scope, database: false),
    Locks(testDescription: "the resolvers alone", gateway: .resolver, database: false),
    Locks(testDescription: "resolvers and planner, without the database", gateway: .all, database: false),
    Locks(testDescription: "the planner's scope and the database", gateway: .scope, database: true),
    Locks(testDescription: "the resolvers and the database", gateway: .resolver, database: true),
    Locks(testDescription: "all", gateway: .all, database: true),
  ]

  @Test("Nothing foreign is seen through", arguments: combinations, try Lookup.all())
  func holds(_ locks: Locks, _ lookup: Lookup) async throws {
    let (foreign, own) = try await ask(lookup, locks)
    #expect(!foreign.text.contains(try await foreignID(lookup)))
    #expect(own.text.contains(try await ownID(lookup)), "the viewer's own row is seen")
  }

  @Test("With every lock off a foreign row is seen, so the tests above can fail", arguments: try Lookup.all())
  func withoutLocks(_ lookup: Lookup) async throws {
    let none = Locks(testDescription: "none", gateway: [], database: false)
    let (foreign, _) = try await ask(lookup, none)
    #expect(foreign.text.contains(try await foreignID(lookup)))
  }

  @Test("The nested query shows the same with any lock", arguments: combinations)
  func nestedQuery(_ locks: Locks) async throws {
    let database = try await Self.database.value
    let gateway = try TestGateway(locks.database ? database.app : database.owner, of: database.walked, locks: locks.gateway)
    let query = try #require(try GoldenQuery.all().first { $0.name == "nested-family" })
    let viewer = AccountViewer(database.sample.parentAccount(of: 0))
    let answer = await gateway.send(query.text, as: viewer)
    let reference = try TestGateway(database.app, of: database.walked)
    #expect(await answer.text == reference.send(query.text, as: viewer).text)
    await gateway.pool.shutdown()
    await reference.pool.shutdown()
  }

  private func ask(
    _ lookup: Lookup, _ locks: Locks
  ) async throws -> (foreign: GraphQLResponse, own: GraphQLResponse) {
    let database = try await Self.database.value
    let gateway = try TestGateway(locks.database ? database.app : database.owner, of: database.walked, locks: locks.gateway)
    let viewer = AccountViewer(database.sample.parentAccount(of: 0))
    let foreign = await gateway.send(lookup.query(try await foreignID(lookup)), as: viewer)
    let own = await gateway.send(lookup.query(try await ownID(lookup)), as: viewer)
    await gateway.pool.shutdown()
    return (foreign, own)
  }

  private func foreignID(_ lookup: Lookup) async throws -> String {
    let database = try await Self.database.value
    return try await lookup.id(in: database, family: database.sample.familyID(1))
  }

  private func ownID(_ lookup: Lookup) async throws -> String {
    let database = try await Self.database.value
    return try await lookup.id(in: database, family: database.sample.familyID(0))
  }
}
