import Foundation
import GraphQL
import Postgres
import SQL
import SampleData
import TestSupport
import Testing

@testable import Server

/// A day in the life of a family, from its first sign-in to the last sign-out: `hatched serve` and `hatched overdue`
/// as processes, over HTTP, on PostgreSQL. It checks the answers that each person sees, and that others do not see
/// them.
@Suite struct ScriptedDayTests {
  private static let database = Task { try await SchoolDatabase("scripted_day", families: 1) }

  @Test func `The Lovelaces spend a day, and the Babbages see nothing of it`() async throws {
    let database = try await Self.database.value
    let apple = try TestApple()
    let keys = FileManager.default.temporaryDirectory.appending(path: "keys-\(UUIDValue.random()).json")
    try apple.keySet.write(to: keys, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(at: keys) }
    let worker = "\(database.superuser.user("hatched_worker"))"
    let options = [
      "--apple-audience", TestApple.audience, "--apple-keys", keys.path, "--worker-database-url", worker,
    ]
    try await RunningServer.run(on: database.app, options) { server in
      var (ada, ben, cy) = (Person("Ada", server), Person("Ben", server), Person("Cy", server))
      let nobody = Person("Nobody", server)

      // MARK: Ada signs in, and makes a family.

      #expect(try await ada.signIn(with: apple, role: nil).code == "ROLE_REQUIRED")
      try await ada.signIn(with: apple, role: "PARENT").requireNoError()
      let newcomer = try await ada.ask("{ viewer { name chosenRole role menu } family { id } planner { date } }")
      #expect(newcomer.at("viewer", "name")?.string == "Ada")
      #expect(newcomer.at("viewer", "chosenRole")?.string == "PARENT")
      #expect(newcomer.at("viewer", "role") == .null)
      #expect(newcomer.at("family") == .null)
      #expect(newcomer.at("planner") == .array([]))

      let made = try await ada.ask(
        #"mutation { made: createFamily(input: {name: "Lovelace", timeZone: "Europe/London"}) { session { token } family { id code } } }"#)
      ada.token = try #require(made.at("made", "session", "token")?.string)
      let family = try #require(made.at("made", "family", "id")?.string)
      let code = try #require(made.at("made", "family", "code")?.string)

      // MARK: Ben comes with an invitation, which is good once; without one no parent comes in.

      let invitation = try #require(
        try await ada.ask("mutation { createInvitation(input: {role: PARENT}) { code } }")
          .at("createInvitation", "code")?.string)
      try await ben.signIn(with: apple, role: "PARENT").requireNoError()
      #expect(try await ben.send(#"mutation { requestToJoinFamily(input: {code: "\#(code)"}) { status } }"#).code == "FORBIDDEN")
      let accept = #"mutation { it: acceptInvitation(input: {code: "\#(invitation)"}) { session { token } family { parents { name } } } }"#
      let accepted = try await ben.ask(accept)
      ben.token = try #require(accepted.at("it", "session", "token")?.string)
      #expect(accepted.at("it", "family", "parents")?.texts("name") == ["Ada", "Ben"])

      // MARK: Cy asks with the family's code, and is in once Ada has said so.

      try await cy.signIn(with: apple, role: "STUDENT").requireNoError()
      #expect(try await cy.send(accept).code == "CONFLICT")
      let asked = try await cy.ask(#"mutation { it: requestToJoinFamily(input: {code: "\#(code.lowercased())"}) { status requestId } }"#)
      #expect(asked.at("it", "status")?.string == "PENDING")
      #expect(try await cy.ask("{ family { id } }").at("family") == .null)
      #expect(try await ben.ask("{ family { joinRequests { name } } }").at("family", "joinRequests")?.texts("name") == ["Cy"])
      let request = try #require(asked.at("it", "requestId")?.string)
      let confirmed = try await ada.ask(#"mutation { it: confirmJoinRequest(input: {id: "\#(request)"}) { student { id hasAccount } } }"#)
      let student = try #require(confirmed.at("it", "student", "id")?.string)
      #expect(confirmed.at("it", "student", "hasAccount") == .bool(true))
      try await cy.refresh()
      let seen = try await cy.send("{ viewer { role } family { name code students { name } } }")
      #expect(seen.at("data", "viewer", "role")?.string == "STUDENT")
      #expect(seen.at("data", "family", "students")?.texts("name") == ["Cy"])
      // The code is not for students: an error at its place, and the rest stands.
      #expect(seen.at("data", "family", "code") == .null)
      #expect(seen.at("errors")?.array?.map { $0.at("extensions", "code")?.string } == ["FORBIDDEN"])

      // MARK: Ada builds a curriculum. Only parents write.

      let today = try #require(try await ada.ask("{ planner(days: 1) { date } }").at("planner", 0, "date")?.string)
      let yesterday = try day(today, plus: -1)
      let ids = (subject: newID(), algebra: newID(), writing: newID(), equations: newID(), essay: newID())
      let build = """
        mutation {
          a: createSubject(input: {id: "\(ids.subject)", name: "Mathematics"}) { subject { name } }
          b: createCourse(input: {id: "\(ids.algebra)", subjectId: "\(ids.subject)", name: "Algebra"}) { course { name } }
          c: createCourse(input: {id: "\(ids.writing)", subjectId: "\(ids.subject)", name: "Proofs"}) { course { name } }
          d: createAssignment(input: {id: "\(ids.equations)", studentId: "\(student)", courseId: "\(ids.algebra)",
            title: "Linear equations", dueDate: "\(today)", pointsPossible: 12}) { assignment { title } }
          e: createAssignment(input: {id: "\(ids.essay)", studentId: "\(student)", courseId: "\(ids.writing)",
            title: "Infinitely many primes", dueDate: "\(yesterday)", pointsPossible: 20}) { assignment { state } }
          f: createQuestion(input: {id: "\(newID())", assignmentId: "\(ids.equations)", prompt: "3x + 4 = 10"}) { question { position } }
          g: createQuote(input: {id: "\(newID())", text: "Festina lente."}) { quote { text } }
        }
        """
      let refused = try await cy.send(build)
      #expect(Set(refused.codes.values) == ["FORBIDDEN"])
      #expect(refused.codes.count == 7)
      let built = try await ada.ask(build)
      #expect(built.at("e", "assignment", "state")?.string == "OVERDUE")
      // Her answer was lost, say, and she sends it once more: everything is there once.
      #expect(try await ada.send(build).codes == [:])
      let tree = try await cy.ask("{ family { subjects { name courses { name assignments(first: 5) { title } } } } }")
      #expect(tree.at("family", "subjects", 0, "courses")?.texts("name") == ["Algebra", "Proofs"])
      #expect(tree.at("family", "subjects", 0, "courses", 0, "assignments")?.texts("title") == ["Linear equations"])

      // MARK: Ben plans. All see the same week; nothing that is due can be removed from it.

      let task = newID()
      try await ben.ask(
        ##"mutation { createPlannerTask(input: {id: "\##(task)", title: "Museum", date: "\##(today)", time: "15:30:00", color: "#2E86AB"}) { plannerTask { id } } }"##)
      for person in [ada, ben, cy] {
        let week = try await person.ask("{ planner { date entries { __typename title } } }")
        #expect(week.at("planner")?.array?.count == 7)
        #expect(week.at("planner", 0, "date")?.string == today)
        #expect(week.at("planner", 0, "entries")?.texts("title").sorted() == ["Linear equations", "Museum"])
      }
      func remove(_ id: String) -> String { #"mutation { deletePlannerTask(input: {id: "\#(id)"}) { id } }"# }
      #expect(try await cy.send(remove(task)).code == "FORBIDDEN")
      #expect(try await ben.send(remove(ids.equations)).code == "NOT_FOUND")

      // MARK: Cy works, is stuck, asks, and is done.

      let due = try await cy.ask(
        "{ viewer { member { ... on Student { assignmentsDue { id title state questions { prompt } } } } } dailyQuote { text } }")
      #expect(due.at("viewer", "member", "assignmentsDue")?.texts("id") == [ids.equations])
      #expect(due.at("viewer", "member", "assignmentsDue", 0, "questions")?.texts("prompt") == ["3x + 4 = 10"])
      #expect(due.at("dailyQuote", "text")?.string == "Festina lente.")
      try await cy.ask(
        #"mutation { requestHelp(input: {assignmentId: "\#(ids.equations)", message: "What is x?"}) { assignment { title } } }"#)
      // Ada alone was a parent when Ben became one.
      let earlier = [(ada, ["Ben is a parent of your family now"]), (ben, [])]
      for (parent, earlier) in earlier {
        let told = try await parent.notifications()
        #expect(told.texts("title") == ["Cy asks for help", "Cy asks to join the family"] + earlier)
        #expect(told.texts("body").first == "Linear equations: What is x?")
      }
      #expect(try await cy.notifications().array == [])
      let done = try await cy.ask(#"mutation { it: markAssignmentDone(input: {id: "\#(ids.equations)"}) { assignment { state } } }"#)
      #expect(done.at("it", "assignment", "state")?.string == "DONE")

      // MARK: Ben grades. Cy sees it, and cannot.

      let waiting = try await ben.ask("{ family { assignmentsToGradeCount assignmentsToGrade { title state student { name } } } }")
      #expect(waiting.at("family", "assignmentsToGradeCount") == .number("2"))
      #expect(waiting.at("family", "assignmentsToGrade")?.texts("state") == ["OVERDUE", "DONE"])
      func grade(_ points: String) -> String {
        #"mutation { it: gradeAssignment(input: {id: "\#(ids.equations)", pointsAwarded: \#(points)}) { assignment { percentage state } course { grade } } }"#
      }
      #expect(try await cy.send(grade("12")).code == "FORBIDDEN")
      let tooMany = try await ben.send(grade("13"))
      #expect(tooMany.code == "BAD_USER_INPUT")
      #expect(tooMany.at("errors", 0, "extensions", "inputPath") == .array([.string("input"), .string("pointsAwarded")]))
      let graded = try await ben.ask(grade("10.5"))
      #expect(graded.at("it", "assignment", "percentage") == .number("87.5"))
      #expect(graded.at("it", "assignment", "state")?.string == "GRADED")
      #expect(graded.at("it", "course", "grade") == .number("87.5"))

      // MARK: The report card, as everyone in the family sees it.

      for person in [ada, ben, cy] {
        let card = try await person.ask("{ family { students { reportCard { course { name } grade gradedCount assignmentCount } } } }")
        #expect(
          card.at("family", "students", 0, "reportCard") == .array([
            .object([
              .init("course", .object([.init("name", .string("Algebra"))])), .init("grade", .number("87.5")),
              .init("gradedCount", .number("1")), .init("assignmentCount", .number("1")),
            ]),
            .object([
              .init("course", .object([.init("name", .string("Proofs"))])), .init("grade", .null),
              .init("gradedCount", .number("0")), .init("assignmentCount", .number("1")),
            ]),
          ]))
      }

      // MARK: Cy and both parents are notified of overdue work, once

      // Work that was entered after it was due makes no notification.
      try await database.run("UPDATE assignments SET created_at = '2020-01-01' WHERE title = 'Infinitely many primes'")
      for _ in 1...2 {
        let looked = try await ChildProcess.run(
          .hatched, ["overdue", "--once"], environment: ["WORKER_DATABASE_URL": worker])
        #expect(looked.status == 0, "\(looked.errors)")
      }
      #expect(try await cy.notifications().texts("title") == ["Overdue: Infinitely many primes"])
      for (parent, earlier) in earlier {
        let told = try await parent.notifications()
        #expect(
          told.texts("title") == ["Overdue: Infinitely many primes", "Cy asks for help", "Cy asks to join the family"] + earlier)
      }

      // MARK: Each reads and removes the own notifications.

      let told = try await ada.notifications().texts("id")
      let read = try await ada.ask(#"mutation { it: markNotificationRead(input: {id: "\#(told[0])"}) { viewer { unreadNotificationCount } } }"#)
      #expect(read.at("it", "viewer", "unreadNotificationCount") == .number("2"))
      #expect(try await ben.send(#"mutation { deleteNotification(input: {id: "\#(told[0])"}) { id } }"#).code == "NOT_FOUND")
      try await ada.ask(#"mutation { deleteNotification(input: {id: "\#(told[0])"}) { id } markAllNotificationsRead(input: {}) { __typename } }"#)
      #expect(try await ada.notifications().texts("id") == Array(told.dropFirst()))
      #expect(try await ada.ask("{ viewer { unreadNotificationCount } }").at("viewer", "unreadNotificationCount") == .number("0"))
      #expect(try await ben.ask("{ viewer { unreadNotificationCount } }").at("viewer", "unreadNotificationCount") == .number("2"))

      // MARK: A parent of another family tries every id there is, and gets what nobody's ids get.

      var charles = Person("Charles", server)
      try await charles.signIn(with: apple, role: "PARENT").requireNoError()
      charles.token = try #require(
        try await charles.ask(#"mutation { it: createFamily(input: {name: "Babbage"}) { session { token } } }"#)
          .at("it", "session", "token")?.string)
      func tries(_ id: (String) -> String) -> (reads: String, writes: String) {
        let reads = """
          {
            a: subject(id: "\(id(ids.subject))") { name } b: course(id: "\(id(ids.algebra))") { name grade }
            c: assignment(id: "\(id(ids.equations))") { title } d: student(id: "\(id(student))") { name reportCard { grade } }
            e: plannerTask(id: "\(id(task))") { title } f: notification(id: "\(id(told[1]))") { title }
            g: node(id: "\(id(family))") { id } h: planner(studentId: "\(id(student))") { entries { title } }
            nodes(ids: ["\(id(ids.subject))", "\(id(ids.essay))", "\(id(student))"]) { id ... on Assignment { title } }
          }
          """
        let writes = """
          mutation {
            a: gradeAssignment(input: {id: "\(id(ids.equations))", pointsAwarded: 0}) { course { grade } }
            b: updateSubject(input: {id: "\(id(ids.subject))", name: "X"}) { subject { name } }
            c: deleteCourse(input: {id: "\(id(ids.algebra))", cascade: true}) { id }
            d: markAssignmentDone(input: {id: "\(id(ids.essay))"}) { assignment { title } }
            e: deletePlannerTask(input: {id: "\(id(task))"}) { id }
            f: markNotificationRead(input: {id: "\(id(told[1]))"}) { notification { id } }
            g: removeMember(input: {id: "\(id(student))", cascade: true}) { id }
            h: createAssignment(input: {studentId: "\(id(student))", title: "X"}) { assignment { id } }
            i: confirmJoinRequest(input: {id: "\(id(request))"}) { student { id } }
          }
          """
        return (reads, writes)
      }
      let (foreign, unknown) = (tries { $0 }, tries { _ in newID() })
      #expect(try await charles.send(foreign.reads) == charles.send(unknown.reads))
      #expect(try await charles.ask(foreign.reads).at("nodes") == .array([.null, .null, .null]))
      let writes = try await charles.send(foreign.writes)
      #expect(Set(writes.codes.values) == ["NOT_FOUND"])
      #expect(writes.codes.count == 9)
      #expect(try await writes.errorsWithoutLocations == charles.send(unknown.writes).errorsWithoutLocations)
      let theirs = try await charles.ask("{ family { name members { name } subjects { name } assignmentsToGradeCount } viewer { notifications { id } } }")
      #expect(theirs.at("family", "members")?.texts("name") == ["Charles"])
      #expect(theirs.at("family", "subjects") == .array([]))
      #expect(theirs.at("family", "assignmentsToGradeCount") == .number("0"))
      #expect(theirs.at("viewer", "notifications") == .array([]))
      #expect(try await nobody.status(foreign.reads) == 401)
      #expect(try await ada.ask(#"{ course(id: "\#(ids.algebra)") { grade } }"#).at("course", "grade") == .number("87.5"))

      // MARK: Ada signs out. The others stay.

      try await ada.ask("mutation { signOut { accountId } }")
      #expect(try await ada.status("{ viewer { name } }") == 401)
      #expect(try await nobody.send(ada.refreshing).code == "UNAUTHENTICATED")
      #expect(try await ben.ask("{ family { parents { name } } }").at("family", "parents")?.texts("name") == ["Ada", "Ben"])
    }
  }

  /// A day so many days after another.
  private func day(_ day: String, plus days: Int) throws -> String {
    let noon = try Date("\(day)T12:00:00Z", strategy: .iso8601)
    return String(noon.addingTimeInterval(Double(days) * 86_400).formatted(.iso8601).prefix(10))
  }
}

private func newID() -> String { UUIDValue.random().description }

/// Someone with a device.
private struct Person {
  let name: String
  private let server: RunningServer
  var token: String?
  private var refreshToken: String?

  init(_ name: String, _ server: RunningServer) {
    self.name = name
    self.server = server
  }

  /// The whole answer.
  func send(_ document: String) async throws -> JSONValue { try await server.post(document, token: token).json }

  func status(_ document: String) async throws -> Int { try await server.post(document, token: token).status }

  /// The data of an answer without errors.
  @discardableResult
  func ask(_ document: String, sourceLocation: SourceLocation = #_sourceLocation) async throws -> JSONValue {
    let answer = try await send(document)
    try #require(answer.at("errors") == nil, "\(name): \(answer.indented())", sourceLocation: sourceLocation)
    return try #require(answer.at("data"), sourceLocation: sourceLocation)
  }

  func notifications() async throws -> JSONValue {
    try await ask("{ viewer { notifications { id title body } } }").at("viewer", "notifications") ?? .null
  }

  @discardableResult
  mutating func signIn(with apple: TestApple, role: String?) async throws -> JSONValue {
    let nonce = newID()
    var claims = TestApple.Claims(now: Double(TokenConfiguration.now), nonce: nonce)
    claims.subject = "subject of \(name)"
    let identityToken = try await apple.token(claims)
    let answer = try await server.post(
      """
      mutation { it: signInWithApple(input: {identityToken: "\(identityToken)", nonce: "\(nonce)",
        \(role.map { "role: \($0)," } ?? "") name: "\(name)"}) { session { token refreshToken } } }
      """, token: nil
    ).json
    keep(answer)
    return answer
  }

  var refreshing: String {
    #"mutation { it: refreshSession(input: {refreshToken: "\#(refreshToken ?? "")"}) { session { token refreshToken } } }"#
  }

  mutating func refresh() async throws { keep(try await server.post(refreshing, token: nil).json) }

  private mutating func keep(_ answer: JSONValue) {
    token = answer.at("data", "it", "session", "token")?.string
    refreshToken = answer.at("data", "it", "session", "refreshToken")?.string
  }
}

extension JSONValue {
  /// The code of the first error.
  fileprivate var code: String? { at("errors", 0, "extensions", "code")?.string }

  /// The codes of the errors, by the first key of their paths.
  fileprivate var codes: [String: String] {
    (at("errors")?.array ?? []).reduce(into: [:]) { codes, error in
      codes[error.at("path", 0)?.string ?? ""] = error.at("extensions", "code")?.string
    }
  }

  fileprivate var errorsWithoutLocations: [String] {
    (at("errors")?.array ?? []).map { "\($0.at("message") as Any) \($0.at("path") as Any) \($0.at("extensions") as Any)" }
  }

  /// A member of each object of a list.
  fileprivate func texts(_ name: String) -> [String] { array?.compactMap { $0.at(.key(name))?.string } ?? [] }

  fileprivate func requireNoError(sourceLocation: SourceLocation = #_sourceLocation) throws {
    try #require(at("errors") == nil, "\(indented())", sourceLocation: sourceLocation)
  }
}
