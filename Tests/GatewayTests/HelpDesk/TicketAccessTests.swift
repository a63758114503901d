import Domain
import GraphQL
import SQL
import SampleData
import TestSupport
import Testing

@testable import Gateway

/// The people who see a ticket, and what each may do with it: nobody else gets a hint of it.
@Suite struct TicketAccessTests {
  private struct Person {
    let name: String
    let viewer: AccountViewer
  }

  private func people(_ ground: HelpDeskGround) async throws -> [Person] {
    let pickup = ground.pickup
    return [
      Person(name: "author", viewer: ground.parent), Person(name: "parent", viewer: ground.otherParent),
      Person(name: "leo", viewer: ground.leo), Person(name: "ada", viewer: ground.ada), Person(name: "teacher", viewer: pickup.teacher),
      Person(name: "otherTeacher", viewer: pickup.otherTeacher), Person(name: "administrator", viewer: pickup.administrator),
      Person(name: "dispatcher", viewer: pickup.dispatcher), Person(name: "stranger", viewer: try await pickup.stranger()),
    ]
  }

  /// The tickets that are looked at, each with who sees it and may only read, and who answers it.
  private func tickets(_ ground: HelpDeskGround) async throws -> [(id: String, author: String, readers: Set<String>, staff: Set<String>)] {
    [
      (try await ground.created(about: ground.mia), "author", ["parent"], ["teacher", "administrator"]),
      (try await ground.created("OTHER"), "author", [], ["administrator"]),
      (try await ground.created("BUG", about: ground.mia), "author", ["parent"], []),
      (try await ground.created("BUG"), "author", [], []),
      (try await ground.created(about: ground.leosEnrolment, as: ground.leo), "leo", ["author", "parent"], ["otherTeacher", "administrator"]),
      (try await ground.created(as: ground.leo), "leo", [], ["administrator"]),
    ]
  }

  private let document = """
    { node(id: "$id") { id ... on Ticket { title messages { text } } } ticket(id: "$id") { id } viewer { tickets { id } } }
    """

  @Test func `The author, the parents of the child and those who answer see a ticket, and nobody else`() async throws {
    try await HelpDeskGround.run("sight") { ground in
      let tickets = try await tickets(ground)
      for person in try await people(ground) {
        var own: Set<String> = []
        var answered: Set<String> = []
        for ticket in tickets {
          let isOfFamily = ticket.author == person.name || ticket.readers.contains(person.name)
          let isStaff = ticket.staff.contains(person.name)
          if isOfFamily { own.insert(ticket.id) }
          if isStaff { answered.insert(ticket.id) }
          let answer = try await ground.ask(document.replacing("$id", with: ticket.id), as: person.viewer)
          #expect((answer.at("data", "ticket", "id") != nil && answer.at("data", "ticket") != .null) == (isOfFamily || isStaff), "\(person.name): \(answer)")
          #expect((answer.at("data", "node") != .null) == (isOfFamily || isStaff), "\(person.name): \(answer)")
          #expect(answer.at("errors") == nil, "\(person.name): \(answer)")
          let listed = Set((answer.at("data", "viewer", "tickets")?.array ?? []).compactMap { $0.at("id")?.string })
          #expect(listed.isSubset(of: Set(tickets.map(\.id))))
        }
        let list = try await ground.ask("{ viewer { tickets(first: 50) { id } } schools { tickets { id } } }", as: person.viewer)
        let listed = Set((list.at("data", "viewer", "tickets")?.array ?? []).compactMap { $0.at("id")?.string })
        #expect(listed == own, "\(person.name): \(list)")
        let isDesk = ["teacher", "otherTeacher", "administrator"].contains(person.name)
        let ofSchool = (list.at("data", "schools")?.array ?? []).flatMap { $0.at("tickets")?.array ?? [] }.compactMap { $0.at("id")?.string }
        #expect(Set(ofSchool) == answered, "\(person.name): \(list)")
        if !isDesk && list.at("data", "schools")?.array?.isEmpty == false { #expect(list.code == "FORBIDDEN", "\(person.name): \(list)") }
        // Neither filters nor orders tell of others.
        let filtered = try await ground.ask(
          #"{ viewer { tickets(where: {title: {contains: "Boots"}}, orderBy: [{field: TITLE, direction: ASC}], first: 50) { id } } }"#, as: person.viewer)
        #expect(Set((filtered.at("data", "viewer", "tickets")?.array ?? []).compactMap { $0.at("id")?.string }) == own, "\(filtered)")
      }
    }
  }

  @Test func `A viewer of a ticket who may not act is forbidden to, and for others the ticket is not there`() async throws {
    try await HelpDeskGround.run("acts") { ground in
      let tickets = try await tickets(ground)
      for person in try await people(ground) {
        for ticket in tickets {
          try await ground.pickup.database.run("DELETE FROM attempts")
          let isAuthor = ticket.author == person.name
          let isStaff = ticket.staff.contains(person.name)
          let isSeen = isAuthor || isStaff || ticket.readers.contains(person.name)
          func code(_ isAllowed: Bool) -> String? { isAllowed ? nil : isSeen ? "FORBIDDEN" : "NOT_FOUND" }
          let written = try await ground.write(ticket.id, as: person.viewer)
          #expect(written.code == code(isAuthor), "\(person.name) writes: \(written)")
          let answered = try await ground.answer(ticket.id, as: person.viewer)
          #expect(answered.code == code(isStaff), "\(person.name) answers: \(answered)")
          let closed = try await ground.close(ticket.id, as: person.viewer)
          #expect(closed.code == code(isAuthor || isStaff), "\(person.name) closes: \(closed)")
        }
      }
      // The same as for an id that nobody has.
      let (none, one) = (newID(), tickets[0].id)
      for mutation in ["writeTicket", "answerTicket"] {
        for viewer in [ground.pickup.dispatcher, ground.ada] {
          let (missing, hidden) = (try await ground.send(mutation, none, as: viewer), try await ground.send(mutation, one, as: viewer))
          #expect("\(missing)".replacing(none, with: "") == "\(hidden)".replacing(one, with: ""))
        }
      }
    }
  }

  @Test func `Parents and students of the school write tickets, a student about itself`() async throws {
    try await HelpDeskGround.run("writers") { ground in
      let pickup = ground.pickup
      for viewer in [pickup.teacher, pickup.administrator, pickup.dispatcher] {
        #expect(try await ground.create(as: viewer).code == "FORBIDDEN")
      }
      for viewer in [ground.ada, try await pickup.stranger()] { #expect(try await ground.create(as: viewer).code == "NOT_FOUND") }
      #expect(try await ground.create(about: ground.leosEnrolment, as: ground.leo).at("errors") == nil)
      #expect(try await ground.create(about: ground.mia, as: ground.leo).code == "FORBIDDEN")
      let missing = try await ground.create(about: newID())
      #expect(missing.code == "NOT_FOUND" && missing.inputPath == "input.enrolmentId", "\(missing)")
      // Ada's enrolment has ended.
      let ended = try await pickup.database.run(
        "SELECT id::text FROM enrolments WHERE state = 'ENDED' AND school_id = \(bind: .uuid(DemonstrationFamily.schoolID))").texts
      let id: String = try #require(ended.first)
      #expect(try await ground.create(about: id).code == "CONFLICT")
    }
  }

  @Test func `A bar and the end of an enrolment count from the next request`() async throws {
    try await HelpDeskGround.run("ends") { ground in
      let (ofMia, ofNone) = (try await ground.created(about: ground.mia, as: ground.otherParent), try await ground.created(as: ground.otherParent))
      try await ground.pickup.bar("Mateo Rivera", from: "Mia")
      #expect(try await ground.state(ofMia, as: ground.otherParent) == nil)
      #expect(try await ground.state(ofNone, as: ground.otherParent) == "OPEN")
      #expect(try await ground.write(ofMia, as: ground.otherParent).code == "NOT_FOUND")
      #expect(try await ground.create(about: ground.mia, as: ground.otherParent).code == "FORBIDDEN")
      #expect(try await ground.state(ofMia, as: ground.parent) == "OPEN")
      // He hears nothing of answers.
      _ = try await ground.answer(ofMia)
      let told = try await ground.ask("{ viewer { notifications(first: 50) { kind } } }", as: ground.otherParent)
      #expect(told.at("data", "viewer", "notifications")?.array?.contains { $0.at("kind")?.string == "TICKET" } == false)
      // Another class, and then none.
      #expect(try await ground.state(ofMia, as: ground.pickup.teacher) == "ANSWERED")
      let moved = try await ground.ask(
        #"mutation { placeStudent(input: {id: "\#(ground.mia)", classId: "\#(DemonstrationClass.foxes.id)"}) { __typename } }"#,
        as: ground.pickup.administrator)
      #expect(moved.at("errors") == nil, "\(moved)")
      #expect(try await ground.state(ofMia, as: ground.pickup.teacher) == nil)
      #expect(try await ground.state(ofMia, as: ground.pickup.otherTeacher) == "ANSWERED")
      let ended = try await ground.ask(
        #"mutation { removeStudentFromSchool(input: {id: "\#(ground.mia)"}) { __typename } }"#, as: ground.pickup.administrator)
      #expect(ended.at("errors") == nil, "\(ended)")
      #expect(try await ground.state(ofMia, as: ground.pickup.otherTeacher) == nil)
      #expect(try await ground.state(ofMia, as: ground.pickup.administrator) == "ANSWERED")
    }
  }

  @Test func `A family that has left the school sees nothing of its tickets`() async throws {
    try await HelpDeskGround.run("left") { ground in
      let id = try await ground.created(about: ground.mia)
      let left = try await ground.ask(
        #"mutation { leaveSchool(input: {schoolId: "\#(DemonstrationFamily.schoolID)"}) { __typename } }"#, as: ground.parent)
      #expect(left.at("errors") == nil, "\(left)")
      for viewer in [ground.parent, ground.otherParent, ground.leo] {
        #expect(try await ground.state(id, as: viewer) == nil)
        let list = try await ground.ask("{ viewer { tickets { id } } }", as: viewer)
        #expect(list.at("data", "viewer", "tickets")?.array?.isEmpty == true, "\(list)")
      }
      #expect(try await ground.create().code == "NOT_FOUND")
    }
  }

  @Test func `A family's export has the tickets that the parent sees, and an account's its own`() async throws {
    try await HelpDeskGround.run("exports") { ground in
      let own = try await ground.created()
      let ofMia = try await ground.created(about: ground.mia, as: ground.otherParent)
      let others = [try await ground.created(as: ground.otherParent), try await ground.created(as: ground.leo)]
      func export(_ field: String, as viewer: AccountViewer) async throws -> (tickets: Set<String>, messages: Int) {
        let answer = try await ground.ask("mutation { \(field) { document } }", as: viewer)
        let document = try #require(answer.at("data", .key(field), "document"), "\(answer)")
        return (
          Set((document.at("tickets")?.array ?? []).compactMap { $0.at("id")?.string }), document.at("ticketMessages")?.array?.count ?? 0
        )
      }
      let family = try await export("exportFamily", as: ground.parent)
      #expect(family.tickets == [own, ofMia] && family.messages == 2)
      let account = try await export("exportAccount", as: ground.parent)
      #expect(account.tickets == [own] && account.messages == 1)
      let student = try await export("exportAccount", as: ground.leo)
      #expect(student.tickets == [others[1]] && student.messages == 1)
    }
  }
}
