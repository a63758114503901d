import Domain
import GraphQL
import SQL
import SampleData
import TestSupport
import Testing

/// The files of absence reports: files of the family, which the staff who see the report read, too (TT-08).
@Suite struct AbsenceFileTests {
  /// A stored file of the family of a parent.
  private func newFile(by sender: AccountViewer, in ground: AbsenceGround) async throws -> String {
    let id = newID()
    let family = try #require(sender.membership).familyID
    try await ground.pickup.database.run(
      """
      INSERT INTO files (home_id, id, owner_id, name, media_type, kind, bytes, sha256, stored_bytes, declared_bytes, unused_since) VALUES (
        \(bind: .uuid(family)), \(bind: .text(id))::uuid, \(bind: .uuid(sender.accountID)), 'f.txt', 'text/plain', 'DOCUMENT', 1, sha256('f'), 1,
        1, now())
      """)
    return id
  }

  private func url(as viewer: AccountViewer, in ground: AbsenceGround) async throws -> String? {
    let list = "absenceReports { files { id name url } }"
    if viewer.membership != nil {
      let answer = try await ground.pickup.ask("{ family { students { enrolments { \(list) } } } }", as: viewer)
      #expect(answer.at("errors") == nil, "\(answer)")
      let enrolments = (answer.at("data", "family", "students")?.array ?? []).flatMap { $0.at("enrolments")?.array ?? [] }
      return enrolments.lazy.compactMap { $0.at("absenceReports", 0, "files", 0, "url")?.string }.first
    }
    let answer = try await ground.pickup.ask(
      "{ schools(first: 1) { \(list) } schoolClass(id: \"\(DemonstrationClass.owls.id)\") { \(list) } }", as: viewer)
    #expect(answer.at("errors") == nil, "\(answer)")
    return answer.at("data", "schools", 0, "absenceReports", 0, "files", 0, "url")?.string
      ?? answer.at("data", "schoolClass", "absenceReports", 0, "files", 0, "url")?.string
  }

  @Test func `Those who see a report read its files, and their addresses end with that`() async throws {
    try await AbsenceGround.run("absence_files") { ground in
      let file = try await newFile(by: ground.parent, in: ground)
      let id = try await ground.reported(0...0)
      let changed = try await ground.update(id, #"fileIds: ["\#(file)"]"#)
      #expect(changed.at("errors") == nil, "\(changed)")
      var urls: [AccountViewer: String] = [:]
      for viewer in [ground.parent, ground.pickup.otherParent, ground.teacher, ground.pickup.administrator] {
        let address = try #require(try await url(as: viewer, in: ground))
        #expect(try await ground.pickup.isGood(address))
        urls[viewer] = address
      }
      #expect(try await url(as: ground.pickup.otherTeacher, in: ground) == nil)
      for viewer in [ground.pickup.otherTeacher, ground.pickup.administrator] {
        // Staff have no file by its id: the report leads to it.
        #expect(try await ground.pickup.ask(#"{ file(id: "\#(file)") { id } }"#, as: viewer).at("data", "file") == .null)
      }
      func good() async throws -> Set<AccountViewer> {
        var good: Set<AccountViewer> = []
        for (viewer, address) in urls where try await ground.pickup.isGood(address) { good.insert(viewer) }
        return good
      }
      // A withdrawn report stays, and so do its files; the class alone changes.
      let moved = try await ground.pickup.ask(
        #"mutation { placeStudent(input: {id: "\#(ground.enrolment)", classId: "\#(DemonstrationClass.foxes.id)"}) { __typename } }"#,
        as: ground.pickup.administrator)
      #expect(moved.at("errors") == nil, "\(moved)")
      #expect(try await good() == [ground.parent, ground.pickup.otherParent, ground.pickup.administrator])
      #expect(try await url(as: ground.teacher, in: ground) == nil)
      try await ground.pickup.bar("Mateo Rivera", from: "Mia")
      #expect(try await good() == [ground.parent, ground.pickup.administrator])
      try await ground.pickup.database.run("DELETE FROM absence_reports")
      #expect(try await good() == [])
      let unused = try await ground.pickup.database.run(
        """
        SELECT (unused_since IS NOT NULL AND staff_school_ids = '{}' AND class_ids = '{}')::text FROM files
        WHERE id = \(bind: .text(file))::uuid
        """)
      #expect(unused.text(row: 0, column: 0) == "true")
    }
  }

  @Test func `A file is read by its id by those who see the report, and by its sender`() async throws {
    try await AbsenceGround.run("absence_file_ids") { ground in
      let leo = AccountViewer(ground.pickup.database.demonstration.accounts[3])
      let (ada, mateo) = (AccountViewer(ground.pickup.database.demonstration.accounts[2]), ground.pickup.otherParent)
      let file = try await newFile(by: ground.parent, in: ground)
      let enrolment = try await ground.pickup.enrolment(of: "Leo")
      let today = try await ground.day(0)
      let made = try await ground.pickup.ask(
        """
        mutation { createAbsenceReport(input: {
          enrolmentId: "\(enrolment)", firstDay: "\(today)", lastDay: "\(today)", reason: ILLNESS, fileIds: ["\(file)"]
        }) { absenceReport { files { id } } } }
        """, as: ground.parent)
      #expect(made.at("data", "createAbsenceReport", "absenceReport", "files", 0, "id")?.string == file, "\(made)")
      func url(_ viewer: AccountViewer) async throws -> String? {
        try await ground.pickup.ask(#"{ file(id: "\#(file)") { id url } }"#, as: viewer).at("data", "file", "url")?.string
      }
      // The student whose absence it is, and its parents.
      #expect(try await url(leo) != nil)
      let address = try #require(try await url(mateo))
      #expect(try await ground.pickup.isGood(address))
      // Another student reads it neither by its id nor through a row of its own.
      let node = #"{ node(id: "\#(file)") { id } }"#
      #expect(try await url(ada) == nil)
      #expect(try await ground.pickup.ask(node, as: ada).at("data", "node") == .null)
      let note = #"mutation { createNote(input: {title: "T", text: "T", fileIds: ["\#(file)"]}) { note { files { id } } } }"#
      #expect(try await ground.pickup.ask(note, as: ada).code == "NOT_FOUND")
      try await ground.pickup.database.run("UPDATE files SET kind = 'PICTURE', width = 1, height = 1 WHERE id = \(bind: .text(file))::uuid")
      let picture = #"mutation { updateViewer(input: {pictureId: "\#(file)"}) { viewer { picture { id } } } }"#
      #expect(try await ground.pickup.ask(picture, as: ada).code == "NOT_FOUND")
      // Nor a parent whom the school bars from the student; the address of before ends.
      try await ground.pickup.bar("Mateo Rivera", from: "Leo")
      #expect(try await url(mateo) == nil)
      #expect(try await !ground.pickup.isGood(address))
      #expect(try await ground.pickup.ask(note, as: mateo).code == "NOT_FOUND")
      #expect(try await ground.pickup.ask(picture, as: mateo).code == "NOT_FOUND")
      #expect(try await url(ground.parent) != nil)
      #expect(try await url(leo) != nil)
      // A row that all see shows it to all.
      #expect(try await ground.pickup.ask(note, as: ground.parent).at("errors") == nil)
      for viewer in [ada, mateo] { #expect(try await url(viewer) != nil) }
    }
  }

  @Test func `A report takes files of the family that the parent has sent or sees, and only while it is submitted`() async throws {
    try await AbsenceGround.run("absence_file_inputs") { ground in
      let id = try await ground.reported(0...0)
      let foreign = newID()
      let refused = try await ground.update(id, #"fileIds: ["\#(foreign)"]"#)
      #expect(refused.code == "NOT_FOUND" && refused.inputPath == "input.fileIds.0", "\(refused)")
      let many = (1...21).map { _ in "\"\(newID())\"" }.joined(separator: ", ")
      #expect(try await ground.update(id, "fileIds: [\(many)]").code == "BAD_USER_INPUT")
      let file = try await newFile(by: ground.parent, in: ground)
      _ = try await ground.decide(id, true)
      #expect(try await ground.update(id, #"fileIds: ["\#(file)"]"#).code == "CONFLICT")
      #expect(try await ground.pickup.database.run("SELECT count(*) FROM absence_files").int8(row: 0, column: 0) == 0)
    }
  }
}
