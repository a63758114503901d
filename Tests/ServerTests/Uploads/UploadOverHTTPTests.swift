import Domain
import Foundation
import Gateway
import GraphQL
import NIOCore
import SessionTokens
import SQL
import Synchronization
import TestSupport
import Testing

@testable import Files
@testable import Server

/// The table of requests and answers of uploads, over a socket.
@Suite struct UploadOverHTTPTests {
  private static let text = "0123456789abcdefghij"

  /// A server, and connections to it.
  private struct Client: Sendable {
    let uploads: UploadsOfTests
    let port: Int

    func connect() throws -> RawConnection { try RawConnection(port: port) }

    /// Sends a request on a connection of its own.
    func send(
      _ method: String, _ address: UploadAddress, _ headers: [String] = [], body: String? = nil
    ) async throws -> RawConnection.Answer {
      let connection = try connect()
      defer { connection.close() }
      try await connection.send(request(method, address, headers, body: body))
      return try await connection.answer(isBodiless: method == "HEAD")
    }

    func request(_ method: String, _ address: UploadAddress, _ headers: [String] = [], body: String? = nil) -> String {
      let length = body.map { ["Content-Length: \($0.utf8.count)"] } ?? []
      let lines = ["\(method) /uploads/\(address.uploadID) HTTP/1.1", "Host: h"] + length + headers
      return lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? "")
    }

    func put(_ address: UploadAddress, _ body: String, _ headers: String...) async throws -> RawConnection.Answer {
      try await send("PUT", address, headers, body: body)
    }

    func patch(
      _ address: UploadAddress, at offset: Int, _ body: String, isLast: Bool, _ headers: String...
    ) async throws -> RawConnection.Answer {
      let own = ["Content-Type: application/partial-upload", "Upload-Offset: \(offset)", "Upload-Complete: ?\(isLast ? 1 : 0)"]
      return try await send("PATCH", address, own + headers, body: body)
    }

    /// The offset that HEAD says, and whether the upload is complete.
    func state(_ address: UploadAddress) async throws -> String {
      let answer = try await send("HEAD", address)
      guard answer.status == 204 else { return "\(answer.status)" }
      return "\(answer["upload-offset"].joined()) \(answer["upload-complete"].joined())"
    }

    /// Sends a part of a body, and goes.
    func cut(_ address: UploadAddress, _ part: String, of count: Int) async throws {
      let connection = try connect()
      try await connection.send("PUT /uploads/\(address.uploadID) HTTP/1.1\r\nHost: h\r\nContent-Length: \(count)\r\n\r\n\(part)")
      try await ScriptedConnection.eventually { await size(address) == part.utf8.count }
      connection.close()
    }

    func size(_ address: UploadAddress) async -> Int { await IncomingFile.size(at: uploads.folder.incoming(address.uploadID)) }
  }

  private static func with(
    _ change: (inout RequestHandler.Limits) -> Void = { _ in }, _ body: @escaping @Sendable (Client, UploadsOfTests) async throws -> Void
  ) async throws {
    let uploads = try UploadsOfTests()
    var limits = RequestHandler.Limits(bodySize: 1 << 20)
    change(&limits)
    try await ListeningServer.run(UploadServerOfTests(uploads), limits: limits) { server in
      try await body(Client(uploads: uploads, port: server.port), uploads)
    }
  }

  private static func code(_ answer: RawConnection.Answer) throws -> String {
    let extensions = try JSONValue(parsing: answer.body).at("errors", 0, "extensions")
    let reason = extensions?["reason"]?.string
    return (extensions?["code"]?.string ?? "") + (reason.map { " \($0)" } ?? "")
  }

  @Test("One PUT stores a file, and the same PUT again is answered alike")
  func put() async throws {
    try await Self.with { client, uploads in
      let address = uploads.add(bytes: 20, sha256: SHA256.hash(Array(Self.text.utf8)).bytes)
      let first = try await client.put(address, Self.text)
      #expect(first.status == 201)
      let sha256 = SHA256.hash(Array(Self.text.utf8)).hexadecimal
      #expect(
        first.text == """
          {"file":{"id":"\(address.uploadID)","name":"plan.txt","mediaType":"text/plain","bytes":20,"sha256":"\(sha256)","width":null,"height":null}}
          """)
      #expect(first["content-type"] == ["application/json; charset=utf-8"])
      #expect(first["cache-control"] == ["no-store"])
      #expect(first["upload-complete"] == ["?1"])
      #expect(try await client.state(address) == "20 ?1")
      let again = try await client.put(address, Self.text)
      #expect(again.status == 200 && again.text == first.text)
      #expect(uploads.state.withLock { $0.accepted } == 1)
      #expect(uploads.leftovers == [])
      guard case .local(let stored) = try await uploads.store.open(address.uploadID, .original) else { return }
      #expect(stored.size == 20)
    }
  }

  @Test("Requests after the file is stored")
  func stored() async throws {
    try await Self.with { client, uploads in
      let address = uploads.add(bytes: 20)
      _ = try await client.put(address, Self.text)
      let end = try await client.patch(address, at: 20, "", isLast: true)
      #expect(end.status == 200)
      for answer in [
        try await client.put(address, "0123456789"), try await client.put(address, Self.text + "x"),
        try await client.patch(address, at: 20, "", isLast: false), try await client.patch(address, at: 10, "", isLast: true),
        try await client.patch(address, at: 10, "abcdefghij", isLast: true), try await client.patch(address, at: 20, "x", isLast: true),
      ] {
        #expect(answer.status == 409)
        #expect(answer["upload-offset"] == ["20"])
        #expect(answer["upload-complete"] == ["?1"])
        #expect(try Self.code(answer) == "CONFLICT")
      }
      #expect(uploads.state.withLock { $0.accepted } == 1)
    }
  }

  @Test("HEAD says how much has come")
  func head() async throws {
    try await Self.with { client, uploads in
      let address = uploads.add(bytes: 20)
      let answer = try await client.send("HEAD", address)
      #expect(answer.status == 204)
      #expect(answer["upload-offset"] == ["0"])
      #expect(answer["upload-complete"] == ["?0"])
      #expect(answer["upload-length"] == ["20"])
      #expect(answer["upload-limit"] == ["max-size=26214400"])
      #expect(answer["cache-control"] == ["no-store"])
    }
  }

  @Test("A cut keeps what came, and PATCH goes on at its end")
  func resumption() async throws {
    try await Self.with { client, uploads in
      let address = uploads.add(bytes: 20)
      try await client.cut(address, "0123456789", of: 20)
      #expect(try await client.state(address) == "10 ?0")
      let early = try await client.patch(address, at: 5, "56789", isLast: false)
      #expect(early.status == 409)
      #expect(early["upload-offset"] == ["10"])
      #expect(early["upload-complete"] == ["?0"])
      let part = try await client.patch(address, at: 10, "abc", isLast: false)
      #expect(part.status == 204)
      #expect(part["upload-offset"] == ["13"])
      #expect(part["upload-complete"] == ["?0"])
      let rest = try await client.patch(address, at: 13, "defghij", isLast: true)
      #expect(rest.status == 201)
      let file = try #require(uploads.row(address)?.file)
      #expect(file.sha256 == SHA256.hash(Array(Self.text.utf8)).bytes)
    }
  }

  @Test("PUT begins anew")
  func anew() async throws {
    try await Self.with { client, uploads in
      let address = uploads.add(bytes: 20)
      try await client.cut(address, "xxxxxxxxxxxxxxx", of: 20)
      #expect(try await client.put(address, Self.text).status == 201)
      #expect(uploads.row(address)?.file?.sha256 == SHA256.hash(Array(Self.text.utf8)).bytes)
    }
  }

  @Test("Files of other lengths than declared")
  func lengths() async throws {
    try await Self.with { client, uploads in
      let address = uploads.add(bytes: 20)
      let short = try await client.put(address, "0123456789")
      #expect(short.status == 400)
      #expect(try Self.code(short) == "FILE_REFUSED LENGTH")
      #expect(try await client.state(address) == "10 ?0")
      // The length alone says it: nothing is read, and nothing is lost.
      let long = try await client.put(address, Self.text + "x", "Expect: 100-continue")
      #expect(long.status == 413)
      #expect(try Self.code(long) == "FILE_REFUSED LENGTH")
      #expect(long["upload-limit"] == ["max-size=26214400"])
      #expect(try await client.state(address) == "10 ?0")
      let longer = try await client.patch(address, at: 10, "abcdefghijk", isLast: true)
      #expect(longer.status == 413)
      #expect(try await client.state(address) == "10 ?0")
      let shorter = try await client.patch(address, at: 10, "abc", isLast: true)
      #expect(shorter.status == 400)
      #expect(try await client.state(address) == "13 ?0")
      let other = try await client.patch(address, at: 13, "d", isLast: false, "Upload-Length: 19")
      #expect(other.status == 400)
      #expect(try await client.patch(address, at: 13, "d", isLast: false, "Upload-Length: 21").status == 413)
      #expect(try await client.patch(address, at: 13, "d", isLast: false, "Upload-Length: 20").status == 204)
      #expect(try await client.patch(address, at: 14, "efghij", isLast: false).status == 204)
      #expect(try await client.patch(address, at: 20, "", isLast: true).status == 201)
    }
  }

  @Test("A body without a length is measured as it comes")
  func chunks() async throws {
    try await Self.with { client, uploads in
      let address = uploads.add(bytes: 20)
      func put(_ bodies: String...) async throws -> RawConnection.Answer {
        let connection = try client.connect()
        defer { connection.close() }
        let chunks = bodies.map { "\(String($0.utf8.count, radix: 16))\r\n\($0)\r\n" }.joined()
        try await connection.send(client.request("PUT", address, ["Transfer-Encoding: chunked"]) + chunks + "0\r\n\r\n")
        return try await connection.answer()
      }
      let short = try await put("0123456789", "abc")
      #expect(short.status == 400)
      #expect(try await client.state(address) == "13 ?0")
      #expect(try await put("0123456789", "abcdefghij", "k").status == 413)
      #expect(try await client.state(address) == "0 ?0")
      #expect(try await put("0123456789", "abcdefghij").status == 201)
      #expect(try await put("0123456789", "abcdefghij").status == 200)
      #expect(try await put("0123456789", "abcdefghij", "k").status == 409)
      #expect(try await put("0123456789").status == 409)
    }
  }

  @Test("Requests that are none of the table")
  func refusals() async throws {
    try await Self.with { client, uploads in
      let address = uploads.add(bytes: 20)
      for method in ["GET", "POST", "OPTIONS", "TRACE", "PROPFIND"] {
        let answer = try await client.send(method, address)
        #expect(answer.status == 405)
        #expect(answer["allow"] == ["PUT, HEAD, PATCH, DELETE"])
      }
      #expect(try await client.put(address, Self.text, "Content-Encoding: gzip").status == 415)
      #expect(try await client.put(address, Self.text, "Content-Range: bytes 0-19/20").status == 400)
      let type = ["Upload-Offset: 0", "Upload-Complete: ?0"]
      for content in ["", "Content-Type: application/octet-stream", "Content-Type: application/partial-upload, text/plain"] {
        let headers = content.isEmpty ? type : type + [content]
        #expect(try await client.send("PATCH", address, headers, body: "0123").status == 415)
      }
      let patch = ["Content-Type: application/partial-upload; a=b"]
      for headers in [
        [], ["Upload-Offset: 0"], ["Upload-Complete: ?0"], ["Upload-Offset: -1", "Upload-Complete: ?0"],
        ["Upload-Offset: 0", "Upload-Complete: 0"], ["Upload-Offset: 0", "Upload-Offset: 0", "Upload-Complete: ?0"],
        ["Upload-Offset: 1.0", "Upload-Complete: ?0"], ["Upload-Offset: 9999999999999999", "Upload-Complete: ?0"],
        ["Upload-Offset: 0", "Upload-Incomplete: ?1"],
      ] {
        #expect(try await client.send("PATCH", address, patch + headers, body: "0123").status == 400)
      }
      #expect(try await client.state(address) == "0 ?0")
      let huge = try await client.patch(address, at: 999_999_999_999_999, "x", isLast: false)
      #expect(huge.status == 409 && huge["upload-offset"] == ["0"])
    }
  }

  @Test("Uploads that are unknown, refused or gone are answered alike")
  func unknown() async throws {
    try await Self.with { client, uploads in
      let refused = uploads.add(bytes: 20)
      uploads.state.withLock { $0.refusals = [.content(.pixels)] }
      let refusal = try await client.put(refused, Self.text)
      #expect(refusal.status == 422)
      #expect(try Self.code(refusal) == "FILE_REFUSED PIXELS")
      #expect(uploads.leftovers == [])
      let gone = uploads.add(bytes: 20)
      uploads.state.withLock { $0.rows[gone]?.isGone = true }
      let withdrawn = uploads.add(bytes: 20)
      try await client.cut(withdrawn, "0123", of: 20)
      #expect(try await client.send("DELETE", withdrawn).status == 204)
      #expect(uploads.leftovers == [])
      let never = UploadAddress(accountID: refused.accountID, uploadID: .random())
      var texts: Set<String> = []
      for address in [refused, gone, withdrawn, never] {
        #expect(try await client.send("HEAD", address).status == 404)
        for answer in [
          try await client.put(address, Self.text), try await client.patch(address, at: 0, "", isLast: true),
          try await client.send("DELETE", address),
        ] {
          #expect(answer.status == 404)
          #expect(answer["cache-control"] == ["no-store"])
          texts.insert(answer.text)
        }
      }
      #expect(texts.count == 1)
      let connection = try client.connect()
      try await connection.send("PUT /uploads/altered HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nhi")
      #expect(texts.contains(try await connection.answer().text))
    }
  }

  @Test("An upload that ends while its file is stored leaves nothing")
  func gone() async throws {
    try await Self.with { client, uploads in
      let address = uploads.add(bytes: 20)
      uploads.state.withLock { $0.isGoneAtStore = true }
      let late = try await client.put(address, Self.text)
      #expect(late.status == 404)
      #expect(uploads.leftovers == [])
      await #expect(throws: FileStoreFailure.self) { try await uploads.store.open(address.uploadID, .original) }
    }
  }

  @Test("A decoder or disk that is full keeps the bytes, and an empty end goes on", arguments: [true, false])
  func busy(isDecoder: Bool) async throws {
    try await Self.with { client, uploads in
      let address = uploads.add(bytes: 20)
      uploads.state.withLock { $0.refusals = [isDecoder ? .busy(retryAfter: 7) : .storage("no room")] }
      let full = try await client.put(address, Self.text)
      #expect(full.status == 503)
      #expect(full["retry-after"] == [isDecoder ? "7" : "5"])
      #expect(try Self.code(full) == "UNAVAILABLE")
      #expect(try await client.state(address) == "20 ?0")
      #expect(try await client.patch(address, at: 20, "", isLast: true).status == 201)
      #expect(uploads.leftovers == [])
    }
  }

  @Test("A database that is out of reach keeps the bytes")
  func outage() async throws {
    try await Self.with { client, uploads in
      let address = uploads.add(bytes: 20)
      uploads.state.withLock { $0.isHeld = true }
      async let answer = client.put(address, Self.text)
      try await ScriptedConnection.eventually { await client.size(address) == 20 }
      uploads.state.withLock { state in
        state.isUnreachable = true
        state.isHeld = false
      }
      #expect(try await answer.status == 503)
      #expect(try await client.send("HEAD", address).status == 503)
      #expect(try await client.put(address, Self.text).status == 503)
      uploads.state.withLock { $0.isUnreachable = false }
      #expect(try await client.state(address) == "20 ?0")
      #expect(try await client.patch(address, at: 20, "", isLast: true).status == 201)
    }
  }

  @Test("A newer request ends the older")
  func displacement() async throws {
    try await Self.with { client, uploads in
      let address = uploads.add(bytes: 20)
      let older = try client.connect()
      try await older.send("PUT /uploads/\(address.uploadID) HTTP/1.1\r\nHost: h\r\nContent-Length: 20\r\n\r\n0123456789")
      try await ScriptedConnection.eventually { await client.size(address) == 10 }
      #expect(try await client.patch(address, at: 10, "abcde", isLast: false).status == 204)
      let answer = try await older.answer()
      #expect(answer.status == 409)
      #expect(answer["connection"] == ["close"])
      let second = try client.connect()
      try await second.send(
        client.request("PATCH", address, [
          "Content-Type: application/partial-upload", "Upload-Offset: 15", "Upload-Complete: ?1", "Content-Length: 5",
        ]))
      try await second.send("f")
      try await ScriptedConnection.eventually { await client.size(address) == 16 }
      #expect(try await client.put(address, Self.text).status == 201)
      #expect(try await second.answer().status == 409)
      #expect(uploads.row(address)?.file?.sha256 == SHA256.hash(Array(Self.text.utf8)).bytes)
    }
  }

  @Test("A retry finds the file stored that the first request goes on storing")
  func retry() async throws {
    try await Self.with { client, uploads in
      let address = uploads.add(bytes: 20)
      uploads.state.withLock { $0.isHeld = true }
      let first = try client.connect()
      try await first.send(client.request("PUT", address, body: Self.text))
      try await ScriptedConnection.eventually { await client.size(address) == 20 }
      first.reset()
      async let again = client.put(address, Self.text)
      try await Task.sleep(for: .milliseconds(50))
      uploads.state.withLock { $0.isHeld = false }
      #expect(try await again.status == 200)
      #expect(uploads.state.withLock { $0.accepted } == 1)
    }
  }

  @Test("Many requests at once for the same upload store it once")
  func race() async throws {
    try await Self.with { client, uploads in
      let address = uploads.add(bytes: 20)
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<20 { group.addTask { try await client.put(address, Self.text).status } }
        return try await group.reduce(into: [Int: Int]()) { $0[$1, default: 0] += 1 }
      }
      #expect(statuses[201] == 1)
      #expect((statuses[200] ?? 0) + (statuses[409] ?? 0) == 19)
      #expect(uploads.state.withLock { $0.accepted } == 1)
      #expect(uploads.leftovers == [])
    }
  }

  @Test("A client that is too slow is told, and what came stays")
  func slow() async throws {
    try await Self.with({ $0.bodyTime = .milliseconds(300); $0.bodyRate = 100 }) { client, uploads in
      let address = uploads.add(bytes: 20)
      let connection = try client.connect()
      try await connection.send("PUT /uploads/\(address.uploadID) HTTP/1.1\r\nHost: h\r\nContent-Length: 20\r\n\r\n01234")
      #expect(try await connection.answer().status == 408)
      #expect(try await client.state(address) == "5 ?0")
    }
  }

  @Test("Clients that name a version of the draft hear first where they can go on", arguments: 1...10)
  func announcement(version: Int) async throws {
    try await Self.with { client, uploads in
      let address = uploads.add(bytes: 20)
      let connection = try client.connect()
      let isKnown = (3...8).contains(version)
      let complete = version == 3 ? "Upload-Incomplete: ?0" : "Upload-Complete: ?1"
      try await connection.send(
        client.request("PUT", address, ["Content-Length: 20", "Upload-Draft-Interop-Version: \(version)", complete]))
      if isKnown {
        let interim = try await connection.answer(isBodiless: true)
        #expect(interim.status == 104)
        #expect(interim["upload-draft-interop-version"] == ["\(version)"])
        #expect(interim["location"] == ["/uploads/\(address.uploadID)"])
        #expect(interim["upload-limit"] == ["max-size=26214400"])
      }
      try await connection.send(Self.text)
      let answer = try await connection.answer()
      #expect(answer.status == 201)
      #expect(answer[version == 3 ? "upload-incomplete" : "upload-complete"] == [version == 3 ? "?0" : "?1"])
      let none = UploadAddress(accountID: address.accountID, uploadID: .random())
      #expect(try await client.put(none, "x", "Upload-Draft-Interop-Version: \(version)").status == 404)
    }
  }

  @Test("Version 3 of the draft says the inverse, and appends bytes of any type")
  func oldDraft() async throws {
    try await Self.with { client, uploads in
      let address = uploads.add(bytes: 20)
      let draft = "Upload-Draft-Interop-Version: 3"
      let connection = try client.connect()
      try await connection.send(client.request("PUT", address, [draft, "Upload-Incomplete: ?1"], body: "0123456789"))
      #expect(try await connection.answer(isBodiless: true).status == 104)
      let part = try await connection.answer()
      #expect(part.status == 201)
      #expect(part["location"] == ["/uploads/\(address.uploadID)"])
      #expect(part["upload-offset"] == ["10"])
      #expect(part["upload-incomplete"] == ["?1"])
      let head = try await client.send("HEAD", address, [draft])
      #expect(head["upload-incomplete"] == ["?1"])
      #expect(head["upload-complete"] == [])
      try await connection.send(
        client.request("PATCH", address, [draft, "Upload-Offset: 10", "Upload-Incomplete: ?0"], body: "abcdefghij"))
      #expect(try await connection.answer(isBodiless: true).status == 104)
      let whole = try await connection.answer()
      #expect(whole.status == 201)
      #expect(whole["upload-incomplete"] == ["?0"])
    }
  }

  @Test("A connection goes on after requests with small bodies")
  func connections() async throws {
    try await Self.with { client, uploads in
      let address = uploads.add(bytes: 20)
      let connection = try client.connect()
      for (request, status) in [
        (client.request("PUT", address, ["Content-Encoding: gzip"], body: Self.text), 415),
        (client.request("GET", address), 405), (client.request("PUT", address, body: "0123"), 400),
        (
          client.request(
            "PATCH", address, ["Content-Type: application/partial-upload", "Upload-Offset: 0", "Upload-Complete: ?0"], body: "0123"),
          409
        ), (client.request("PUT", address, body: Self.text), 201), (client.request("DELETE", address), 204),
        (client.request("PUT", address, body: Self.text), 404), (client.request("DELETE", address), 404),
      ] {
        try await connection.send(request)
        #expect(try await connection.answer().status == status)
      }
    }
  }

  @Test("A large body is streamed to disk, and a large one that is refused is not read")
  func large() async throws {
    try await Self.with { client, uploads in
      let address = uploads.add(bytes: 8 << 20)
      let body = String(repeating: "0123456789abcdef", count: 8 << 16)
      #expect(try await client.put(address, body).status == 201)
      #expect(uploads.row(address)?.file?.bytes == 8 << 20)
      let small = uploads.add(bytes: 20)
      let refused = try await client.put(small, body)
      #expect(refused.status == 413)
      #expect(refused["connection"] == ["close"])
    }
  }
}
