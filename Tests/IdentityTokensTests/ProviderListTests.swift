import Testing

@testable import IdentityTokens

/// The file of an operator's identity providers.
@Suite struct ProviderListTests {
  private func list(_ json: String) throws(ProviderList.Problem) -> ProviderList { try ProviderList(json: Array(json.utf8)) }

  @Test func `Providers are read with all that they have`() throws {
    let list = try list(
      """
      [{"id": "school", "name": "Schule", "issuer": "https://id.example.org/a", "clientIds": ["b", "c"], "comment": 1},
       {"id": "near", "name": "Near", "issuer": "http://127.0.0.1:8081", "clientIds": ["b"]}]
      """)
    #expect(list.providers.map(\.id) == ["school", "near"])
    #expect(list.providers[0].name == "Schule")
    #expect(list.providers[0].issuer.description == "https://id.example.org/a")
    #expect(list.providers[0].issuer.configurationURL == "https://id.example.org/a/.well-known/openid-configuration")
    #expect(list.providers[0].clientIDs == ["b", "c"])
    #expect(try self.list("[]").providers.isEmpty)
  }

  private static func provider(
    id: String = #""a""#, name: String = #""A""#, issuer: String = #""https://a.example.org""#, clients: String = #"["c"]"#
  ) -> String {
    #"{"id": \#(id), "name": \#(name), "issuer": \#(issuer), "clientIds": \#(clients)}"#
  }

  @Test(
    "A list with a fault is refused, and the fault named",
    arguments: [
      ("", "is no JSON array of providers"), ("{}", " has another type: id, name and issuer are strings, and clientIds is an array of them"),
      ("[1]", "[0] has another type: id, name and issuer are strings, and clientIds is an array of them"),
      (#"[{"id": "a"}]"#, "[0].name is missing"),
      ("[\(provider()), \(provider(id: "1"))]", "[1].id has another type: id, name and issuer are strings, and clientIds is an array of them"),
      ("[\(provider(id: #""A b""#))]", "[0].id must have 1 to 40 lower case letters, digits and hyphens"),
      ("[\(provider(name: #""""#))]", "[0].name must have 1 to 100 characters"),
      ("[\(provider(name: #""a\nb""#))]", "[0].name must have 1 to 100 characters"),
      ("[\(provider(clients: "[]"))]", "[0].clientIds must name 1 to 50 clients, each of at most 255 characters"),
      ("[\(provider(clients: #"[""]"#))]", "[0].clientIds must name 1 to 50 clients, each of at most 255 characters"),
      ("[\(provider()), \(provider(id: #""b""#))]", "[1] has the id or the issuer of [0]"),
      ("[\(provider()), \(provider(issuer: #""https://b.example.org""#))]", "[1] has the id or the issuer of [0]"),
      ("[\([String](repeating: provider(), count: 51).joined(separator: ","))]", "has more than 50 providers"),
      (String(repeating: " ", count: 65_537), "has more than 65536 bytes"),
    ])
  func refused(_ json: String, _ problem: String) throws {
    #expect(throws: ProviderList.Problem(description: problem)) { try list(json) }
  }

  @Test(
    "An issuer is a URL that nobody on the way can answer for",
    arguments: [
      ("https://id.example.org", true), ("https://id.example.org/realms/a", true), ("http://localhost:8080", true), ("http://[::1]:1", true),
      ("http://id.example.org", false), ("ftp://id.example.org", false), ("https://", false), ("https://a.example.org?x=1", false),
      ("https://a.example.org#x", false), ("https://user@a.example.org", false), ("a.example.org", false), ("https://a b", false),
      ("http://127.0.0.1.example.org", false), ("https://" + String(repeating: "a", count: 250), false),
    ])
  func issuer(_ text: String, isTaken: Bool) {
    #expect((ProviderIssuer(text) != nil) == isTaken)
  }
}
