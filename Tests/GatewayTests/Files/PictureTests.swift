import Domain
import GraphQL
import SQL
import SampleData
import TestSupport
import Testing

@testable import Gateway

/// Pictures of students and collectors.
@Suite(.serialized) struct PictureTests {
  private static let database = Task { try await SchoolDatabase("pictures") }

  private func with(_ body: (FileGround) async throws -> Void) async throws { try await FileGround.with(Self.database, body) }

  /// A student of the demonstration family, without an account.
  private func newStudent(_ fields: String = "", _ talk: Conversation) async throws -> String {
    let made = try await talk.ask(
      #"mutation { createStudent(input: {name: "Cy"\#(fields)}) { student { id } } }"#, as: talk.elena)
    return try #require(made.at("createStudent", "student", "id")?.string)
  }

  private func set(_ picture: String, of student: String, as viewer: AccountViewer, _ talk: Conversation) async throws -> JSONValue {
    try await talk.answer(
      #"mutation { updateStudent(input: {id: "\#(student)", pictureId: \#(picture)}) { student { version picture { id } } } }"#, as: viewer)
  }

  private func picture(of student: String, as viewer: AccountViewer, _ talk: Conversation) async throws -> JSONValue? {
    try await talk.ask("{ student(id: \"\(student)\") { picture { id kind url thumbnail(size: SMALL) } } }", as: viewer)
      .at("student", "picture")
  }

  @Test func `A student's picture is read by the family, replaced and removed`() async throws {
    try await with { ground in
      let talk = ground.talk
      let (first, second) = (try await ground.newPicture(as: talk.elena), try await ground.newPicture(as: talk.mateo))
      let student = try await newStudent(#", pictureId: "\#(first)""#, talk)
      var addresses: [String?] = []
      for viewer in [talk.elena, talk.mateo, talk.ada] {
        let seen = try await picture(of: student, as: viewer, talk)
        #expect(seen?.at("id")?.string == first && seen?.at("kind")?.string == "PICTURE")
        for field in ["url", "thumbnail"] {
          #expect(try await ground.isGood(seen?.at(.key(field))?.string))
          addresses.append(seen?.at(.key(field))?.string)
        }
      }
      #expect(try await talk.ask("{ student(id: \"\(student)\") { id } }", as: talk.stranger).at("student") == .null)
      #expect(try await talk.ask("{ file(id: \"\(first)\") { id } }", as: talk.stranger).at("file") == .null)
      let replaced = try await set("\"\(second)\"", of: student, as: talk.mateo, talk)
      #expect(replaced.at("data", "updateStudent", "student", "picture", "id")?.string == second)
      #expect(replaced.at("data", "updateStudent", "student", "version")?.number == 2)
      for address in addresses { #expect(try await !ground.isGood(address)) }
      let address = try await picture(of: student, as: talk.ada, talk)?.at("url")?.string
      #expect(try await ground.isGood(address))
      let removed = try await set("null", of: student, as: talk.elena, talk)
      #expect(removed.at("data", "updateStudent", "student", "picture") == .null)
      #expect(try await !ground.isGood(address))
    }
  }

  @Test func `A picture is one of the family's, that the parent sees`() async throws {
    try await with { ground in
      let talk = ground.talk
      let student = try await newStudent("", talk)
      let document = try await ground.newFile(as: talk.elena)
      let refused = try await set("\"\(document)\"", of: student, as: talk.elena, talk)
      #expect(refused.code == "BAD_USER_INPUT" && refused.at("errors", 0, "path") != nil, "\(refused)")
      let own = try await ground.newPicture(as: talk.elena)
      for id in [try await ground.newPicture(as: talk.mateo), try await ground.newPicture(as: talk.stranger), newID()] {
        let answer = try await set("\"\(id)\"", of: student, as: talk.elena, talk)
        #expect(answer.code == "NOT_FOUND", "\(answer)")
        let made = try await talk.answer(
          #"mutation { createStudent(input: {name: "Dee", pictureId: "\#(id)"}) { student { id } } }"#, as: talk.elena)
        #expect(made.code == "NOT_FOUND", "\(made)")
      }
      #expect(try await set("\"\(own)\"", of: student, as: talk.ada, talk).code == "FORBIDDEN")
      #expect(try await set("\"\(own)\"", of: student, as: talk.stranger, talk).code == "NOT_FOUND")
      #expect(try await picture(of: student, as: talk.elena, talk) == .null)
    }
  }

  @Test func `A picture that two rows use stays until the last has gone, and is deleted a day later`() async throws {
    try await with { ground in
      let talk = ground.talk
      let id = try await ground.newPicture(as: talk.elena)
      let (first, second) = (
        try await newStudent(#", pictureId: "\#(id)""#, talk), try await newStudent(#", pictureId: "\#(id)""#, talk)
      )
      let ofFirst = try await picture(of: first, as: talk.ada, talk)?.at("url")?.string
      let address = try await picture(of: second, as: talk.ada, talk)?.at("url")?.string
      #expect(try await ground.isGood(ofFirst))
      try await talk.database.run("DELETE FROM members WHERE id = \(bind: .text(first))::uuid")
      // An address is of the row through which the file was read.
      #expect(try await !ground.isGood(ofFirst))
      #expect(try await ground.isGood(address))
      try await talk.database.run("DELETE FROM members WHERE id = \(bind: .text(second))::uuid")
      #expect(try await !ground.isGood(address))
      try await talk.database.run(
        "UPDATE files SET unused_since = now() - interval '25 hours' WHERE id = \(bind: .text(id))::uuid AND unused_since IS NOT NULL")
      try await talk.database.run("SELECT end_files(200)")
      let left = try await talk.text(
        """
        SELECT (SELECT count(*) FROM files WHERE id = \(bind: .text(id))::uuid) || ' '
          || (SELECT count(*) FROM file_tombstones WHERE id = \(bind: .text(id))::uuid)
        """)
      #expect(left == "0 1")
    }
  }

  @Test func `A collector's picture is the parents', and a barred parent neither reads nor changes it`() async throws {
    try await PickupGround.run("pictures_of_collectors") { ground in
      let enrolment = try await ground.enrolment(of: "Mia")
      let file = newID()
      try await ground.database.run(
        """
        INSERT INTO files (home_id, id, owner_id, name, media_type, kind, bytes, sha256, width, height, stored_bytes, declared_bytes,
          unused_since)
        VALUES (\(bind: .uuid(DemonstrationFamily.id)), \(bind: .text(file))::uuid, \(bind: .uuid(ground.otherParent.accountID)), 'a.png',
          'image/png', 'PICTURE', 3, sha256('abc'), 1, 1, 3, 3, now())
        """)
      let made = try await ground.ask(
        """
        mutation {
          createCollector(input: {enrolmentId: "\(enrolment)", name: "Zoe", pictureId: "\(file)"}) { collector { id picture { id } } }
        }
        """, as: ground.otherParent)
      #expect(made.at("data", "createCollector", "collector", "picture", "id")?.string == file, "\(made)")
      let collector = try #require(made.at("data", "createCollector", "collector", "id")?.string)
      let query = "{ collector(id: \"\(collector)\") { picture { id url } } }"
      #expect(try await ground.ask(query, as: ground.parent).at("data", "collector", "picture", "id")?.string == file)
      try await ground.bar("Elena Rivera")
      #expect(try await ground.ask(query, as: ground.parent).at("data", "collector") == .null)
      let changed = try await ground.ask(
        #"mutation { updateCollector(input: {id: "\#(collector)", pictureId: null}) { collector { id } } }"#, as: ground.parent)
      #expect(["FORBIDDEN", "NOT_FOUND"].contains(changed.code), "\(changed)")
      #expect(try await ground.ask(query, as: ground.otherParent).at("data", "collector", "picture", "id")?.string == file)
      let removed = try await ground.ask(
        #"mutation { updateCollector(input: {id: "\#(collector)", pictureId: null}) { collector { picture { id } } } }"#,
        as: ground.otherParent)
      #expect(removed.at("data", "updateCollector", "collector", "picture") == .null, "\(removed)")
    }
  }
}

extension FileGround {
  /// A stored picture of the viewer's family, which the viewer has sent. The store has no bytes of it.
  fileprivate func newPicture(as viewer: AccountViewer) async throws -> String {
    let (id, home) = (newID(), try #require(viewer.membership).familyID)
    try await talk.database.run(
      """
      INSERT INTO files (home_id, id, owner_id, name, media_type, kind, bytes, sha256, width, height, stored_bytes, declared_bytes,
        unused_since)
      VALUES (\(bind: .uuid(home)), \(bind: .text(id))::uuid, \(bind: .uuid(viewer.accountID)), 'a.png', 'image/png', 'PICTURE', 3,
        sha256('abc'), 1, 1, 3, 3, now())
      """)
    return id
  }
}
