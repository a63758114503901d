import Domain
import GraphQL
import Planning
import SQL
import SampleData
import SessionTokens
import TestSupport
import Testing

@testable import Gateway

/// Pictures that the staff of a school see: through the enrolment of the student, and through the person who collects it.
@Suite(.serialized) struct ClassPictureTests {
  /// The addresses of the file and of a thumbnail, where the viewer sees the picture.
  private func addresses(_ field: String, _ id: String, as viewer: AccountViewer, _ ground: PickupGround) async throws -> [String] {
    let answer = try await ground.ask("{ \(field)(id: \"\(id)\") { picture { id url thumbnail(size: SMALL) } } }", as: viewer)
    let picture = answer.at("data", .key(field), "picture")
    return [picture?.at("url")?.string, picture?.at("thumbnail")?.string].compactMap(\.self)
  }

  private func expect(
    _ addresses: [String], areGood: Bool, _ ground: PickupGround, _ location: SourceLocation = #_sourceLocation
  ) async throws {
    #expect(addresses.count == 2, sourceLocation: location)
    for address in addresses { #expect(try await ground.isGood(address) == areGood, sourceLocation: location) }
  }

  private func setPicture(_ picture: String?, of student: String, _ ground: PickupGround) async throws {
    let value = picture.map { "\"\($0)\"" } ?? "null"
    let answer = try await ground.ask(
      #"mutation { updateStudent(input: {id: "\#(student)", pictureId: \#(value)}) { student { picture { id } } } }"#, as: ground.parent)
    #expect(answer.at("data", "updateStudent", "student", "picture", "id")?.string == picture, "\(answer)")
  }

  @Test func `Staff see a student's picture through the enrolment, until it ends`() async throws {
    try await PickupGround.run("class_pictures") { ground in
      let (students, enrolment) = (try await ground.students(), try await ground.enrolment(of: "Mia"))
      let picture = try await ground.newPicture()
      try await setPicture(picture, of: students.mia, ground)
      let own = try await addresses("student", students.mia, as: ground.otherParent, ground)
      try await expect(own, areGood: true, ground)
      var ofStaff: [[String]] = []
      for viewer in [ground.teacher, ground.dispatcher, ground.administrator] {
        let seen = try await addresses("classStudent", enrolment, as: viewer, ground)
        try await expect(seen, areGood: true, ground)
        ofStaff.append(seen)
        // Not through the family's row.
        #expect(try await ground.ask("{ file(id: \"\(picture)\") { id } }", as: viewer).at("data", "file") == .null)
        #expect(try await ground.ask("{ student(id: \"\(students.mia)\") { id } }", as: viewer).at("data", "student") == .null)
      }
      let outsiders = [
        ground.otherTeacher, try await ground.stranger(), try await ground.newAccount(name: "New"), ground.parent,
      ]
      for viewer in outsiders { #expect(try await addresses("classStudent", enrolment, as: viewer, ground) == []) }
      let ended = try await ground.ask(
        "mutation { endEnrolment(input: {id: \"\(enrolment)\"}) { enrolment { state } } }", as: ground.parent)
      #expect(ended.at("data", "endEnrolment", "enrolment", "state")?.string == "ENDED", "\(ended)")
      for seen in ofStaff { try await expect(seen, areGood: false, ground) }
      try await expect(own, areGood: true, ground)
      #expect(
        try await ground.database.run("SELECT (staff_school_ids || class_ids)::text FROM files WHERE id = \(bind: .text(picture))::uuid")
          .text(row: 0, column: 0) == "{}")
    }
  }

  @Test func `Whoever sets a student's picture consents to it, and without the consent staff see none`() async throws {
    try await PickupGround.run("picture_consents") { ground in
      let (students, enrolment) = (try await ground.students(), try await ground.enrolment(of: "Mia"))
      func consent(_ change: String) async throws {
        let answer = try await ground.ask(
          #"mutation { \#(change)(input: {studentId: "\#(students.mia)", kind: PHOTOGRAPHS}) { student { id } } }"#, as: ground.parent)
        #expect(answer.at("errors") == nil, "\(answer)")
      }
      func given() async throws -> [String] {
        let answer = try await ground.ask("{ student(id: \"\(students.mia)\") { consents { kind withdrawnAt } } }", as: ground.parent)
        let consents = answer.at("data", "student", "consents")?.array ?? []
        return consents.filter { $0.at("withdrawnAt") == .null }.compactMap { $0.at("kind")?.string }
      }
      try await ground.database.run("DELETE FROM consents")
      try await setPicture(try await ground.newPicture(), of: students.mia, ground)
      #expect(try await given() == ["PHOTOGRAPHS"])
      let seen = try await addresses("classStudent", enrolment, as: ground.teacher, ground)
      try await expect(seen, areGood: true, ground)
      try await consent("withdrawConsent")
      try await expect(seen, areGood: false, ground)
      #expect(try await addresses("classStudent", enrolment, as: ground.teacher, ground) == [])
      #expect(try await addresses("student", students.mia, as: ground.parent, ground).count == 2)
      try await consent("giveConsent")
      try await expect(seen, areGood: true, ground)
      // Also by a new picture.
      try await consent("withdrawConsent")
      try await setPicture(try await ground.newPicture(), of: students.mia, ground)
      #expect(try await given() == ["PHOTOGRAPHS"])
      #expect(try await addresses("classStudent", enrolment, as: ground.teacher, ground).count == 2)
      // A parent whom the school has barred decides nothing of it.
      try await ground.bar("Mateo Rivera", from: "Mia")
      for picture in ["null", #""\#(try await ground.newPicture())""#] {
        let refused = try await ground.ask(
          #"mutation { updateStudent(input: {id: "\#(students.mia)", pictureId: \#(picture)}) { student { id } } }"#, as: ground.otherParent)
        #expect(refused.code == "FORBIDDEN" || refused.code == "NOT_FOUND", "\(refused)")
      }
    }
  }

  @Test func `An address is of the student through whom the picture was read`() async throws {
    try await PickupGround.run("shared_pictures") { ground in
      let students = try await ground.students()
      let (mia, leo) = (try await ground.enrolment(of: "Mia"), try await ground.enrolment(of: "Leo"))
      let (picture, other) = (try await ground.newPicture(), try await ground.newPicture())
      for student in [students.mia, students.leo] { try await setPicture(picture, of: student, ground) }
      let teachers = try await addresses("classStudent", mia, as: ground.teacher, ground)
      let others = try await addresses("classStudent", leo, as: ground.otherTeacher, ground)
      let ofLeo = try await addresses("classStudent", leo, as: ground.administrator, ground)
      let own = try await addresses("student", students.mia, as: ground.parent, ground)
      // One answer has the picture of both: each address is of its student.
      let both = try await ground.ask("{ family { students { name picture { url } } } }", as: ground.parent)
      let siblings = both.at("data", "family", "students")?.array?.filter { $0.at("name")?.string != "Ada Rivera" } ?? []
      let urls = siblings.compactMap { $0.at("picture", "url")?.string }
      #expect(urls.count == 2 && Set(urls).count == 2 && urls.contains(own.first ?? ""), "\(both)")
      let seen = try await ground.ask("{ schools { students { picture { id url } } } }", as: ground.administrator)
      let listed = seen.at("data", "schools", 0, "students")?.array?.compactMap { $0.at("picture", "url")?.string } ?? []
      #expect(listed.contains(ofLeo.first ?? "") && Set(listed).count == 2, "\(seen)")
      for list in [teachers, others, ofLeo, own] { try await expect(list, areGood: true, ground) }
      try await setPicture(other, of: students.mia, ground)
      for list in [teachers, own] { try await expect(list, areGood: false, ground) }
      for list in [others, ofLeo] { try await expect(list, areGood: true, ground) }
      try await expect(try await addresses("classStudent", mia, as: ground.teacher, ground), areGood: true, ground)
      // Another class has it with the student.
      let place = try await ground.ask(
        #"mutation { placeStudent(input: {id: "\#(mia)", classId: "\#(DemonstrationClass.foxes.id)"}) { student { id } } }"#,
        as: ground.administrator)
      #expect(place.at("errors") == nil, "\(place)")
      #expect(try await addresses("classStudent", mia, as: ground.teacher, ground) == [])
    }
  }

  @Test func `Staff see the picture of a person who may collect a student`() async throws {
    try await PickupGround.run("pictures_of_class_collectors") { ground in
      let (picture, enrolment) = (try await ground.newPicture(), try await ground.enrolment(of: "Mia"))
      let made = try await ground.ask(
        #"mutation { createCollector(input: {enrolmentId: "\#(enrolment)", name: "Zoe", pictureId: "\#(picture)"}) { collector { id } } }"#,
        as: ground.parent)
      let collector = try #require(made.at("data", "createCollector", "collector", "id")?.string, "\(made)")
      func seen(as viewer: AccountViewer) async throws -> [String] {
        let answer = try await ground.ask(
          "{ classStudent(id: \"\(enrolment)\") { collectors { name picture { url thumbnail } } } }", as: viewer)
        let pictures = answer.at("data", "classStudent", "collectors")?.array?.filter { $0.at("name")?.string == "Zoe" }
          .compactMap { $0.at("picture") }.filter { $0 != .null } ?? []
        return pictures.flatMap { [$0.at("url")?.string, $0.at("thumbnail")?.string].compactMap(\.self) }
      }
      let teachers = try await seen(as: ground.teacher)
      try await expect(teachers, areGood: true, ground)
      #expect(try await seen(as: ground.otherTeacher) == [])
      let own = try await addresses("collector", collector, as: ground.otherParent, ground)
      try await expect(own, areGood: true, ground)
      let parents = try await addresses("collector", collector, as: ground.parent, ground)
      try await ground.bar("Elena Rivera")
      try await expect(parents, areGood: false, ground)
      try await expect(own, areGood: true, ground)
      let removed = try await ground.ask(
        #"mutation { deleteCollector(input: {id: "\#(collector)"}) { id } }"#, as: ground.otherParent)
      #expect(removed.at("errors") == nil, "\(removed)")
      for list in [teachers, own] { try await expect(list, areGood: false, ground) }
    }
  }

  @Test func `A picture of the account is its owner's, and ends with the family whose file it is`() async throws {
    try await PickupGround.run("pictures_of_accounts") { ground in
      func set(_ value: String, as viewer: AccountViewer) async throws -> JSONValue {
        try await ground.ask("mutation { updateViewer(input: {pictureId: \(value)}) { viewer { picture { id url } } } }", as: viewer)
      }
      let (picture, document) = (try await ground.newPicture(), try await ground.newPicture(kind: "DOCUMENT"))
      let made = try await set("\"\(picture)\"", as: ground.parent)
      let url = try #require(made.at("data", "updateViewer", "viewer", "picture", "url")?.string, "\(made)")
      #expect(try await ground.isGood(url))
      #expect(try await set("\"\(document)\"", as: ground.parent).code == "BAD_USER_INPUT")
      #expect(try await set("\"\(newID())\"", as: ground.parent).code == "NOT_FOUND")
      #expect(try await set("\"\(picture)\"", as: try await ground.newAccount(name: "New")).code == "NOT_FOUND")
      #expect(try await set("null", as: ground.parent).at("data", "updateViewer", "viewer", "picture") == .null)
      #expect(try await !ground.isGood(url))
      let newcomer = try await ground.newParent(invitedBy: ground.parent)
      let others = try await set("\"\(try await ground.newPicture(of: newcomer))\"", as: newcomer)
      #expect(others.at("data", "updateViewer", "viewer", "picture", "id")?.string != nil, "\(others)")
      let left = try await ground.ask("mutation { leaveFamily { viewer { id } } }", as: newcomer)
      #expect(left.at("errors") == nil, "\(left)")
      let outside = AccountViewer(accountID: newcomer.accountID, sessionID: newcomer.sessionID, membership: nil)
      #expect(try await ground.ask("{ viewer { picture { id } } }", as: outside).at("data", "viewer", "picture") == .null)
      // Without a family it has files of its own.
      let single = try await set("\"\(try await ground.newPicture(of: outside))\"", as: outside)
      #expect(try await ground.isGood(single.at("data", "updateViewer", "viewer", "picture", "url")?.string ?? ""), "\(single)")
    }
  }

  @Test func `Each type that leads to files has a place in addresses`() throws {
    let schema = try EntityMap<Viewer>.shared.schema
    for typeName in schema.typeNames {
      for field in schema.objectType(named: typeName)?.fields.map(\.self) ?? [] where field.type.namedType == "File" {
        let isRoot = [schema.queryType, schema.mutationType, schema.subscriptionType].contains(typeName)
        #expect(isRoot || FilePlace(of: typeName) != nil, "\(typeName).\(field.name)")
      }
    }
  }
}

extension PickupGround {
  /// A file that an account has sent, and no row uses yet.
  fileprivate func newPicture(of viewer: AccountViewer? = nil, kind: String = "PICTURE") async throws -> String {
    let (id, sender) = (newID(), viewer ?? parent)
    let size: SQL = kind == "PICTURE" ? "1" : "NULL"
    try await database.run(
      """
      INSERT INTO files (home_id, id, owner_id, name, media_type, kind, bytes, sha256, width, height, stored_bytes, declared_bytes,
        unused_since)
      VALUES (\(bind: .uuid(sender.membership?.familyID ?? sender.accountID)), \(bind: .text(id))::uuid, \(bind: .uuid(sender.accountID)),
        'a.png', 'image/png', \(bind: .text(kind)), 3, sha256('abc'), \(size), \(size), 3, 3, now())
      """)
    return id
  }
}
