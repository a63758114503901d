import GraphQL
import Gateway
import Postgres
import SQL
import Domain
import TestSupport
import Testing

/// Changes that others make to a session or a membership, by requests of their own, take effect on the very next
/// request: whatever it asks, on every gateway, in the one round trip that it takes; one more finds out why a place
/// has ended.
@Suite struct NextRequestTests {
  private static let database = Task { try await SchoolDatabase("next_request", families: 1) }

  /// A student signs in on two devices. An ending ends the first device's place.
  struct Ending: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let act: @Sendable (_ phone: Person, _ tablet: Person, _ parent: Person) async throws -> JSONValue

    init(
      _ testDescription: String,
      _ act: @escaping @Sendable (_ phone: Person, _ tablet: Person, _ parent: Person) async throws -> JSONValue
    ) {
      self.testDescription = testDescription
      self.act = act
    }
  }

  static let endings = [
    Ending("it signed out") { phone, _, _ in
      try await copy(of: phone).ask("mutation { signOut { accountId } }")
    },
    Ending("another device signed out everywhere") { _, tablet, _ in
      try await tablet.ask("mutation { signOutEverywhere { accountId } }")
    },
    Ending("a refresh token of its session came again after its successor") { phone, _, _ in
      let stolen = copy(of: phone)
      try await stolen.refresh()
      try await stolen.refresh()
      let again = try await phone.refresh()
      #expect(again.code == "UNAUTHENTICATED")
      return .object([])
    },
    Ending("a parent removed the student") { phone, _, parent in
      let viewer = try await phone.ask("{ viewer { member { id } } }")
      let id = try #require(viewer.at("data", "viewer", "member", "id")?.string)
      return try await parent.ask(#"mutation { removeMember(input: {id: "\#(id)"}) { id } }"#)
    },
    Ending("the student left the family on another device") { _, tablet, _ in
      try await copy(of: tablet).ask("mutation { leaveFamily { viewer { id } } }")
    },
  ]

  static let queries = [
    "{ __typename }", "{ __schema { queryType { name } } }", "{ viewer { id name role } }",
    "{ family { name students { name assignments { title course { subject { name } } } } } }",
    "{ family { assignmentsSummary { count } assignmentsConnection(first: 2) { totalCount nodes { id } } } }",
    "{ planner(days: 7) { date } viewer { notifications { id } } }",
    #"{ node(id: "0198f000-0000-7000-8004-000000000003") { id } }"#,
    "{ a: viewer { id } b: viewer { id } c: family { parents { name } } }",
  ]

  private static func copy(of person: Person) -> Person {
    let copy = Person(person.gateway, person.apple, subject: person.subject)
    (copy.token, copy.refreshToken) = (person.token, person.refreshToken)
    return copy
  }

  @Test("The next request is refused, before anything else is asked, after", arguments: endings)
  func refused(_ ending: Ending) async throws {
    try await Household.run(on: Self.database.value) { household in
      let (parent, _) = try await household.parent()
      let phone = try await household.student(of: parent)
      let tablet = Self.copy(of: phone)
      try await tablet.signIn()
      // Another process, which has seen the token before as well.
      let other = try TestGateway(household.database.app)
      for gateway in [household.gateway, other] {
        for query in Self.queries {
          let answer = await gateway.send(query, authorization: phone.token.map { "Bearer \($0)" })
          #expect(answer.outcome == .executed, "\(query)")
        }
      }
      #expect(try await ending.act(phone, tablet, parent).at("errors") == nil)
      for gateway in [household.gateway, other] {
        for query in Self.queries {
          let before = gateway.pool.statistics.roundTrips
          let answer = await gateway.send(query, authorization: phone.token.map { "Bearer \($0)" })
          #expect(answer.outcome == .unauthenticated, "\(query) \(answer.text)")
          #expect((1...2).contains(gateway.pool.statistics.roundTrips - before), "\(query)")
          #expect(answer.text.hasPrefix(#"{"errors":[{"message":"This needs a valid session token."#))
        }
      }
      await other.pool.shutdown()
    }
  }
}
