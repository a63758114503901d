import Domain
import GraphQL
import SQL
import SampleData
import TestSupport
import Testing

@testable import Gateway

/// Files and uploads: from the address that takes the bytes to the tombstone.
@Suite(.serialized) struct FileTests {
  private static let database = Task { try await SchoolDatabase("files") }

  private func with(_ body: (FileGround) async throws -> Void) async throws { try await FileGround.with(Self.database, body) }

  private func note(_ files: [String], as viewer: AccountViewer, _ talk: Conversation) async throws -> String {
    let (id, list) = (newID(), files.map { "\"\($0)\"" }.joined(separator: ", "))
    _ = try await talk.ask(
      #"mutation { createNote(input: {id: "\#(id)", title: "T", fileIds: [\#(list)]}) { note { id } } }"#, as: viewer)
    return id
  }

  private func url(_ note: String, as viewer: AccountViewer, _ talk: Conversation) async throws -> String? {
    try await talk.ask("{ note(id: \"\(note)\") { files { url } } }", as: viewer).at("note", "files", 0, "url")?.string
  }

  private func file(_ id: String, as viewer: AccountViewer, _ talk: Conversation) async throws -> JSONValue? {
    try await talk.ask("{ file(id: \"\(id)\") { id name mediaType kind bytes sha256 width url thumbnail } }", as: viewer).at("file")
  }

  @Test func `An upload becomes a file with its id, which its sender alone sees until a row uses it`() async throws {
    try await with { ground in
      let talk = ground.talk
      let upload = try await ground.newUpload(as: talk.ada)
      let waiting = try await talk.ask(
        "{ upload(id: \"\(upload.id)\") { state receivedBytes refusal file { id } } viewer { uploads { id } } }", as: talk.ada)
      #expect(waiting.at("upload", "state")?.string == "WAITING")
      #expect(waiting.at("upload", "file") == .null)
      #expect(waiting.at("viewer", "uploads", 0, "id")?.string == upload.id)
      #expect(try await talk.ask("{ upload(id: \"\(upload.id)\") { id } }", as: talk.elena).at("upload") == .null)
      guard case .stored = await ground.send("Hoots", to: upload) else {
        Issue.record("not stored")
        return
      }
      let stored = try await talk.ask("{ upload(id: \"\(upload.id)\") { state receivedBytes file { id name } } }", as: talk.ada)
      #expect(stored.at("upload", "state")?.string == "STORED")
      #expect(stored.at("upload", "receivedBytes")?.number == 5)
      let own = try #require(try await file(upload.id, as: talk.ada, talk))
      #expect(own.at("name")?.string == "owl.txt" && own.at("mediaType")?.string == "text/plain" && own.at("kind")?.string == "DOCUMENT")
      #expect(own.at("sha256")?.string?.count == 64 && own.at("width") == .null && own.at("thumbnail") == .null)
      #expect(try await ground.isGood(own.at("url")?.string))
      #expect(try await file(upload.id, as: talk.elena, talk) == .null)
      let note = try await note([upload.id], as: talk.ada, talk)
      #expect(try await file(upload.id, as: talk.elena, talk)?.at("id")?.string == upload.id)
      #expect(try await url(note, as: talk.elena, talk) != nil)
      #expect(try await talk.ask("{ file(id: \"\(upload.id)\") { id } }", as: talk.stranger).at("file") == .null)
    }
  }

  @Test func `Notes, courses, assignments and portfolio items have files`() async throws {
    try await with { ground in
      let talk = ground.talk
      let files = [try await ground.newFile(as: talk.elena), try await ground.newFile(as: talk.elena)]
      let list = files.map { "\"\($0)\"" }.joined(separator: ", ")
      let student = try #require(talk.ada.membership).memberID
      let subject = try #require(try await talk.ask("{ family { subjects { id } } }", as: talk.elena).at("family", "subjects", 0, "id")?.string)
      let made = try await talk.ask(
        """
        mutation {
          createCourse(input: {subjectId: "\(subject)", name: "C", fileIds: [\(list)]}) { course { files { id } } }
          createAssignment(input: {studentId: "\(student)", title: "A", fileIds: [\(list)]}) { assignment { files { id } } }
          createPortfolioItem(input: {studentId: "\(student)", title: "P", date: "2026-01-01", fileIds: [\(list)]}) {
            portfolioItem { id files { id } }
          }
        }
        """, as: talk.elena)
      for (field, object) in [("createCourse", "course"), ("createAssignment", "assignment"), ("createPortfolioItem", "portfolioItem")] {
        #expect(made.at(.key(field), .key(object), "files")?.array?.count == 2, "\(field)")
      }
      let item = try #require(made.at("createPortfolioItem", "portfolioItem", "id")?.string)
      let changed = try await talk.ask(
        #"mutation { updatePortfolioItem(input: {id: "\#(item)", fileIds: ["\#(files[1])"]}) { portfolioItem { version files { id } } } }"#,
        as: talk.elena)
      #expect(changed.at("updatePortfolioItem", "portfolioItem", "files")?.array?.count == 1)
      #expect(changed.at("updatePortfolioItem", "portfolioItem", "version")?.number == 2)
    }
  }

  @Test func `A row takes files that are stored, of its family, and that the viewer sees`() async throws {
    try await with { ground in
      let talk = ground.talk
      let (waiting, others) = (try await ground.newUpload(as: talk.ada), try await ground.newFile(as: talk.leo))
      let foreign = try await ground.newFile(as: talk.stranger)
      let school = try await ground.newFile(
        #"name: "owl.txt", bytes: 5, schoolId: "\#(DemonstrationFamily.schoolID)""#, as: talk.ada)
      for id in [waiting.id, others, foreign, school, newID()] {
        let answer = try await talk.answer(
          #"mutation { createNote(input: {title: "T", fileIds: ["\#(id)"]}) { note { id } } }"#, as: talk.ada)
        #expect(answer.code == "NOT_FOUND", "\(answer)")
      }
      // Once a note of Leo's uses it, Ada reads it.
      _ = try await note([others], as: talk.leo, talk)
      _ = try await note([others], as: talk.ada, talk)
    }
  }

  @Test func `A student hands in work of its own`() async throws {
    try await with { ground in
      let talk = ground.talk
      let assignment = try await talk.newAssignment(of: talk.ada)
      let (first, second) = (try await ground.newFile(as: talk.ada), try await ground.newFile(as: talk.ada))
      func handIn(_ id: String, as viewer: AccountViewer) async throws -> JSONValue {
        try await talk.answer(
          #"mutation { handInWork(input: {assignmentId: "\#(assignment)", fileIds: ["\#(id)"]}) { assignment { files { id } } } }"#,
          as: viewer)
      }
      #expect(try await handIn(first, as: talk.ada).at("data", "handInWork", "assignment", "files")?.array?.count == 1)
      #expect(try await handIn(second, as: talk.ada).at("data", "handInWork", "assignment", "files")?.array?.count == 2)
      #expect(try await handIn(second, as: talk.ada).at("data", "handInWork", "assignment", "files")?.array?.count == 2)
      #expect(try await handIn(second, as: talk.leo).code == "FORBIDDEN")
      #expect(try await handIn(second, as: talk.elena).code == "FORBIDDEN")
      #expect(try await handIn(newID(), as: talk.ada).code == "NOT_FOUND")
    }
  }

  @Test func `An address ends with the last row, with the membership, and no signature opens another file`() async throws {
    try await with { ground in
      let talk = ground.talk
      let id = try await ground.newFile(as: talk.ada)
      let own = try await file(id, as: talk.ada, talk)?.at("url")?.string
      let note = try await note([id], as: talk.ada, talk)
      let (adas, elenas) = (try await url(note, as: talk.ada, talk), try await url(note, as: talk.elena, talk))
      #expect(adas != elenas && adas != own)
      #expect(try await ground.isGood(adas))
      #expect(try await ground.isGood(elenas))
      let altered = try #require(elenas).dropLast(3) + "AAA"
      #expect(try await !ground.isGood(String(altered)))
      _ = try await talk.ask("mutation { deleteNote(input: {id: \"\(note)\"}) { id } }", as: talk.ada)
      #expect(try await !ground.isGood(adas))
      #expect(try await !ground.isGood(elenas))
      // As the one who sent it.
      #expect(try await ground.isGood(own))
      #expect(try await file(id, as: talk.elena, talk) == .null)
    }
  }

  @Test func `A member who is removed loses addresses and uploads`() async throws {
    try await with { ground in
      let talk = ground.talk
      let upload = try await ground.newUpload(as: talk.leo)
      let id = try await ground.newFile(as: talk.leo)
      let note = try await note([id], as: talk.leo, talk)
      let (leos, elenas) = (try await url(note, as: talk.leo, talk), try await url(note, as: talk.elena, talk))
      let member = try #require(talk.leo.membership).memberID
      try await talk.database.run("UPDATE members SET account_id = NULL WHERE id = \(bind: .uuid(member))")
      #expect(try await !ground.isGood(leos))
      #expect(try await ground.isGood(elenas))
      #expect(await ground.send("Hoots", to: upload) == .unknown)
      try await talk.database.run(
        "UPDATE members SET account_id = \(bind: .uuid(talk.leo.accountID)) WHERE id = \(bind: .uuid(member))")
    }
  }

  @Test func `An upload is ended once, and its file with it unless a row uses it`() async throws {
    try await with { ground in
      let talk = ground.talk
      func end(_ id: String, as viewer: AccountViewer) async throws -> JSONValue {
        try await talk.answer("mutation { deleteUpload(input: {id: \"\(id)\"}) { id } }", as: viewer)
      }
      let waiting = try await ground.newUpload(as: talk.mateo)
      #expect(try await end(waiting.id, as: talk.elena).code == "NOT_FOUND")
      #expect(try await end(waiting.id, as: talk.mateo).at("data", "deleteUpload", "id")?.string == waiting.id)
      #expect(try await end(waiting.id, as: talk.mateo).code == "NOT_FOUND")
      #expect(await ground.send("Hoots", to: waiting) == .unknown)
      let (unused, used) = (try await ground.newFile(as: talk.mateo), try await ground.newFile(as: talk.mateo))
      _ = try await note([used], as: talk.mateo, talk)
      for id in [unused, used] { _ = try await end(id, as: talk.mateo) }
      #expect(try await file(unused, as: talk.mateo, talk) == .null)
      #expect(try await file(used, as: talk.mateo, talk)?.at("id")?.string == used)
    }
  }

  @Test func `Limits are named, and the same input again is the same upload`() async throws {
    try await with { ground in
      let talk = ground.talk
      func create(_ fields: String, as viewer: AccountViewer) async throws -> JSONValue {
        try await talk.answer("mutation { createUpload(input: {\(fields)}) { upload { id address } } }", as: viewer)
      }
      let viewer = try await talk.newcomer()
      #expect(try await create(#"name: "a", bytes: 0"#, as: viewer).code == "BAD_USER_INPUT")
      let large = try await create(#"name: "a", bytes: 26214401"#, as: viewer)
      #expect(large.code == "LIMIT_EXCEEDED" && large.at("errors", 0, "extensions", "limit")?.string == "fileBytes")
      #expect(try await create(#"name: "a\r\nb", bytes: 1"#, as: viewer).code == "BAD_USER_INPUT")
      #expect(try await create(#"name: "../..", bytes: 1"#, as: viewer).code == "BAD_USER_INPUT")
      #expect(try await create(#"name: "a", bytes: 1, sha256: "00""#, as: viewer).code == "BAD_USER_INPUT")
      #expect(try await create(#"name: "a", bytes: 1, schoolId: "\#(DemonstrationFamily.schoolID)""#, as: viewer).code == "NOT_FOUND")
      let id = newID()
      let first = try await create(#"id: "\#(id)", name: "a", bytes: 1"#, as: viewer)
      #expect(first.at("data", "createUpload", "upload", "id")?.string == id)
      #expect(try await create(#"id: "\#(id)", name: "a", bytes: 1"#, as: viewer) == first)
      #expect(try await create(#"id: "\#(id)", name: "a", bytes: 2"#, as: viewer).code == "CONFLICT")
      #expect(try await create(#"id: "\#(id)", name: "a", bytes: 1"#, as: talk.stranger).code == "CONFLICT")
      for _ in 1..<50 { #expect(try await create(#"name: "a", bytes: 1"#, as: viewer).at("errors") == nil) }
      let many = try await create(#"name: "a", bytes: 1"#, as: viewer)
      #expect(many.at("errors", 0, "extensions", "limit")?.string == "openUploads")
      #expect(try await create(#"id: "\#(id)", name: "a", bytes: 1"#, as: viewer) == first)
      try await talk.database.run(
        """
        INSERT INTO uploads (account_id, id, home_id, name, bytes, state, received_bytes, expires_at, withdrawn_at)
        SELECT \(bind: .uuid(viewer.accountID)), gen_random_uuid(), \(bind: .uuid(viewer.accountID)), 'a', 1, 'WAITING', 0, now(), now()
        FROM generate_series(1, 150)
        """)
      try await talk.database.run("UPDATE uploads SET withdrawn_at = now() WHERE account_id = \(bind: .uuid(viewer.accountID))")
      let daily = try await create(#"name: "a", bytes: 1"#, as: viewer)
      #expect(daily.at("errors", 0, "extensions", "limit")?.string == "uploadsOfDay")
      #expect(daily.at("errors", 0, "extensions", "retryAfter")?.number ?? 0 > 0)
    }
  }

  @Test func `A family has 2 GiB of files`() async throws {
    try await with { ground in
      let talk = ground.talk
      let home = talk.database.sample.familyID(0)
      try await talk.database.run(
        """
        INSERT INTO files (home_id, id, name, media_type, kind, bytes, sha256, stored_bytes, declared_bytes)
        VALUES (\(bind: .uuid(home)), gen_random_uuid(), 'a', 'text/plain', 'DOCUMENT', 1, sha256(''), 1, 2147483000)
        """)
      let full = try await talk.answer(#"mutation { createUpload(input: {name: "a", bytes: 4000}) { upload { id } } }"#, as: talk.stranger)
      #expect(full.at("errors", 0, "extensions", "limit")?.string == "bytesOfFiles")
      #expect(full.at("errors", 0, "extensions", "maximum")?.number == 2_147_483_648)
    }
  }

  @Test func `What has ended for a day is deleted, with its bytes`() async throws {
    try await with { ground in
      let talk = ground.talk
      let (waiting, unused, used) = (
        try await ground.newUpload(as: talk.elena), try await ground.newFile(as: talk.elena), try await ground.newFile(as: talk.elena)
      )
      _ = try await note([used], as: talk.elena, talk)
      try await talk.database.run("UPDATE uploads SET expires_at = now() WHERE account_id = \(bind: .uuid(talk.elena.accountID))")
      try await talk.database.run(
        "UPDATE files SET unused_since = now() - interval '25 hours' WHERE id = \(bind: .text(unused))::uuid")
      try await ground.upkeep()
      #expect(try await talk.ask("{ viewer { uploads { id } } }", as: talk.elena).at("viewer", "uploads") == .array([]))
      #expect(await ground.send("Hoots", to: waiting) == .unknown)
      #expect(try await file(unused, as: talk.elena, talk) == .null)
      #expect(try await file(used, as: talk.elena, talk) != .null)
      #expect(try await !ground.isStored(unused))
      #expect(try await ground.isStored(used))
      #expect(try await talk.text("SELECT count(*)::text FROM file_tombstones") == "0")
    }
  }

  @Test func `A family that is deleted leaves tombstones, and no other row`() async throws {
    try await with { ground in
      let talk = ground.talk
      let account = talk.database.sample.parentAccount(of: 1)
      let viewer = AccountViewer(account)
      let id = try await ground.newFile(as: viewer)
      _ = try await note([id], as: viewer, talk)
      _ = try await ground.newUpload(as: viewer)
      try await talk.database.run("UPDATE sessions SET authenticated_at = now() WHERE account_id = \(bind: .uuid(viewer.accountID))")
      let name = try await talk.text("SELECT name FROM families WHERE family_id = \(bind: .uuid(account.family))")
      let answer = try await talk.answer("mutation { deleteFamily(input: {familyName: \"\(name)\"}) { id } }", as: viewer)
      #expect(answer.at("errors") == nil, "\(answer)")
      let left = try await talk.text(
        """
        SELECT (SELECT count(*) FROM files WHERE home_id = \(bind: .uuid(account.family)))
          + (SELECT count(*) FROM uploads WHERE home_id = \(bind: .uuid(account.family))) || ' '
          || (SELECT count(*) FROM file_tombstones WHERE id = \(bind: .text(id))::uuid)
        """)
      #expect(left == "0 1")
      try await ground.upkeep()
      #expect(try await !ground.isStored(id))
    }
  }
}
