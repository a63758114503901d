import Gateway
import HTTPTypes
import NIOHTTP1
import SQL
import TestSupport
import Testing

@testable import Server

@Suite(.serialized) struct ClientAddressTests {
  private static let database = Task { try await SchoolDatabase("client_address") }

  @Test(
    "Of a header that is believed, the last entry is the client's",
    arguments: [
      (["198.51.100.1, 203.0.113.7"], "203.0.113.7"), (["203.0.113.7"], "203.0.113.7"),
      (["203.0.113.7:4711"], "203.0.113.7"), (["[2001:db8::1]:4711"], "2001:db8::1"), (["2001:db8::1"], "2001:db8::1"),
      (["198.51.100.1", "203.0.113.7"], "203.0.113.7"), (["203.0.113.7, unknown"], "192.0.2.1"), ([""], "192.0.2.1"),
      ([], "192.0.2.1"),
    ])
  func header(values: [String], address: String) throws {
    var headers = HTTPHeaders()
    for value in values { headers.add(name: "X-Forwarded-For", value: value) }
    let peer = ClientNetwork("192.0.2.1")
    #expect(ClientAddress.network(of: headers, header: "x-forwarded-for", peer: peer) == ClientNetwork(address))
    #expect(ClientAddress.network(of: headers, header: nil, peer: peer) == peer)
  }

  @Test("Requests count by their connection, or by the header that is believed", arguments: [false, true])
  func requests(isBehindProxy: Bool) async throws {
    let database = try await Self.database.value
    try await database.run("DELETE FROM attempts")
    let name = try #require(HTTPField.Name("X-Forwarded-For"))
    try await TestServer.run(on: database, clientAddressHeader: isBehindProxy ? "x-forwarded-for" : nil) { server in
      for address in ["203.0.113.7", "203.0.113.8"] {
        _ = try await server.post(
          #"mutation { signInWithApple(input: {identityToken: "none", nonce: "n"}) { viewer { id } } }"#,
          headers: [name: address])
      }
    }
    let rows = try await database.run("SELECT count::text FROM attempts")
    #expect((0..<rows.count).map { rows.text(row: $0, column: 0) } == (isBehindProxy ? ["1", "1"] : ["2"]))
  }

  @Test("Behind a proxy, whose connections all are, they are not counted by network", arguments: [false, true])
  func connections(isBehindProxy: Bool) async throws {
    let database = try await Self.database.value
    let options =
      ["--max-connections-per-address", "2"] + (isBehindProxy ? ["--client-address-header", "X-Forwarded-For"] : [])
    try await RunningServer.run(on: database.app, options) { server in
      let connections = try (1...4).map { _ in try RawConnection(port: server.port) }
      var statuses: [Int] = []
      for connection in connections {
        try? await connection.send("GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n")
        statuses.append(try await connection.answer().status)
      }
      #expect(statuses.sorted() == (isBehindProxy ? [404, 404, 404, 404] : [404, 404, 429, 429]))
    }
  }
}
