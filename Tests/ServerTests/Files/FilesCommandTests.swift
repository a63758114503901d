import Foundation
import SQL
import TestSupport
import Testing

@testable import Files

/// `hatched files`, and files over the wire from each kind of store.
@Suite(.serialized) struct FilesCommandTests {
  @Test func `hatched files says what is missing, orphaned and of a wrong size, and repairs what is of no use`() async throws {
    try await FileGround.with("files_command") { ground in
      var ids: [String] = []
      try await ground.serve { server in
        for _ in 1...3 {
          let upload = try await ground.newUpload(server, bytes: 5)
          #expect(try await ground.send("PUT", upload.address, body: "Hoots", to: server).status == 201)
          ids.append(upload.id)
        }
      }
      let names = try ids.map { StoredName(try #require(UUIDValue($0)), .original).description }
      #expect(Set(ground.stored) == Set(names))
      let good = try await ground.hatchedFiles("--check")
      #expect(good.status == 0 && good.output == "3 files, 0 findings\n", "\(good)")
      try FileManager.default.removeItem(atPath: "\(ground.folder.files)/\(names[0])")
      try Data("Hoot".utf8).write(to: URL(filePath: "\(ground.folder.files)/\(names[1])"))
      try await ground.database.run("DELETE FROM files WHERE id = \(bind: .text(ids[2]))::uuid")
      try await ground.database.run("DELETE FROM file_tombstones")
      let left = ground.folder.incoming(.random())
      try Data("Ho".utf8).write(to: URL(filePath: left))
      let expected: Set = [
        "missing \(names[0])", "wrong size \(ids[1]): 4 bytes, and 5 are expected", "orphaned \(names[2]): 5 bytes",
        "2 files, 3 findings",
      ]
      let found = try await ground.hatchedFiles("--check")
      #expect(found.status == 1)
      #expect(Set(found.output.split(separator: "\n").map(String.init)) == expected)
      // They may be those of a transaction that is about to commit.
      #expect(try await ground.hatchedFiles("--repair").status == 1)
      #expect(ground.stored.contains(names[2]))
      let old = Date(timeIntervalSinceNow: -2 * StoreCheck.age)
      for path in ["\(ground.folder.files)/\(names[2])", left] {
        try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: path)
      }
      let repaired = try await ground.hatchedFiles("--repair")
      // Lost bytes come from a backup.
      #expect(repaired.status == 1)
      #expect(repaired.output.contains("deleted: orphaned \(names[2])") && repaired.output.contains("deleted: stale upload"))
      #expect(!ground.stored.contains(names[2]) && !FileManager.default.fileExists(atPath: left))
      try await ground.database.run("DELETE FROM files")
      try await ground.database.run("DELETE FROM file_tombstones")
      try FileManager.default.removeItem(atPath: "\(ground.folder.files)/\(names[1])")
      #expect(try await ground.hatchedFiles("--check").status == 0)
    }
  }

  @Test(.enabled(if: TestS3.isThere, Comment(rawValue: TestS3.absence)))
  func `Files in S3 are read over the wire, whole and in ranges, and are checked`() async throws {
    try await TestS3.with { s3 in
      try await FileGround.with("files_in_s3", s3: s3) { ground in
        let text = String(repeating: "Two herons, one kingfisher.\n", count: 20_000)
        var id = ""
        try await ground.serve(hasWorker: true) { server in
          let upload = try await ground.newUpload(server, bytes: text.utf8.count)
          id = upload.id
          let sent = try await ground.send("PUT", upload.address, body: text, to: server)
          #expect(sent.status == 201, "\(sent.text)")
          #expect(ground.stored.isEmpty)
          let url = try await ground.url(upload.id, server)
          let whole = try await ground.send("GET", url, to: server)
          #expect(whole.status == 200 && whole.text == text)
          let head = try await ground.send("HEAD", url, to: server)
          #expect(head.status == 200 && head["content-length"] == ["\(text.utf8.count)"] && head["etag"] == whole["etag"])
          for (range, part) in [("0-3", 0..<4), ("100000-100099", 100_000..<100_100), ("-5", text.utf8.count - 5..<text.utf8.count)] {
            let answer = try await ground.send("GET", url, ["Range: bytes=\(range)"], to: server)
            #expect(answer.status == 206 && answer.body == Array(Array(text.utf8)[part]), "\(range)")
          }
          #expect(try await ground.send("GET", url, ["Range: bytes=\(text.utf8.count)-"], to: server).status == 416)
          let tag = try #require(whole["etag"].first)
          #expect(try await ground.send("GET", url, ["If-None-Match: \(tag)"], to: server).status == 304)
        }
        let good = try await ground.hatchedFiles("--check")
        #expect(good.status == 0, "\(good.output)\(good.errors)")
        try await ground.database.run("DELETE FROM files WHERE id = \(bind: .text(id))::uuid")
        try await ground.serve(hasWorker: true) { _ in
          try await ScriptedConnection.eventually { try await ground.texts("SELECT id::text FROM file_tombstones").isEmpty }
        }
        let empty = try await ground.hatchedFiles("--check")
        #expect(empty.status == 0 && empty.output == "0 files, 0 findings\n", "\(empty.output)\(empty.errors)")
      }
    }
  }

  @Test(.enabled(if: TestS3.isThere, Comment(rawValue: TestS3.absence)))
  func `Two servers that take other bytes for one upload store one of them`() async throws {
    try await TestS3.with { s3 in
      try await FileGround.with("files_of_two_servers", s3: s3) { ground in
        let other = FilesFolder(ground.folder.path + "-other")
        defer { try? FileManager.default.removeItem(atPath: other.path) }
        try await ground.serve { first in
          try await ground.serve(folder: other) { second in
            for _ in 1...5 {
              let upload = try await ground.newUpload(first, bytes: 50_000)
              let texts = ["a", "b"].map { String(repeating: $0, count: 50_000) }
              async let ofFirst = ground.send("PUT", upload.address, body: texts[0], to: first)
              async let ofSecond = ground.send("PUT", upload.address, body: texts[1], to: second)
              let statuses = [try await ofFirst.status, try await ofSecond.status]
              #expect(statuses.contains(201) && statuses.allSatisfy { [200, 201].contains($0) }, "\(statuses)")
              let bodies = [try await ground.body(of: upload.id, first), try await ground.body(of: upload.id, second)]
              #expect(bodies[0] == bodies[1] && texts.contains(bodies[0]))
              let hashes = try await ground.texts(
                """
                SELECT (sha256 = sha256(convert_to(\(bind: .text(bodies[0])), 'UTF8')))::text FROM files
                WHERE id = \(bind: .text(upload.id))::uuid
                """)
              #expect(hashes == ["true"])
            }
          }
        }
        let check = try await ground.hatchedFiles("--check")
        #expect(check.status == 0, "\(check.output)\(check.errors)")
      }
    }
  }
}
