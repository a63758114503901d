import ArgumentParser
import Embedded
import Foundation
import GraphQL
import HTTPTypes
import SampleData
import TestSupport
import Testing

@testable import Server

/// The pages and files of `/explorer`, and who gets them.
@Suite struct ExplorerTests {
  private static let database = Task { try await SchoolDatabase("explorer", families: 1) }
  private static let browser: HTTPFields = [
    .accept: "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"
  ]

  private static func run(
    _ site: ExplorerSite?, showsPlans: Bool = false, _ body: @escaping @Sendable (TestServer) async throws -> Void
  ) async throws {
    try await TestServer.run(on: try await database.value, explorer: site, showsPlans: showsPlans, body)
  }

  // MARK: The page

  @Test func `Without the option there is no explorer, and browsers get what they got`() async throws {
    try await Self.run(nil) { server in
      for path in ["/explorer", "/explorer/core.js", "/explorer/people.json"] {
        let answer = try await server.send(.get, path, headers: Self.browser)
        #expect(answer.status == .notFound)
      }
      let answer = try await server.send(.get, "/graphql", headers: Self.browser)
      #expect(answer.status == .badRequest)
    }
  }

  @Test func `Without its files a page says how to get them`() async throws {
    try await Self.run(try ExplorerSite(vendor: nil)) { server in
      let page = try await server.send(.get, "/explorer", headers: Self.browser, withToken: false)
      #expect(page.status == .ok && page.text.contains("scripts/explorer-files"))
      #expect(!page.text.contains("<script"))
      let answer = try await server.post("{ family { name } }")
      #expect(answer.status == .ok)
    }
  }

  @Test(arguments: ["/explorer", "/graphql", "/graphql?query=%7B__typename%7D"])
  func `A browser gets the page`(path: String) async throws {
    try await Self.run(try ExplorerSite(vendor: nil)) { server in
      let page = try await server.send(.get, path, headers: Self.browser, withToken: false)
      #expect(page.status == .ok && page.headers[.contentType] == "text/html; charset=utf-8")
      #expect(page.headers[.xContentTypeOptions] == "nosniff")
      let policy = try #require(page.headers[.contentSecurityPolicy])
      #expect(policy.hasPrefix("default-src 'none'; script-src 'self'; style-src 'self';"))
      #expect(!policy.contains("unsafe") && !policy.contains("http"))
      #expect(policy.contains("connect-src 'self'") && policy.contains("frame-ancestors 'none'"))
      // The page has no script and no style of its own.
      #expect(!page.text.contains("<script>") && !page.text.contains("<style") && !page.text.contains(" style="))
      let tag = try #require(page.headers[.eTag])
      let again = try await server.send(.get, path, headers: [.accept: "text/html", .ifNoneMatch: tag])
      #expect(again.status == .notModified && again.bytes.isEmpty)
      let head = try await server.send(.head, path, headers: Self.browser)
      #expect(head.bytes.isEmpty)
      if path.hasPrefix("/graphql") { #expect(page.headers[.vary]?.contains("Accept") == true) }
    }
  }

  @Test func `Clients get JSON, with the explorer too`() async throws {
    try await Self.run(try ExplorerSite(vendor: nil)) { server in
      for accept in ["*/*", "application/json", "application/json, text/html", "text/html;q=0.5, application/json", "text/html;q=0"] {
        let answer = try await server.send(.get, "/graphql?query=%7Bfamily%7Bname%7D%7D", headers: [.accept: accept])
        #expect(answer.headers[.contentType]?.contains("html") != true, "\(accept)")
      }
      let posted = try await server.post("{ family { name } }", headers: Self.browser)
      #expect(posted.text.contains("Rivera"))
    }
  }

  @Test func `Other methods and other paths are refused`() async throws {
    try await Self.run(try ExplorerSite(vendor: nil)) { server in
      let answer = try await server.send(.post, "/explorer", body: "{}")
      #expect(answer.status == .methodNotAllowed && answer.headers[.allow] == "GET, HEAD")
      for path in ["/explorer/", "/explorers", "/explorer/explorer.html", "/explorer/vendor.sha256", "/explorer/..%2fetc", "/explorer/people.json"] {
        let answer = try await server.send(.get, path)
        #expect(answer.status == .notFound, "\(path)")
      }
    }
  }

  @Test func `Files are compressed, and kept by the address that has their hash`() async throws {
    try await Self.run(try ExplorerSite(vendor: nil)) { server in
      let packed = try await server.send(.get, "/explorer/core.js", headers: [.acceptEncoding: "gzip"])
      let plain = try await server.send(.get, "/explorer/core.js")
      #expect(packed.headers[.contentEncoding] == "gzip" && packed.bytes.count < plain.bytes.count / 2)
      let unpacked = try gunzip(packed.bytes)
      #expect(unpacked == plain.bytes)
      #expect(plain.headers[.cacheControl] == "no-cache" && plain.headers[.vary] == "Accept-Encoding")
      let hash = try #require(plain.headers[.eTag]).filter { $0 != "\"" }
      let named = try await server.send(.get, "/explorer/core.js?\(hash)")
      #expect(named.headers[.cacheControl]?.contains("immutable") == true)
      let other = try await server.send(.get, "/explorer/core.js?0")
      #expect(other.headers[.cacheControl] == "no-cache")
    }
  }

  @Test func `Files with other bytes than those of the known hashes are refused`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "explorer-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(ExplorerVendor.hashes.count == 6)
    let empty = try ExplorerVendor(folder: folder.path)
    #expect(empty.files == nil)
    try Data("alert(1)".utf8).write(to: folder.appending(path: ExplorerVendor.hashes[0].name))
    #expect(throws: CommandFailure.self) { _ = try ExplorerVendor(folder: folder.path) }
  }

  @Test func `Fonts leave the style and become files, each with its hash`() {
    let style = #"@font-face{font-family:A;src:url(data:font/woff2;base64,aGVsbG8=) format("woff2")}b{background:url(data:image/svg+xml;base64,aGVsbG8=)}@font-face{src:url(data:font/woff;base64,d29ybGQ=)}@font-face{src:url(data:font/woff2;base64,?)}"#
    let fonts = ExplorerFonts(in: Array(style.utf8))
    #expect(fonts.files.mapValues { String(decoding: $0, as: UTF8.self) } == ["font-1.woff2": "hello", "font-2.woff": "world"])
    let expected = style.replacing("data:font/woff2;base64,aGVsbG8=", with: "font-1.woff2?\(PageFile.hash(of: Array("hello".utf8)))")
      .replacing("data:font/woff;base64,d29ybGQ=", with: "font-2.woff?\(PageFile.hash(of: Array("world".utf8)))")
    #expect(String(decoding: fonts.style, as: UTF8.self) == expected)
    for text in ["", "a{}", "data:font/", "url(data:font/woff2;base64,aGVsbG8="] {
      #expect(ExplorerFonts(in: Array(text.utf8)).style == Array(text.utf8))
    }
  }

  // MARK: People

  @Test func `People and tokens are for pages of this machine alone`() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "people-\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(#"[{"name":"Ada","role":"student","token":"t0ken"}]"#.utf8).write(to: file)
    let people = try ExplorerPeople(path: file.path)
    try await Self.run(try ExplorerSite(vendor: nil, people: people)) { server in
      let own = try await server.send(.get, "/explorer/people.json", withToken: false)
      #expect(own.text.contains("t0ken"))
      for host in ["evil.example", "127.evil.example", "localhost.evil.example:80", "192.168.1.4:8080"] {
        let connection = try RawConnection(port: server.port)
        try await connection.send("GET /explorer/people.json HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n")
        let answer = try await connection.answer()
        #expect(answer.status == 404 && !answer.text.contains("t0ken"), "\(host)")
      }
    }
    try Data(#"{"name":"Ada"}"#.utf8).write(to: file)
    #expect(throws: CommandFailure.self) { _ = try ExplorerPeople(path: file.path) }
  }

  @Test(arguments: ["0.0.0.0", "::", "192.168.1.4", "127.example.org"])
  func `A server that others reach gives no tokens`(host: String) throws {
    var options = try ExplorerOptions.parse(["--explorer", "--explorer-people", "/nowhere"])
    #expect(throws: (any Error).self) { _ = try options.site(listeningOn: [host]) }
    options.explorerPeople = nil
    let site = try options.site(listeningOn: [host])
    #expect(site != nil)
  }

  // MARK: Plans

  private static let nested = "{ family { name students { name assignments(first: 2) { title } } } }"

  private static func post(_ server: TestServer, _ extensions: String, withToken: Bool = true) async throws -> JSONValue {
    let body = #"{"query":"\#(nested)","extensions":\#(extensions)}"#
    return try await server.send(.post, "/graphql", headers: [.contentType: "application/json"], body: body, withToken: withToken).json
  }

  @Test func `The plan of a query has each statement with its rows and its time, in one round trip`() async throws {
    try await Self.run(nil, showsPlans: true) { server in
      let plain = try await Self.post(server, "{}")
      #expect(plain["extensions"] == nil)
      // The second time it would be remembered.
      for _ in 1...2 {
        let answer = try await Self.post(server, #"{"plan": true}"#)
        #expect(answer["data"] == plain["data"])
        let plan = try #require(answer["extensions"]?["plan"])
        #expect(plan["roundTrips"] == .number("1") && plan["levels"] == .number("3"))
        guard case .array(let all)? = plan["statements"] else {
          Issue.record("no statements")
          return
        }
        let read = all.filter { $0["type"] != .null }
        let places = read.map { $0["places"] }
        #expect(places == ["family", "family.students", "family.students.assignments"].map { .array([.string($0)]) })
        let rows = read.map { $0["rows"] }
        #expect(rows == [1, 3, 6].map { .number("\($0)") })
        for one in all {
          guard case .number(let text)? = one["microseconds"], let time = Int("\(text)") else {
            Issue.record("no time of \(one)")
            continue
          }
          #expect(0..<5_000_000 ~= time)
        }
        #expect(answer["extensions"]?["cost"]?["maximum"] != nil)
      }
    }
  }

  @Test func `A mutation shows its statements, too`() async throws {
    try await Self.run(nil, showsPlans: true) { server in
      let change = #"mutation { updateFamily(input: {name: \"Rivera\"}) { family { name } } }"#
      let answer = try await server.send(
        .post, "/graphql", headers: [.contentType: "application/json"], body: #"{"query":"\#(change)","extensions":{"plan":true}}"#
      ).json
      #expect(answer["errors"] == nil, "\(answer)")
      #expect(answer["extensions"]?["plan"]?["roundTrips"] != nil)
    }
  }

  @Test func `Nobody sees a plan without the operator's option, and no stranger with it`() async throws {
    try await Self.run(nil) { server in
      let answer = try await Self.post(server, #"{"plan": true}"#)
      #expect(answer["data"] != nil && answer["extensions"] == nil)
    }
    try await Self.run(nil, showsPlans: true) { server in
      let answer = try await Self.post(server, #"{"plan": true}"#, withToken: false)
      #expect(answer["extensions"] == nil && answer["errors"] != nil)
      let open = try await server.send(
        .post, "/graphql", headers: [.contentType: "application/json"], body: #"{"query":"{ __typename }","extensions":{"plan":true}}"#,
        withToken: false)
      #expect(!open.text.contains("SELECT"))
    }
  }

  // MARK: Examples

  @Test func `Every example is valid, and answered without an error but for the one that shows a refusal`() async throws {
    let file = try #require(EmbeddedFile.explorer.first { $0.name == "examples.json" })
    guard case .array(let examples) = try JSONValue(parsing: Array(file.text.utf8)) else {
      Issue.record("examples.json is no list")
      return
    }
    #expect(examples.count > 8)
    let database = try await Self.database.value
    let people = Dictionary(grouping: database.demonstration.accounts, by: { $0.role.rawValue.lowercased() })
    try await Self.run(nil) { server in
      for example in examples {
        guard case .string(let role)? = example["role"], case .string(let query)? = example["query"] else {
          Issue.record("\(example)")
          continue
        }
        let token = people[role].map { server.token(of: $0[0]) } ?? server.token
        var writer = JSONWriter()
        writer.writeValue(.object([.init("query", .string(query)), .init("variables", example["variables"] ?? .null)]))
        var headers: HTTPFields = [.contentType: "application/json", .authorization: "Bearer \(token)"]
        if query.hasPrefix("subscription") { headers[.accept] = "application/json" }
        let answer = try await server.send(
          .post, "/graphql", headers: headers, body: String(decoding: writer.bytes, as: UTF8.self), withToken: false)
        let text = answer.text
        #expect(!text.contains("GRAPHQL_"), "\(example["title"] ?? .null): \(text)")
        if people[role] == nil || query.hasPrefix("subscription") { continue }
        let isRefusal = example["title"] == .string("What a student may not read")
        #expect(text.contains("\"errors\"") == isRefusal && (!isRefusal || text.contains("FORBIDDEN")), "\(text)")
      }
    }
  }
}
