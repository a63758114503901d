import GraphQL
import Logging
import Postgres
import SQL
import SampleData
import Domain
import TestSupport
import Testing

@testable import Gateway

/// The record of a request, and the operations that have a name in the metrics.
@Suite struct RequestRecordTests {
  private static let database = Task { try await SchoolDatabase("request_records", families: 1) }

  private func record(
    _ query: String, on gateway: TestGateway, as viewer: AccountViewer?
  ) async -> (record: RequestRecord, names: Set<String>) {
    let log = RequestLog(Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }), requestID: "test")
    _ = await gateway.gateway.respond(
      to: GraphQLRequest(query: query), authorization: viewer.map { "Bearer \(gateway.token(of: $0))" }, log: log)
    return (log.recorder.record, Set(gateway.gateway.operationNames.labels.map(\.name)))
  }

  @Test("A query is one round trip of its levels and the check of the membership")
  func query() async throws {
    let database = try await Self.database.value
    let gateway = try TestGateway(database.app)
    let before = gateway.pool.statistics.roundTrips
    let (record, names) = await record(
      "query FamilyPage { family { name students { name } } }", on: gateway, as: database.parent)
    #expect(record.operationName == "FamilyPage")
    #expect(record.operationType == .query)
    #expect(record.account == database.parent.accountID)
    #expect(record.errors == [])
    #expect(record.roundTrips == 1)
    #expect(gateway.pool.statistics.roundTrips - before == 1)
    #expect(record.statements == 4)
    // The scope, the check, the family, and its students.
    let family = SQLValue.uuid(database.demonstration.accounts[0].family)
    let students = try await database.run(
      "SELECT count(*)::int4 FROM members WHERE family_id = \(bind: family) AND role = 'STUDENT'")
    #expect(record.rows == 3 + Int(students.int4(row: 0, column: 0) ?? 0))
    #expect(record.databaseTime > .zero)
    #expect(names.contains("FamilyPage"))
    #expect(record.plan(maximumBytes: 10_000).count == 4)
    #expect(record.plan(maximumBytes: 300).last == "…")
    #expect(record.documentHash?.count == 64)
    await gateway.pool.shutdown()
  }

  @Test("A mutation counts each of its round trips, and the statements of all")
  func mutation() async throws {
    let database = try await Self.database.value
    let gateway = try TestGateway(database.app)
    let before = gateway.pool.statistics.roundTrips
    let (record, names) = await record(
      #"mutation AddStudent { createStudent(input: {name: "Rhetoric"}) { student { name } } }"#, on: gateway,
      as: database.parent)
    #expect(record.errors == [])
    // The locks and the check, the row, the answer and COMMIT travel together.
    #expect(record.roundTrips == 1)
    #expect(gateway.pool.statistics.roundTrips - before == record.roundTrips)
    #expect(names.contains("AddStudent"))
    #expect(record.plan(maximumBytes: 100_000).allSatisfy { !$0.contains("Rhetoric") })
    await gateway.pool.shutdown()
  }

  @Test("Only who has a session gives an operation a name in the metrics")
  func names() async throws {
    let database = try await Self.database.value
    let gateway = try TestGateway(database.app)
    let stranger = await record("query Stranger { __typename }", on: gateway, as: nil)
    #expect(stranger.record.errors == [])
    #expect(!stranger.names.contains("Stranger"))
    let refused = await record("query Refused { family { name } }", on: gateway, as: nil)
    #expect(refused.record.errors == [.unauthenticated])
    #expect(!refused.names.contains("Refused"))
    let invalid = await record("query Invalid { family { nam } }", on: gateway, as: database.parent)
    #expect(invalid.record.errors == [.validationFailed])
    #expect(invalid.record.account == database.parent.accountID)
    #expect(!invalid.names.contains("Invalid"))
    var ended = database.parent
    ended.sessionID = .random()
    let noSession = await record("query NoSession { family { name } }", on: gateway, as: ended)
    #expect(noSession.record.errors == [.unauthenticated])
    #expect(!noSession.names.contains("NoSession"))
    // Once it has one, it is found for everyone.
    _ = await record("query Stranger { __typename family { name } }", on: gateway, as: database.parent)
    let known = await record("query Stranger { __typename }", on: gateway, as: nil)
    let series = try #require(known.record.series)
    #expect(gateway.gateway.operationNames.labels[series].name == "Stranger")
    await gateway.pool.shutdown()
  }

  @Test("An account brings so many names and no more; all others share one")
  func bound() async throws {
    let database = try await Self.database.value
    let gateway = try TestGateway(database.app)
    for number in 1...30 {
      _ = await record("query Name\(number) { family { name } }", on: gateway, as: database.parent)
    }
    #expect(gateway.gateway.operationNames.labels.count == 25 + 2 * OperationType.allCases.count)
    let last = await record("query Name30 { family { name } }", on: gateway, as: database.parent)
    // Another account may still bring it.
    let theirs = try await record("query Name30 { family { name } }", on: gateway, as: database.student)
    let labels = gateway.gateway.operationNames.labels
    #expect(labels[try #require(last.record.series)].name == OperationNames.other)
    #expect(labels[try #require(theirs.record.series)].name == "Name30")
    let first = await record("query Name1 { family { name } }", on: gateway, as: database.parent)
    #expect(labels[try #require(first.record.series)].name == "Name1")
    let unnamed = await record("{ family { name } }", on: gateway, as: database.parent)
    #expect(labels[try #require(unnamed.record.series)].name == OperationNames.unnamed)
    let long = await record(
      "query \(String(repeating: "x", count: 101)) { __typename family { name } }", on: gateway, as: database.parent)
    #expect(labels[try #require(long.record.series)].name == OperationNames.other)
    await gateway.pool.shutdown()
  }

  @Test("There are a hundred names and no more, whoever brings them")
  func allNames() {
    let names = OperationNames()
    let accounts = (0..<6).map { UUIDValue(high: 0, low: $0) }
    for (number, account) in (0..<120).map({ ($0, accounts[$0 / 20]) }) {
      let (index, isFinal) = names.index(of: "Name\(number)", .query, by: account)
      #expect(names.labels[index].name == (number < 100 ? "Name\(number)" : OperationNames.other))
      #expect(isFinal)
    }
    #expect(names.labels.count == 100 + 2 * OperationType.allCases.count)
  }

  @Test("The caches count what they found, and what went")
  func caches() async throws {
    let database = try await Self.database.value
    let gateway = try TestGateway(database.app)
    for _ in 1...3 { _ = await record("{ family { id name } }", on: gateway, as: database.parent) }
    for cache in gateway.gateway.caches {
      #expect(cache.statistics == CacheStatistics(count: 1, hits: 2, misses: 1, evictions: 0), "\(cache.name)")
    }
    let small = BoundedCache<Int, Int>(maximumCount: 2)
    for key in 1...5 { small.insert(key, for: key) }
    _ = small.value(for: 9)
    #expect(small.statistics == CacheStatistics(count: 2, hits: 0, misses: 1, evictions: 3))
    await gateway.pool.shutdown()
  }
}
