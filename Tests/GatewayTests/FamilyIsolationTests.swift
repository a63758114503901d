import Gateway
import GraphQL
import Postgres
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// Two families of one shape: no id of one ever stands in an answer to the other.
@Suite struct FamilyIsolationTests {
  private static let database = Task {
    let database = try await WalkedSchema.recipe.database("family_isolation")
    try await database.fillListTables()
    return database
  }

  @Test("Every golden query, asked by each of two families", arguments: try GoldenQuery.all().filter { $0.asker?.isOfFamily == true })
  func goldenQueries(_ query: GoldenQuery) async throws {
    let database = try await Self.database.value
    let gateway = try TestGateway(database.app, of: database.walked)
    for (own, other) in [(0, 1), (1, 0)] {
      let account =
        query.asker == .student
        ? try #require(database.sample.studentAccount(of: own)) : database.sample.parentAccount(of: own)
      let answer = await gateway.send(query.text, as: AccountViewer(account))
      let hasErrors = try answer.json.at("errors") != nil
      #expect(answer.outcome == (hasErrors ? .executedWithErrors : .executed))
      for id in try await database.ids(of: database.sample.familyID(other)) {
        #expect(!answer.text.contains(id), "\(id) is of another family")
      }
      // The queries with ids of the demonstration family in them find nothing here, and show that.
      guard !query.text.contains("0198f000-") || query.name == "course-grades", query.name != "unknown-ids" else {
        #expect(answer.text.contains("null"))
        continue
      }
      let own = try await database.ids(of: database.sample.familyID(own))
      #expect(own.contains { answer.text.contains($0) }, "the viewer's own rows are seen")
    }
    await gateway.pool.shutdown()
  }

  @Test("An id of another family is answered as an id that does not exist", arguments: try Lookup.all())
  func foreignIDs(_ lookup: Lookup) async throws {
    let database = try await Self.database.value
    let gateway = try TestGateway(database.app, of: database.walked)
    let own = AccountViewer(database.sample.parentAccount(of: 0))
    let foreign = try await lookup.id(in: database, family: database.sample.familyID(1))
    let local = try await lookup.id(in: database, family: database.sample.familyID(0))
    let unknown = UUIDValue(high: 1, low: 1).description

    let answers = [foreign, unknown].map { id in lookup.query(id) }
    let ofForeign = await gateway.send(answers[0], as: own)
    let ofUnknown = await gateway.send(answers[1], as: own)
    #expect(ofForeign.text == ofUnknown.text)
    #expect(ofForeign.outcome == ofUnknown.outcome)
    // The same lookup finds what is the viewer's own, or this test would prove nothing.
    #expect(await gateway.send(lookup.query(local), as: own).text.contains(local))
    await gateway.pool.shutdown()
  }

  @Test("A token that names another family's member gets nothing", arguments: ["family", "member", "both"])
  func mixedToken(_ what: String) async throws {
    let database = try await Self.database.value
    let gateway = try TestGateway(database.app, of: database.walked)
    var viewer = AccountViewer(database.sample.parentAccount(of: 0))
    let other = database.sample.parentAccount(of: 1)
    if what != "member" { viewer.membership?.familyID = other.family }
    if what != "family" { viewer.membership?.memberID = other.member }
    let answer = await gateway.send("{ family { id } viewer { id } }", as: viewer)
    #expect(answer.outcome == .unauthenticated)
    await gateway.pool.shutdown()
  }
}
