import Gateway
import GraphQL
import Postgres
import SQL
import Domain
import TestSupport
import Testing

/// How a request to join ends without an answer, and who sees it until then.
@Suite struct JoinRequestEndTests {
  private static let database = Task { try await SchoolDatabase("join_request_ends", families: 1) }

  private func run(_ body: (Household) async throws -> Void) async throws {
    try await Household.run(on: Self.database.value, body)
  }

  private func open(_ parent: Person) async throws -> [String] {
    let answer = try await parent.ask("{ family { joinRequests { id } } }")
    return answer.at("data", "family", "joinRequests")?.array?.compactMap { $0.at("id")?.string } ?? ["\(answer)"]
  }

  private func own(_ person: Person) async throws -> [String] {
    let answer = try await person.ask("{ viewer { joinRequests { id } } }")
    return answer.at("data", "viewer", "joinRequests")?.array?.compactMap { $0.at("id")?.string } ?? ["\(answer)"]
  }

  private func ask(_ person: Person, _ code: String) async throws -> String {
    let answer = try await person.requestToJoin(code)
    return try #require(answer.at("data", "requestToJoinFamily", "requestId")?.string, "\(answer)")
  }

  private func confirm(_ request: String, by parent: Person) async throws -> JSONValue {
    try await parent.ask(#"mutation { confirmJoinRequest(input: {id: "\#(request)"}) { student { id } } }"#)
  }

  private func state(_ household: Household, _ request: String) async throws -> [String] {
    try await household.database.run("SELECT state FROM join_requests WHERE id::text = \(bind: .text(request))").texts
  }

  @Test func `An account that asked a family, became a parent of another and left it is not let in without asking again`() async throws {
    try await run { household in
      let (first, firstCode) = try await household.parent()
      let (second, _) = try await household.parent()
      // An account that has not said what it is to be.
      let wanderer = try await household.newcomer(.student)
      try await household.database.run("UPDATE accounts SET chosen_role = NULL WHERE id = \(bind: try await wanderer.accountID)")
      let request = try await ask(wanderer, firstCode)
      try await wanderer.accept(try await household.invitation(of: second, "role: PARENT"))
      #expect(try await wanderer.ask("{ viewer { role } }").at("data", "viewer", "role")?.string == "PARENT")
      #expect(try await open(first) == [])
      try await wanderer.ask("mutation { leaveFamily { session { token } } }")
      #expect(try await open(first) == [])
      #expect(try await own(wanderer) == [])
      #expect(try await confirm(request, by: first).code == "NOT_FOUND")
      #expect(try await state(household, request) == ["ENDED"])
      // Asked again it is open.
      let again = try await ask(wanderer, firstCode)
      #expect(again != request)
      #expect(try await open(first) == [again])
      #expect(try await confirm(again, by: first).at("errors") == nil)
    }
  }

  @Test("A request ends when its account gets a place, however it does", arguments: ["invitation", "code", "confirmed", "family"])
  func place(way: String) async throws {
    try await run { household in
      let (here, hereCode) = try await household.parent()
      let (there, thereCode) = try await household.parent()
      let student = try await household.newcomer(.student)
      let requests = [try await ask(student, hereCode), try await ask(student, thereCode)]
      switch way {
      case "invitation": try await student.accept(try await household.invitation(of: there, "role: STUDENT"))
      case "code":
        try await there.ask("mutation { updateFamily(input: {joinPolicy: AUTOMATIC}) { family { id } } }")
        try await student.requestToJoin(thereCode)
      case "confirmed": #expect(try await confirm(requests[1], by: there).at("errors") == nil)
      default:
        try await household.database.run("UPDATE accounts SET chosen_role = NULL WHERE id = \(bind: try await student.accountID)")
        let made = try await student.ask(#"mutation { createFamily(input: {name: "Own"}) { session { token } } }"#)
        #expect(made.at("errors") == nil)
      }
      #expect(try await open(here) == [])
      #expect(try await open(there) == [])
      #expect(try await own(student) == [])
      #expect(try await confirm(requests[0], by: here).code == "NOT_FOUND")
      #expect(try await state(household, requests[0]) == ["ENDED"])
      #expect(try await state(household, requests[1]) == [way == "confirmed" ? "CONFIRMED" : "ENDED"])
    }
  }

  @Test func `A request ends with the role that it was made in, and with its account`() async throws {
    try await run { household in
      let (parent, code) = try await household.parent()
      let student = try await household.newcomer(.student)
      let request = try await ask(student, code)
      try await student.ask("mutation { updateViewer(input: {role: STUDENT, name: \"Other\"}) { viewer { id } } }")
      #expect(try await open(parent) == [request])
      try await student.ask("mutation { updateViewer(input: {role: PARENT}) { viewer { id } } }")
      #expect(try await open(parent) == [])
      try await student.ask("mutation { updateViewer(input: {role: STUDENT}) { viewer { id } } }")
      #expect(try await open(parent) == [])
      #expect(try await own(student) == [])

      let disabled = try await household.newcomer(.student)
      let second = try await ask(disabled, code)
      try await household.database.run("UPDATE accounts SET disabled_at = now() WHERE id = \(bind: try await disabled.accountID)")
      #expect(try await open(parent) == [])
      #expect(try await confirm(second, by: parent).code == "NOT_FOUND")

      let gone = try await household.newcomer(.student, name: "Gone")
      let third = try await ask(gone, code)
      try await gone.ask(#"mutation { deleteAccount(input: {confirmation: "Gone"}) { accountId } }"#)
      #expect(try await open(parent) == [])
      #expect(try await state(household, third) == [])
    }
  }

  @Test func `Accounts that asked the same families, in another order, are deleted at the same time without a deadlock`() async throws {
    let database = try await SchoolDatabase("accounts_deleted_at_once", families: 1)
    try await Household.run(on: database) { household in
      // A count stays locked for long enough that the other deletion meets it.
      try await database.run(
        """
        CREATE FUNCTION linger() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.1); RETURN NULL; END $$
        """)
      try await database.run(
        """
        CREATE TRIGGER linger AFTER UPDATE ON family_usage FOR EACH ROW
        WHEN (NEW.kind = 'join_requests' AND NEW.rows < OLD.rows) EXECUTE FUNCTION linger()
        """)
      let codes = [try await household.parent().code, try await household.parent().code]
      let accounts = [
        try await household.newcomer(.student, name: "Gone"), try await household.newcomer(.student, name: "Gone"),
      ]
      for code in codes { _ = try await ask(accounts[0], code) }
      for code in codes.reversed() { _ = try await ask(accounts[1], code) }
      let delete = #"mutation { deleteAccount(input: {confirmation: "Gone"}) { accountId } }"#
      let answers = await household.sendAtOnce(accounts.map { ($0.token, delete) })
      #expect(answers.allSatisfy { $0?.at("data", "deleteAccount", "accountId") != nil }, "\(answers)")
      // PostgreSQL publishes a connection's counters a second after its last activity.
      try await Task.sleep(for: .milliseconds(1200))
      let count = try await database.run("SELECT deadlocks::text FROM pg_stat_database WHERE datname = current_database()")
      #expect(count.texts == ["0"])
    }
  }

  @Test func `A request lapses after 14 days, and is made anew when it is sent again`() async throws {
    try await run { household in
      let (parent, code) = try await household.parent()
      let student = try await household.newcomer(.student)
      let request = try await ask(student, code)
      try await household.database.run(
        "UPDATE join_requests SET expires_at = expires_at - interval '13 days 23 hours' WHERE id::text = \(bind: .text(request))")
      #expect(try await open(parent) == [request])
      #expect(try await own(student) == [request])
      try await household.database.run(
        "UPDATE join_requests SET expires_at = expires_at - interval '1 hour' WHERE id::text = \(bind: .text(request))")
      #expect(try await open(parent) == [])
      #expect(try await own(student) == [])
      #expect(try await confirm(request, by: parent).code == "NOT_FOUND")
      #expect(try await parent.ask(#"mutation { declineJoinRequest(input: {id: "\#(request)"}) { id } }"#).code == "NOT_FOUND")
      let again = try await ask(student, code)
      #expect(again != request)
      #expect(try await open(parent) == [again])
      #expect(try await state(household, request) == ["EXPIRED"])
      // A lapsed request can be withdrawn too: no row of it remains.
      #expect(try await student.ask(#"mutation { withdrawJoinRequest(input: {id: "\#(request)"}) { id } }"#).at("errors") == nil)
      #expect(try await state(household, request) == [])
    }
  }

  @Test func `An answer is final, whatever a program writes`() async throws {
    try await run { household in
      let (parent, code) = try await household.parent()
      let request = try await ask(try await household.newcomer(.student), code)
      try await parent.ask(#"mutation { declineJoinRequest(input: {id: "\#(request)"}) { id } }"#)
      for state in ["PENDING", "CONFIRMED", "EXPIRED", "ENDED"] {
        await #expect(throws: StatementError.self) {
          try await household.database.run(
            "UPDATE join_requests SET state = \(bind: .text(state)) WHERE id::text = \(bind: .text(request))")
        }
      }
    }
  }

  // MARK: The account that asked

  @Test func `An account that waits sees its own requests, without the family, and no other account's`() async throws {
    try await run { household in
      let (parent, code) = try await household.parent()
      let (_, otherCode) = try await household.parent()
      let student = try await household.newcomer(.student)
      let other = try await household.newcomer(.student)
      #expect(try await own(student) == [])
      let first = try await ask(student, code)
      let foreign = try await ask(other, code)
      let second = try await ask(student, otherCode)
      let answer = try await student.ask("{ viewer { joinRequests { id status createdAt expiresAt } } family { id } }")
      let requests = try #require(answer.at("data", "viewer", "joinRequests")?.array)
      #expect(requests.compactMap { $0.at("id")?.string } == [first, second])
      #expect(requests.allSatisfy { $0.at("status")?.string == "PENDING" })
      #expect(answer.at("data", "family") == .null)
      let days = try await household.database.run(
        "SELECT (extract(epoch FROM expires_at - created_at) / 86400)::int4 FROM join_requests WHERE id::text = \(bind: .text(first))")
      #expect(days.int4(row: 0, column: 0) == 14)
      #expect(try await own(other) == [foreign])
      #expect(try await own(parent) == [])
      #expect(await household.gateway.send("{ viewer { joinRequests { id } } }", as: nil).outcome == .unauthenticated)
      // Answered or taken back it is not listed.
      try await parent.ask(#"mutation { declineJoinRequest(input: {id: "\#(first)"}) { id } }"#)
      #expect(try await own(student) == [second])
      try await student.ask(#"mutation { withdrawJoinRequest(input: {id: "\#(second)"}) { id } }"#)
      #expect(try await own(student) == [])
    }
  }

  // MARK: Notifications

  private func notifications(_ person: Person) async throws -> [JSONValue] {
    let answer = try await person.ask(
      """
      { viewer { unreadNotificationCount notifications(where: {kind: {eq: JOIN_REQUEST}}) {
        kind title readAt student { id } assignment { id } joinRequest { id name expiresAt }
      } } }
      """)
    #expect(answer.at("errors") == nil)
    return try #require(answer.at("data", "viewer", "notifications")?.array)
  }

  @Test func `Every parent is notified once of a request, and no student`() async throws {
    try await run { household in
      let (parent, code) = try await household.parent()
      let second = try await household.newcomer(.parent, name: "Second")
      try await second.accept(try await household.invitation(of: parent, "role: PARENT"))
      let sibling = try await household.student(of: parent)
      let (stranger, _) = try await household.parent()
      let student = try await household.newcomer(.student, name: "Cy")
      let request = try await ask(student, code)
      #expect(try await ask(student, code) == request)
      for person in [parent, second] {
        let told = try await notifications(person)
        #expect(told.count == 1)
        #expect(told.first?.at("title")?.string == "Cy asks to join the family")
        #expect(told.first?.at("joinRequest", "id")?.string == request)
        #expect(told.first?.at("joinRequest", "name")?.string == "Cy")
        #expect(told.first?.at("readAt") == .null)
        #expect(told.first?.at("student") == .null)
      }
      for person in [sibling, stranger] { #expect(try await notifications(person).isEmpty) }

      // One parent answers: nobody is waited for any more.
      #expect(try await confirm(request, by: second).at("errors") == nil)
      for person in [parent, second] {
        let told = try await notifications(person)
        #expect(told.first?.at("readAt") != .null)
        #expect(told.first?.at("joinRequest") == .null)
        // The first parent is told of the second one, too: that waits until it is read.
        let others = person === parent ? ["NEW_PARENT"] : []
        let viewer = try await person.ask("{ viewer { unreadNotificationCount notifications { kind readAt } } }").at("data", "viewer")
        let unread = viewer?.at("notifications")?.array?.filter { $0.at("readAt") == .null }
        #expect(unread?.compactMap { $0.at("kind")?.string } == others)
        #expect(viewer?.at("unreadNotificationCount")?.number == Double(others.count))
      }
    }
  }

  @Test func `A request that ends or is taken back leaves no unread notification`() async throws {
    try await run { household in
      let (parent, code) = try await household.parent()
      let (other, _) = try await household.parent()
      let leaves = try await household.newcomer(.student, name: "Leaves")
      _ = try await ask(leaves, code)
      try await leaves.accept(try await household.invitation(of: other, "role: STUDENT"))
      #expect(try await notifications(parent).map { $0.at("readAt") == .null } == [false])
      let withdraws = try await household.newcomer(.student, name: "Withdraws")
      let request = try await ask(withdraws, code)
      #expect(try await notifications(parent).count == 2)
      try await withdraws.ask(#"mutation { withdrawJoinRequest(input: {id: "\#(request)"}) { id } }"#)
      #expect(try await notifications(parent).count == 1)
    }
  }
}

extension Person {
  fileprivate var accountID: SQLValue {
    get async throws {
      let id = try await ask("{ viewer { id } }").at("data", "viewer", "id")?.string
      return .uuid(try #require(id.flatMap { UUIDValue($0) }))
    }
  }
}
