import Gateway
import HTTPTypes
import Postgres
import SQL
import SampleData
import Domain
import SessionTokens
import TestSupport
import Testing

@testable import Server

/// RFC 8725 over HTTP: tokens that are not as they must be, and places where no token counts.
@Suite struct TokenAttackTests {
  private static let database = Task { try await SchoolDatabase("token_attacks", families: 1) }
  private static let query = #"{"query":"{ viewer { id } }"}"#

  private func forge(_ database: SchoolDatabase, claims: [String: String?] = [:]) -> TokenForge {
    let account = database.demonstration.accounts[0]
    let viewer = AccountViewer(
      accountID: account.account, sessionID: account.session,
      membership: Membership(familyID: account.family, memberID: account.member, role: .parent))
    let own = SessionToken(viewer: viewer).privateClaims.merging(claims.compactMapValues { $0 }) { $1 }
    return TokenForge(
      secret: "a secret of the tests, long enough", issuer: "hatched", audience: "hatched",
      subject: viewer.accountID.description, privateClaims: own.filter { claims[$0.key] != .some(nil) },
      now: TestServer.now)
  }

  private func ask(_ server: TestServer, _ fields: [(HTTPField.Name, String)], path: String = "/graphql")
    async throws -> TestServer.Answer
  {
    var headers: HTTPFields = [.contentType: "application/json"]
    for (name, value) in fields { headers.append(HTTPField(name: name, value: value)) }
    return try await server.send(.post, path, headers: headers, body: Self.query, withToken: false)
  }

  @Test("Every bad token is answered alike, without a look at the database, and every good one is taken")
  func attacks() async throws {
    let database = try await Self.database.value
    let forge = forge(database)
    // A header cannot carry control characters, nor a space at an end.
    let attacks = forge.attacks.filter { attack in
      attack.token.utf8.allSatisfy { (0x20...0x7e).contains($0) } && attack.token.last != " "
    }
    #expect(attacks.count > 150)
    try await TestServer.run(on: database) { server in
      let control = try await ask(server, [(.authorization, "Bearer \(forge.token())")])
      #expect(control.text.contains(database.demonstration.accounts[0].account.description), "\(control.text)")
      let before = server.pool.statistics.roundTrips
      var refusals: Set<String> = []
      for attack in attacks {
        let answer = try await ask(server, [(.authorization, "Bearer \(attack.token)")])
        #expect(answer.status == (attack.refusal == nil ? .ok : .unauthorized), "\(attack)")
        if attack.refusal == nil { continue }
        #expect(answer.headers[.wwwAuthenticate] == "Bearer", "\(attack)")
        // The answer names the expiry of a token that this server signed.
        #expect(answer.text.contains("has expired") == (attack.refusal == .expired), "\(attack)")
        if attack.refusal != .expired, !attack.token.isEmpty { refusals.insert(answer.text) }
      }
      #expect(refusals.count == 1)
      #expect(server.pool.statistics.roundTrips - before == attacks.count { $0.refusal == nil })
    }
  }

  @Test func `A token that is signed, but is not of a session, is answered like a bad one`() async throws {
    let database = try await Self.database.value
    let account = database.demonstration.accounts[0].account.description
    let claims: [[String: String?]] = [
      ["sid": nil], ["sid": "no-uuid"], ["rol": nil], ["rol": "ADMIN"], ["rol": "parent"], ["fam": nil], ["fam": "*"],
      ["mem": nil], ["mem": ""], ["fam": nil, "mem": nil],
    ]
    try await TestServer.run(on: database) { server in
      for claims in claims {
        let token = forge(database, claims: claims).token()
        let answer = try await ask(server, [(.authorization, "Bearer \(token)")])
        #expect(answer.status == .unauthorized, "\(claims)")
      }
      let forge = forge(database)
      for subject in ["", "*", "admin", "\(account)' OR '1'='1", "\(account.dropLast())"] {
        let token = forge.token(payload: forge.payload(["sub": "\"\(subject)\""]))
        let answer = try await ask(server, [(.authorization, "Bearer \(token)")])
        #expect(answer.status == .unauthorized, "\(subject)")
      }
    }
  }

  @Test func `A token counts in one header and nowhere else, and there once`() async throws {
    let database = try await Self.database.value
    let token = forge(database).token()
    let good = (HTTPField.Name.authorization, "Bearer \(token)")
    let name = { (text: String) in try #require(HTTPField.Name(text)) }
    let places: [[(HTTPField.Name, String)]] = [
      [], [good, good], [good, (.authorization, "Bearer x.y.z")], [(.authorization, "Bearer x.y.z"), good],
      [(.authorization, "Bearer \(token), Bearer \(token)")], [(.authorization, "Bearer \(token) \(token)")],
      [(.authorization, token)], [(.authorization, "Basic \(token)")], [(.authorization, "JWT \(token)")],
      [(.authorization, "Bearer\t\(token)")], [(.authorization, "Bearer \"\(token)\"")],
      [(try name("x-authorization"), "Bearer \(token)")], [(try name("proxy-authorization"), "Bearer \(token)")],
      [(.cookie, "authorization=Bearer \(token); token=\(token)")], [(try name("x-access-token"), token)],
    ]
    try await TestServer.run(on: database) { server in
      for fields in [[good], [(.authorization, "bearer   \(token)")]] {
        let answer = try await ask(server, fields)
        #expect(answer.status == .ok)
      }
      for fields in places {
        let answer = try await ask(server, fields)
        #expect(answer.status == .unauthorized, "\(fields.map(\.1))")
      }
      for path in ["/graphql?access_token=\(token)", "/graphql?authorization=Bearer%20\(token)"] {
        let answer = try await ask(server, [], path: path)
        #expect(answer.status == .unauthorized)
      }
    }
  }
}
