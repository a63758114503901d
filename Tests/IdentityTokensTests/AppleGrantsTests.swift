import IdentityTokens
import Foundation
import HTTPTypes
import JWTKit
import Testing

/// How a grant is found by its authorization code, and taken back, of a server like Apple's.
@Suite struct AppleGrantsTests {
  private func run(
    clientIDs: [String] = [GrantServer.clientID], signingWith other: ES256PrivateKey? = nil,
    _ body: @escaping @Sendable (AppleGrants, GrantServer) async throws -> Void
  ) async throws {
    let key = ES256PrivateKey()
    try await GrantServer.run(key.publicKey) { server, url in
      let grants = try AppleGrants(
        teamID: GrantServer.teamID, keyID: GrantServer.keyID, privateKey: (other ?? key).pemRepresentation,
        clientIDs: clientIDs, url: url) { 1_800_000_000 }
      try await body(grants, server)
    }
  }

  @Test func `A code shows who granted, and the grant is taken back`() async throws {
    try await run { grants, server in
      let grant = try await grants.grant(of: GrantServer.code)
      #expect(grant.subject == "001234.ada")
      try await grants.revoke(grant)
      #expect(server.paths == ["/auth/token", "/auth/revoke"])
      #expect(server.lastFields["client_id"] == GrantServer.clientID)
    }
  }

  @Test func `A code is good once, and no other is good`() async throws {
    try await run { grants, _ in
      await #expect(throws: AppleGrantError.refused) { try await grants.grant(of: "another") }
      _ = try await grants.grant(of: GrantServer.code)
      await #expect(throws: AppleGrantError.refused) { try await grants.grant(of: GrantServer.code) }
    }
  }

  @Test func `Of several apps the one is found that the code is of`() async throws {
    try await run(clientIDs: ["org.example.web", GrantServer.clientID]) { grants, server in
      try await grants.revoke(try await grants.grant(of: GrantServer.code))
      #expect(server.paths == ["/auth/token", "/auth/token", "/auth/revoke"])
      #expect(server.lastFields["client_id"] == GrantServer.clientID)
    }
  }

  @Test func `A team that Apple does not know can do nothing, and it is not the code's fault`() async throws {
    try await run(signingWith: ES256PrivateKey()) { grants, _ in
      await #expect(throws: AppleGrantError.unavailable("/auth/token answers invalid_client")) {
        try await grants.grant(of: GrantServer.code)
      }
    }
  }

  @Test func `What Apple does not take back is said, and why, without a secret`() async throws {
    try await run { grants, server in
      let grant = try await grants.grant(of: GrantServer.code)
      server.answerRevocations(with: [.internalServerError])
      await #expect(throws: AppleGrantError.unavailable("/auth/revoke answers 500")) { try await grants.revoke(grant) }
      try await grants.revoke(grant)
    }
  }

  @Test func `Nobody there is no refusal`() async throws {
    let grants = try AppleGrants(
      teamID: "T", keyID: "K", privateKey: ES256PrivateKey().pemRepresentation, clientIDs: ["a"],
      url: "http://127.0.0.1:1") { 0 }
    let error = await #expect(throws: AppleGrantError.self) { try await grants.grant(of: GrantServer.code) }
    #expect(error != .refused)
    #expect(error.map { "\($0)".contains("c0de") } == false)
  }

  @Test func `A text that is no key is refused at once`() {
    #expect(throws: (any Error).self) {
      try AppleGrants(teamID: "T", keyID: "K", privateKey: "no key", clientIDs: ["a"]) { 0 }
    }
  }
}
