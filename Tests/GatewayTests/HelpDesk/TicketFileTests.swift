import Domain
import GraphQL
import SQL
import SampleData
import TestSupport
import Testing

/// The files of messages of tickets: files of the school, read by those who see the ticket.
@Suite struct TicketFileTests {
  /// A stored file of the school, or of another home.
  private func newFile(
    by sender: AccountViewer, of home: UUIDValue = DemonstrationFamily.schoolID, in ground: HelpDeskGround
  ) async throws -> String {
    let id = newID()
    try await ground.pickup.database.run(
      """
      INSERT INTO files (home_id, id, owner_id, name, media_type, kind, bytes, sha256, stored_bytes, declared_bytes, unused_since) VALUES (
        \(bind: .uuid(home)), \(bind: .text(id))::uuid, \(bind: .uuid(sender.accountID)), 'f.txt', 'text/plain', 'DOCUMENT', 1, sha256('f'), 1, 1,
        now())
      """)
    return id
  }

  private func url(_ ticket: String, as viewer: AccountViewer, in ground: HelpDeskGround) async throws -> String? {
    let answer = try await ground.ask(#"{ ticket(id: "\#(ticket)") { messages { files { id url } } } }"#, as: viewer)
    #expect(answer.at("errors") == nil, "\(answer)")
    return answer.at("data", "ticket", "messages", 0, "files", 0, "url")?.string
  }

  @Test func `Those who see a ticket read its files, and their addresses end with that`() async throws {
    try await HelpDeskGround.run("files") { ground in
      let file = try await newFile(by: ground.otherParent, in: ground)
      let made = try await ground.create(about: ground.mia, more: #", fileIds: ["\#(file)"]"#, as: ground.otherParent)
      let id = try #require(made.at("data", "createTicket", "ticket", "id")?.string, "\(made)")
      #expect(try await ground.count("SELECT count(*) FROM files WHERE unused_since IS NULL AND id = \(bind: .text(file))::uuid") == 1)
      var urls: [AccountViewer: String] = [:]
      for viewer in [ground.parent, ground.otherParent, ground.pickup.teacher, ground.pickup.administrator] {
        let address = try #require(try await url(id, as: viewer, in: ground))
        #expect(try await ground.pickup.isGood(address))
        urls[viewer] = address
      }
      for viewer in [ground.leo, ground.pickup.otherTeacher, ground.pickup.dispatcher] {
        #expect(try await url(id, as: viewer, in: ground) == nil)
        let direct = try await ground.ask(#"{ file(id: "\#(file)") { id } }"#, as: viewer)
        #expect(direct.at("data", "file") == .null, "\(direct)")
      }
      func good() async throws -> Set<AccountViewer> {
        var good: Set<AccountViewer> = []
        for (viewer, address) in urls where try await ground.pickup.isGood(address) { good.insert(viewer) }
        return good
      }
      try await ground.pickup.bar("Mateo Rivera", from: "Mia")
      #expect(try await good() == [ground.parent, ground.pickup.teacher, ground.pickup.administrator])
      let moved = try await ground.ask(
        #"mutation { placeStudent(input: {id: "\#(ground.mia)", classId: "\#(DemonstrationClass.foxes.id)"}) { __typename } }"#,
        as: ground.pickup.administrator)
      #expect(moved.at("errors") == nil, "\(moved)")
      #expect(try await good() == [ground.parent, ground.pickup.administrator])
      try await ground.pickup.database.run("DELETE FROM tickets")
      #expect(try await good() == [])
      #expect(try await ground.count("SELECT count(*) FROM files WHERE unused_since IS NULL AND id = \(bind: .text(file))::uuid") == 0)
    }
  }

  @Test func `A message takes files of the school that its author has sent or sees`() async throws {
    try await HelpDeskGround.run("file_inputs") { ground in
      let id = try await ground.created(about: ground.mia)
      let family = try #require(ground.parent.membership).familyID
      let foreign = [
        try await newFile(by: ground.otherParent, in: ground), try await newFile(by: ground.parent, of: family, in: ground), newID(),
      ]
      for file in foreign {
        let refused = try await ground.send("writeTicket", id, more: #", fileIds: ["\#(file)"]"#, as: ground.parent)
        #expect(refused.code == "NOT_FOUND" && refused.inputPath == "input.fileIds.0", "\(refused)")
        #expect(try await ground.create(more: #", fileIds: ["\#(file)"]"#).code == "NOT_FOUND")
      }
      let own = try await newFile(by: ground.parent, in: ground)
      #expect(try await ground.send("writeTicket", id, more: #", fileIds: ["\#(own)"]"#, as: ground.parent).at("errors") == nil)
      // Those who read it there may send it on.
      #expect(try await ground.send("answerTicket", id, more: #", fileIds: ["\#(own)"]"#, as: ground.pickup.teacher).at("errors") == nil)
      let other = try await ground.created(about: ground.leosEnrolment, as: ground.leo)
      let hidden = try await ground.send("answerTicket", other, more: #", fileIds: ["\#(own)"]"#, as: ground.pickup.otherTeacher)
      #expect(hidden.code == "NOT_FOUND", "\(hidden)")
      let many = (1...21).map { _ in "\"\(newID())\"" }.joined(separator: ", ")
      #expect(try await ground.send("writeTicket", id, more: ", fileIds: [\(many)]", as: ground.parent).code == "BAD_USER_INPUT")
      #expect(try await ground.count("SELECT count(*) FROM ticket_files") == 2)
    }
  }
}
