import Domain
import GraphQL
import Postgres
import SQL
import SampleData
import TestSupport
import Testing

@testable import Gateway

/// The help desk of schools (TT-06): what is written, and in which states.
@Suite struct TicketTests {
  @Test func `A parent asks, staff answer, and each side reads the other`() async throws {
    try await HelpDeskGround.run("course") { ground in
      let made = try await ground.create(about: ground.mia)
      let ticket = try #require(made.at("data", "createTicket", "ticket"), "\(made)")
      #expect(ticket.at("state")?.string == "OPEN" && ticket.at("studentName")?.string == "Mia Rivera")
      #expect(ticket.at("messages", 0, "text")?.string == "Does she need boots?" && ticket.at("messages", 0, "isFromStaff") == .bool(false))
      #expect(ticket.at("messages", 0, "authorName")?.string == "Elena Rivera")
      let id = try #require(ticket.at("id")?.string)
      #expect(try await ground.answer(id, as: ground.pickup.teacher).at("data", "answerTicket", "ticket", "state")?.string == "ANSWERED")
      #expect(try await ground.write(id).at("data", "writeTicket", "ticket", "state")?.string == "OPEN")
      #expect(try await ground.close(id).at("data", "closeTicket", "ticket", "state")?.string == "CLOSED")
      #expect(try await ground.write(id).at("data", "writeTicket", "ticket", "state")?.string == "OPEN")
      let list = try await ground.ask(
        "{ viewer { tickets { id state messages { isFromStaff authorName text } } } }", as: ground.otherParent)
      let messages = list.at("data", "viewer", "tickets", 0, "messages")?.array ?? []
      #expect(messages.map { $0.at("isFromStaff") } == [.bool(false), .bool(true), .bool(false), .bool(false)], "\(list)")
      #expect(messages.count > 1 && messages[1].at("authorName")?.string == "Thea Becker")
    }
  }

  @Test func `Each action has the outcome of the table in each state`() async throws {
    try await HelpDeskGround.run("states") { ground in
      for state in TicketState.allCases {
        for action in TicketAction.allCases where action != .create {
          try await ground.pickup.database.run("DELETE FROM tickets")
          try await ground.pickup.database.run("DELETE FROM attempts")
          let id = try await ground.created()
          switch state {
          case .open: break
          case .answered: _ = try await ground.answer(id)
          case .closed: _ = try await ground.close(id)
          }
          if action == .writeLate {
            try await ground.pickup.database.run("UPDATE tickets SET closed_at = closed_at - interval '14 days 1 minute'")
          }
          let before = try await ground.count("SELECT count(*) FROM ticket_messages")
          let answer: JSONValue?
          switch action {
          case .create: answer = nil
          case .write, .writeLate: answer = try await ground.write(id)
          case .answer: answer = try await ground.answer(id)
          case .close: answer = try await ground.close(id)
          case .expire:
            try await ground.pickup.database.run("UPDATE tickets SET spoke_at = spoke_at - interval '14 days 1 minute'")
            try await ground.pickup.database.run("SELECT close_silent_tickets(50)")
            answer = nil
          }
          let written = try await ground.state(id, as: ground.parent)
          let added = (try await ground.count("SELECT count(*) FROM ticket_messages") ?? 0) - (before ?? 0)
          let writes: Set<TicketAction> = [.write, .writeLate, .answer]
          switch TicketTable.outcome(of: action, in: state) {
          case .move(let new):
            #expect(answer?.at("errors") == nil && written == new.rawValue, "\(action) in \(state): \(String(describing: answer))")
            #expect(added == (writes.contains(action) ? 1 : 0))
          case .unchanged:
            #expect(answer?.at("errors") == nil && written == state.rawValue, "\(action) in \(state): \(String(describing: answer))")
            #expect(added == (writes.contains(action) ? 1 : 0))
          case .conflict:
            #expect(answer?.code == "CONFLICT" && written == state.rawValue, "\(action) in \(state): \(String(describing: answer))")
            #expect(added == 0)
          case .notFound: Issue.record("there is a ticket")
          }
        }
      }
    }
  }

  @Test func `The same input sent again writes nothing more, and another one under its id is a conflict`() async throws {
    try await HelpDeskGround.run("retries") { ground in
      let (id, message, reply) = (newID(), newID(), newID())
      let first = try await ground.create(about: ground.mia, more: #", id: "\#(id)""#)
      #expect(first.at("data", "createTicket", "ticket", "id")?.string == id, "\(first)")
      #expect(try await ground.create(about: ground.mia, more: #", id: "\#(id)""#) == first)
      #expect(try await ground.create(title: "Other", more: #", id: "\#(id)""#).code == "CONFLICT")
      #expect(try await ground.create(about: ground.mia, more: #", id: "\#(id)""#, as: ground.otherParent).code == "CONFLICT")
      for (mutation, key, viewer) in [("writeTicket", message, ground.parent), ("answerTicket", reply, ground.pickup.teacher)] {
        for _ in 1...2 {
          let sent = try await ground.send(mutation, id, more: #", id: "\#(key)""#, as: viewer)
          #expect(sent.at("errors") == nil, "\(sent)")
        }
        #expect(try await ground.send(mutation, id, text: "Other", more: #", id: "\#(key)""#, as: viewer).code == "CONFLICT")
      }
      #expect(try await ground.send("answerTicket", id, more: #", id: "\#(reply)""#, as: ground.pickup.administrator).code == "CONFLICT")
      #expect(try await ground.count("SELECT count(*) FROM ticket_messages") == 3)
      #expect(try await ground.count("SELECT count(*) FROM tickets") == 1)
    }
  }

  @Test func `An account writes 10 tickets a day, and 60 messages an hour`() async throws {
    try await HelpDeskGround.run("limits") { ground in
      for _ in 1...10 { #expect(try await ground.create().at("errors") == nil) }
      let refused = try await ground.create()
      #expect(refused.code == "LIMIT_EXCEEDED", "\(refused)")
      let wait = try #require(refused.at("errors", 0, "extensions", "retryAfter")?.number)
      #expect((86_000...86_400).contains(wait))
      // Another account's are its own.
      let id = try await ground.created(as: ground.otherParent)
      for _ in 1...60 { #expect(try await ground.write(id, as: ground.otherParent).at("errors") == nil) }
      #expect(try await ground.write(id, as: ground.otherParent).code == "LIMIT_EXCEEDED")
      #expect(try await ground.answer(id).at("errors") == nil)
      #expect(try await ground.count("SELECT count(*) FROM tickets") == 11)
    }
  }

  @Test func `A ticket that was answered is closed after 14 silent days, and its author hears of it`() async throws {
    try await HelpDeskGround.run("silence") { ground in
      let (open, answered, late) = (try await ground.created(), try await ground.created(), try await ground.created())
      for id in [answered, late] { _ = try await ground.answer(id) }
      try await ground.pickup.database.run(
        "UPDATE tickets SET spoke_at = now() - interval '14 days 1 minute' WHERE id <> \(bind: .text(late))::uuid")
      try await ground.pickup.database.run(
        "UPDATE tickets SET spoke_at = now() - interval '13 days 23 hours' WHERE id = \(bind: .text(late))::uuid")
      let pool = try ConnectionPool(PoolConfiguration(address: ground.pickup.database.superuser.user("hatched_worker")))
      #expect(try await RepeatedWork.silentTickets(pool, atOnce: 1).pass() == 1)
      #expect(try await RepeatedWork.silentTickets(pool).pass() == 0)
      await pool.shutdown()
      var states: [String?] = []
      for id in [open, answered, late] { states.append(try await ground.state(id, as: ground.parent)) }
      #expect(states == ["OPEN", "CLOSED", "ANSWERED"])
      let told = try await ground.ask("{ viewer { notifications(first: 1) { kind event arguments { school title } } } }", as: ground.parent)
      #expect(told.at("data", "viewer", "notifications", 0, "event")?.string == "TICKET_CLOSED", "\(told)")
      // It may be opened anew.
      #expect(try await ground.write(answered).at("data", "writeTicket", "ticket", "state")?.string == "OPEN")
    }
  }

  @Test("Tickets are forgotten after 400 silent days, with their messages, however long dismissals are kept", arguments: [1, 3_650])
  func isForgotten(keptDays: Int) async throws {
    try await HelpDeskGround.run("retention_\(keptDays)") { ground in
      let (old, recent, silent) = (try await ground.created(), try await ground.created(), try await ground.created())
      let age: SQL = "now() - interval '401 days'"
      try await ground.pickup.database.run("UPDATE tickets SET spoke_at = \(age) WHERE id = \(bind: .text(old))::uuid")
      try await ground.pickup.database.run("UPDATE ticket_messages SET created_at = \(age)")
      try await ground.pickup.database.run("UPDATE tickets SET spoke_at = now() - interval '399 days' WHERE id = \(bind: .text(silent))::uuid")
      _ = try await ground.write(recent)
      let pool = try ConnectionPool(PoolConfiguration(address: ground.pickup.database.superuser.user("hatched_worker")))
      _ = try await PickupRetention(pool: pool, days: keptDays).pass()
      await pool.shutdown()
      #expect(try await ground.state(old, as: ground.parent) == nil)
      #expect(try await ground.state(silent, as: ground.parent) != nil)
      let messages = try await ground.ask(#"{ ticket(id: "\#(recent)") { messages { text } } }"#, as: ground.parent)
      #expect(messages.at("data", "ticket", "messages")?.array?.count == 1, "\(messages)")
    }
  }

  @Test func `A new ticket offers the passages of the school's information that fit its text`() async throws {
    try await HelpDeskGround.run("passages") { ground in
      let answer = try await ground.create(title: "Time", text: "What time does the school begin?")
      let passages = answer.at("data", "createTicket", "passages")?.array ?? []
      #expect(passages.first?.at("information", "title")?.string == "Bell schedule", "\(answer)")
      let marked = (passages.first?.at("excerpt")?.array ?? []).filter { $0.at("isMatch") == .bool(true) }.compactMap { $0.at("text")?.string }
      #expect(marked.contains("begins"), "\(marked)")
      let found = try await ground.ask(
        #"{ schools { search(text: "What time does the school begin?") { information { title } excerpt { text isMatch } } } }"#, as: ground.parent)
      #expect(found.at("data", "schools", 0, "search") == answer.at("data", "createTicket", "passages"))
      // Two in one request, each by its own text.
      let both = try await ground.ask(
        #"""
        mutation {
          a: createTicket(input: {schoolId: "\#(DemonstrationFamily.schoolID)", kind: OTHER, title: "A", text: "instrument"}) {
            passages { information { title } excerpt { text isMatch } } }
          b: createTicket(input: {schoolId: "\#(DemonstrationFamily.schoolID)", kind: BUG, title: "B", text: "nothing of this kind whatever"}) {
            passages { information { title } } }
        }
        """#, as: ground.parent)
      #expect(both.at("data", "a", "passages", 0, "information", "title")?.string == "Music", "\(both)")
      #expect(both.at("data", "a", "passages", 0, "excerpt")?.array?.contains { $0.at("isMatch") == .bool(true) } == true)
      #expect(both.at("data", "b", "passages")?.array?.isEmpty == true, "\(both)")
      // A long text, and one without a word.
      for text in [String(repeating: "word ", count: 1_990), "?!"] {
        let answer = try await ground.create(text: text)
        #expect(answer.at("errors") == nil && answer.at("data", "createTicket", "passages")?.array?.isEmpty == true, "\(answer)")
      }
    }
  }
}
