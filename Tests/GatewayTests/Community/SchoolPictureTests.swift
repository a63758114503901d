import Domain
import GraphQL
import SQL
import SampleData
import TestSupport
import Testing

/// Pictures of announcements and events, and files of information: files of the school, read by those who see the row.
@Suite struct SchoolPictureTests {
  private static let school = DemonstrationFamily.schoolID

  /// A stored file of the school.
  private func newFile(_ kind: String = "PICTURE", by staff: AccountViewer, in ground: PickupGround) async throws -> String {
    let id = UUIDValue.random()
    let side: SQLValue = kind == "PICTURE" ? .int4(2) : .null(.int4)
    try await ground.database.run(
      """
      INSERT INTO files (home_id, id, owner_id, name, media_type, kind, bytes, sha256, width, height, stored_bytes, declared_bytes, \
      unused_since) VALUES (\(bind: .uuid(Self.school)), \(bind: .uuid(id)), \(bind: .uuid(staff.accountID)), 'f', 'image/png', \
      \(bind: .text(kind)), 1, sha256('f'), \(bind: side), \(bind: side), 1, 1, now())
      """)
    return id.description
  }

  private func make(_ type: String, _ fields: String, as viewer: AccountViewer, in ground: PickupGround) async throws -> JSONValue {
    try await ground.ask(
      #"mutation { create\#(type)(input: {schoolId: "\#(Self.school)", title: "T", \#(fields)}) { __typename } }"#, as: viewer)
  }

  private func url(_ query: String, _ list: String, as viewer: AccountViewer, in ground: PickupGround) async throws -> String? {
    let answer = try await ground.ask("{ schools { \(list) { \(query) } } }", as: viewer)
    #expect(answer.at("errors") == nil, "\(answer)")
    let row = answer.at("data", "schools", 0, .key(list))?.array?.first
    return (row?.at("picture") ?? row?.at("files", 0))?.at("url")?.string
  }

  private func code(_ answer: JSONValue) -> String? { answer.at("errors", 0, "extensions", "code")?.string }

  @Test func `Those who see an announcement read its picture, and others do not`() async throws {
    try await PickupGround.run("school_pictures") { ground in
      try await ground.database.run("DELETE FROM announcements")
      let file = try await newFile(by: ground.teacher, in: ground)
      let fields = #"pictureId: "\#(file)", classIds: ["\#(DemonstrationClass.owls.id)"]"#
      #expect(try await make("Announcement", fields, as: ground.teacher, in: ground).at("errors") == nil)
      let query = "id picture { id kind url thumbnail }"
      var urls: [AccountViewer: String] = [:]
      for viewer in [ground.teacher, ground.administrator, ground.dispatcher, ground.parent, ground.otherParent] {
        let address = try await url(query, "announcements", as: viewer, in: ground)
        #expect(try await ground.isGood(address))
        urls[viewer] = address
      }
      #expect(try await url(query, "announcements", as: ground.otherTeacher, in: ground) == nil)
      // Another class, and later another time: the addresses end with the row.
      let list = try await ground.ask("{ schools { announcements { id } } }", as: ground.administrator)
      let id = try #require(list.at("data", "schools", 0, "announcements", 0, "id")?.string)
      func update(_ fields: String) async throws {
        let answer = try await ground.ask(
          #"mutation { updateAnnouncement(input: {id: "\#(id)", \#(fields)}) { announcement { id } } }"#, as: ground.administrator)
        #expect(answer.at("errors") == nil, "\(answer)")
      }
      func good() async throws -> Set<AccountViewer> {
        var good: Set<AccountViewer> = []
        for (viewer, address) in urls where try await ground.isGood(address) { good.insert(viewer) }
        return good
      }
      let all = Set(urls.keys)
      let member = try await ground.ask("{ viewer { member { name } } }", as: ground.otherParent)
      try await ground.bar(try #require(member.at("data", "viewer", "member", "name")?.string), from: "Mia")
      #expect(try await good() == all.subtracting([ground.otherParent]))
      try await update(#"from: "2999-01-01T00:00:00Z""#)
      #expect(try await good() == [ground.administrator, ground.teacher])
      try await update("from: null, pictureId: null")
      #expect(try await good() == [])
    }
  }

  @Test func `A picture is a file of the school, that the viewer has sent or sees`() async throws {
    try await PickupGround.run("school_picture_inputs") { ground in
      let own = try await newFile(by: ground.administrator, in: ground)
      let event = #"category: ARTS, firstDay: "2031-05-05", lastDay: "2031-05-05""#
      #expect(try await make("SchoolEvent", #"\#(event), pictureId: "\#(own)""#, as: ground.administrator, in: ground).at("errors") == nil)
      let document = try await newFile("DOCUMENT", by: ground.administrator, in: ground)
      let refused = try await make("SchoolEvent", #"\#(event), pictureId: "\#(document)""#, as: ground.administrator, in: ground)
      #expect(code(refused) == "BAD_USER_INPUT", "\(refused)")
      for other in [try await newFile(by: ground.teacher, in: ground), UUIDValue.random().description] {
        let answer = try await make("SchoolEvent", #"\#(event), pictureId: "\#(other)""#, as: ground.administrator, in: ground)
        #expect(code(answer) == "NOT_FOUND", "\(answer)")
      }
      // In a row that the viewer sees.
      let owls = #"classIds: ["\#(DemonstrationClass.owls.id)"], pictureId: "\#(own)""#
      #expect(try await make("Announcement", owls, as: ground.teacher, in: ground).at("errors") == nil)
      let unused = try await ground.database.run("SELECT count(*) FROM files WHERE unused_since IS NULL AND id = \(bind: .text(own))::uuid")
      #expect(unused.int8(row: 0, column: 0) == 1)
      try await ground.database.run("DELETE FROM announcements")
      try await ground.database.run("DELETE FROM school_events")
      let left = try await ground.database.run("SELECT count(*) FROM files WHERE unused_since IS NULL AND id = \(bind: .text(own))::uuid")
      #expect(left.int8(row: 0, column: 0) == 0)
    }
  }

  @Test func `Information has files, which its readers read`() async throws {
    try await PickupGround.run("school_files") { ground in
      try await ground.database.run("DELETE FROM school_information")
      let files = [
        try await newFile("DOCUMENT", by: ground.administrator, in: ground), try await newFile(by: ground.administrator, in: ground),
      ]
      let ids = files.map { "\"\($0)\"" }.joined(separator: ", ")
      let made = try await make("SchoolInformation", "section: POLICIES, fileIds: [\(ids)]", as: ground.administrator, in: ground)
      #expect(made.at("errors") == nil, "\(made)")
      let query = "id files { id name url }"
      let address = try await url(query, "information", as: ground.parent, in: ground)
      #expect(try await ground.isGood(address))
      let list = try await ground.ask("{ schools { information { id files { id } } } }", as: ground.parent)
        .at("data", "schools", 0, "information", 0)
      #expect(list?.at("files")?.array?.count == 2)
      let id = try #require(list?.at("id")?.string)
      func update(_ fields: String) async throws -> JSONValue {
        try await ground.ask(
          #"mutation { updateSchoolInformation(input: {id: "\#(id)", \#(fields)}) { schoolInformation { id } } }"#, as: ground.administrator)
      }
      let foreign = try await newFile(by: ground.teacher, in: ground)
      #expect(code(try await update(#"fileIds: ["\#(foreign)"]"#)) == "NOT_FOUND")
      #expect(try await update(#"title: "U""#).at("errors") == nil)
      #expect(try await ground.isGood(address))
      #expect(try await update("fileIds: []").at("errors") == nil)
      #expect(try await !ground.isGood(address))
    }
  }
}
