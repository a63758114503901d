import Files
import Foundation
import SQL
import TestSupport
import Testing

/// A server that is killed at each step of the life of a file, and another one that goes on.
@Suite(.serialized) struct FileCrashTests {
  private static let text = String(repeating: "Two herons, one kingfisher.\n", count: 4000)

  @Test func `Bytes that came are there, and the upload goes on`() async throws {
    try await FileGround.with("file_crash_receiving") { ground in
      var upload: FileGround.NewUpload?
      try await ground.serve { server in
        let made = try await ground.newUpload(server, bytes: Self.text.utf8.count)
        upload = made
        let connection = try RawConnection(port: server.port)
        defer { connection.close() }
        try await connection.send(
          "PUT \(made.address) HTTP/1.1\r\nHost: h\r\nContent-Length: \(Self.text.utf8.count)\r\n\r\n" + Self.text.prefix(60_000))
        let path = ground.folder.incoming(try #require(UUIDValue(made.id)))
        try await ScriptedConnection.eventually {
          (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0 == 60_000
        }
        server.process.send(signal: SIGKILL)
        _ = try await server.process.end(within: .seconds(10))
      }
      let known = try #require(upload)
      try await ground.serve { server in
        let state = try await ground.send("HEAD", known.address, to: server)
        #expect(state.status == 204)
        let offset = try #require(state["upload-offset"].first.flatMap { Int($0) })
        #expect(offset == 60_000)
        let done = try await ground.sendRest(known, at: offset, String(Self.text.dropFirst(offset)), to: server)
        #expect(done.status == 201, "\(done.text)")
        #expect(try await ground.body(of: known.id, server) == Self.text)
      }
      let check = try await ground.hatchedFiles("--check")
      #expect(check.status == 0, "\(check.output)\(check.errors)")
    }
  }

  @Test func `A file that is in the store and not in the database waits, and comes under another id`() async throws {
    try await FileGround.with("file_crash_storing") { ground in
      var upload: FileGround.NewUpload?
      try await ground.serve { server in
        let made = try await ground.newUpload(server, bytes: Self.text.utf8.count)
        upload = made
        try await ground.kill(server, whenItWrites: "files") {
          let connection = try RawConnection(port: server.port)
          try await connection.send(
            "PUT \(made.address) HTTP/1.1\r\nHost: h\r\nContent-Length: \(Self.text.utf8.count)\r\n\r\n" + Self.text)
          return connection
        }
      }
      let known = try #require(upload)
      #expect(ground.stored.count == 1)
      #expect(try await ground.texts("SELECT state FROM uploads") == ["WAITING"])
      try await ground.serve { server in
        let done = try await ground.sendRest(known, at: Self.text.utf8.count, "", to: server)
        #expect(done.status == 201, "\(done.text)")
        #expect(try await ground.body(of: known.id, server) == Self.text)
        let again = try await ground.send("PUT", known.address, body: Self.text, to: server)
        #expect(again.status == 200, "\(again.text)")
      }
      #expect(ground.stored.count == 2)
      try await ground.database.run("UPDATE uploads SET expires_at = now()")
      try await ground.serve(hasWorker: true) { server in
        try await ScriptedConnection.eventually { ground.stored.count == 1 }
        #expect(try await ground.body(of: known.id, server) == Self.text)
      }
      try await expectOrder(ground)
    }
  }

  @Test func `Bytes of a file that is gone go, whenever the server is killed`() async throws {
    try await FileGround.with("file_crash_deleting") { ground in
      var id = ""
      try await ground.serve { server in
        let upload = try await ground.newUpload(server, bytes: 5)
        #expect(try await ground.send("PUT", upload.address, body: "Hoots", to: server).status == 201)
        id = upload.id
      }
      try await ground.database.run("DELETE FROM files")
      #expect(try await ground.texts("SELECT id::text FROM file_tombstones") == [id])
      #expect(ground.stored.count == 1)
      try await ground.killWorker(whenItWrites: "file_tombstones")
      #expect(ground.stored.isEmpty)
      #expect(try await ground.texts("SELECT id::text FROM file_tombstones") == [id])
      try await ground.serve(hasWorker: true) { _ in
        try await ScriptedConnection.eventually { try await ground.texts("SELECT id::text FROM file_tombstones").isEmpty }
      }
      try await expectOrder(ground)
    }
  }

  @Test func `Uploads and files end after a day, whenever the server is killed`() async throws {
    try await FileGround.with("file_crash_ending") { ground in
      try await ground.serve { server in
        let open = try await ground.newUpload(server, bytes: 5)
        #expect(
          try await ground.send(
            "PATCH", open.address, ["Content-Type: application/partial-upload", "Upload-Offset: 0", "Upload-Complete: ?0"], body: "Ho",
            to: server
          ).status == 204)
        let upload = try await ground.newUpload(server, bytes: 5)
        #expect(try await ground.send("PUT", upload.address, body: "Hoots", to: server).status == 201)
      }
      try await ground.database.run("UPDATE uploads SET expires_at = now()")
      try await ground.database.run("UPDATE files SET unused_since = now() - interval '25 hours'")
      try await ground.killWorker(whenItWrites: "uploads")
      #expect(try await ground.texts("SELECT id::text FROM uploads").count == 2)
      try await ground.killWorker(whenItWrites: "files")
      #expect(ground.stored.count == 1)
      try await ground.serve(hasWorker: true) { _ in
        try await ScriptedConnection.eventually {
          try await ground.texts("SELECT id::text FROM files UNION ALL SELECT id::text FROM file_tombstones").isEmpty
        }
      }
      #expect(ground.stored.isEmpty)
      #expect(try FileManager.default.contentsOfDirectory(atPath: ground.folder.incoming).isEmpty)
      try await expectOrder(ground)
    }
  }

  private func expectOrder(_ ground: FileGround, _ location: SourceLocation = #_sourceLocation) async throws {
    let check = try await ground.hatchedFiles("--check")
    #expect(check.status == 0, "\(check.output)\(check.errors)", sourceLocation: location)
  }
}
