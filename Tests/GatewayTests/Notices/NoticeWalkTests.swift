import Domain
import Gateway
import GraphQL
import Logging
import Postgres
import SQL
import SampleData
import TestSupport
import Testing

/// Each event of the table of notices, made by a change: the app reads it, and it is pushed.
@Suite struct NoticeWalkTests {
  private static let quiet = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })

  @Test func `Every event comes by a change, is read in two languages, and has its key and arguments in a push`() async throws {
    try await NoticeGround.run("notice_walk") { ground in
      try await pickups(ground)
      try await messages(ground)
      try await absences(ground)
      try await school(ground)
      try await posts(ground)
      try await tickets(ground)
      try await conversations(ground)
      try await groups(ground)
      try await reminders(ground)
      try await bookings(ground)
      try await overdue(ground)
      try await people(ground)
      #expect(ground.seen == Set(Notice.all.map(\.event)))
    }
  }

  private func pickups(_ ground: NoticeGround) async throws {
    let pickup = ground.pickup
    let mia = try await pickup.students().mia
    let enrolment = try await pickup.enrolment(of: "Mia")
    let student: [NoticeArgument: String] = [.student: "Mia Rivera"]
    func by(_ person: String, _ more: [NoticeArgument: String] = [:]) -> [NoticeArgument: String] {
      student.merging([.person: person]) { $1 }.merging(more) { $1 }
    }
    func run(_ mutation: String, _ ids: [String], _ others: String = "", as viewer: AccountViewer) async throws {
      let answer = try await pickup.run(mutation, ids, others, as: viewer)
      #expect(answer.at("errors") == nil, "\(answer)")
    }
    func mark(_ isAbsent: Bool) async throws {
      try await ground.ask(
        #"mutation { markAbsent(input: {ids: ["\#(enrolment)"], isAbsent: \#(isAbsent)}) { students { absentOn } } }"#, as: pickup.teacher)
    }
    var ids: [String] = []
    func request() async throws {
      ids = try await pickup.request([mia], as: pickup.otherParent).ids
      #expect(ids.count == 1)
    }
    func reopen() async throws {
      try await ground.ask(
        #"mutation { reopenDismissal(input: {id: "\#(ids.joined())", reason: "Wrong child"}) { dismissal { state } } }"#, as: pickup.teacher)
    }
    try await ground.expect("PICKUP_REQUESTED", by("Mateo Rivera"), request)
    try await ground.expect("PICKUP_READY", by("Thea Becker")) { try await run("markReady", ids, as: pickup.teacher) }
    try await ground.expect("PICKUP_NOT_READY", student) { try await run("markNotReady", ids, as: pickup.teacher) }
    try await ground.expect("PICKUP_CANCELLED", by("Mateo Rivera")) { try await run("cancelPickups", ids, as: pickup.otherParent) }
    try await ground.expectOfStaff("CLASS_REQUEST", by("Mateo Rivera"), request)
    try await ground.expect("PICKUP_ABSENT_CANCELLED", by("Thea Becker")) { try await mark(true) }
    try await ground.expect("PICKUP_PRESENT", by("Thea Becker")) { try await mark(false) }
    try await ground.expect("PICKUP_ABSENT", by("Thea Becker")) { try await mark(true) }
    try await mark(false)
    try await request()
    try await run("markReady", ids, as: pickup.teacher)
    try await ground.expect("PICKUP_CONFIRMED", by("Mateo Rivera")) { try await run("confirmPickups", ids, as: pickup.otherParent) }
    try await ground.expect("PICKUP_REOPENED", by("Thea Becker", [.reason: "Wrong child"]), reopen)
    try await ground.expect("PICKUP_CONFIRMED", by("Thea Becker", [.recipient: "Mateo Rivera"])) {
      try await ground.ask(
        #"mutation { handOver(input: {id: "\#(ids.joined())", to: "Mateo Rivera"}) { dismissal { state } } }"#, as: pickup.teacher)
    }
    try await reopen()
    try await ground.expect("PICKUP_LEFT_WAITING", student) {
      try await pickup.database.run(
        """
        UPDATE schools SET pickup_from = '00:00', pickup_until = '00:00:01',
          time_zone = CASE WHEN extract(hour FROM now() AT TIME ZONE 'UTC') < 1 THEN 'Asia/Tokyo' ELSE 'UTC' END
        """)
      #expect(try await RepeatedWork.waitingStudents(ground.pool, atOnce: 10).pass() == 1)
    }
  }

  private func messages(_ ground: NoticeGround) async throws {
    let pickup = ground.pickup
    let enrolment = try await pickup.enrolment(of: "Mia")
    try await ground.expect("MESSAGE", [:], words: [.title: "Museum", .body: "At nine."]) {
      try await ground.ask(#"mutation { createNotification(input: {title: "Museum", body: "At nine."}) { id } }"#, as: pickup.otherParent)
    }
    try await ground.expect("SCHOOL_MESSAGE", [.student: "Mia Rivera", .person: "Thea Becker"], words: [.body: "Get well."]) {
      try await ground.ask(
        #"mutation { sendClassMessage(input: {studentId: "\#(enrolment)", text: "Get well."}) { message { id } } }"#, as: pickup.teacher)
    }
    try await ground.expectOfStaff("CLASS_MESSAGE", [.student: "Mia Rivera", .person: "Elena Rivera"]) {
      try await ground.ask(
        #"mutation { sendSchoolMessage(input: {enrolmentId: "\#(enrolment)", text: "She has a cold."}) { message { id } } }"#,
        as: pickup.parent)
    }
    // As a server of an earlier release writes it.
    let family = try #require(pickup.parent.membership)
    try await ground.expect("PICKUP", [:], words: [.title: "News", .body: "There are news."], isOfEarlierRelease: true) {
      try await pickup.database.run(
        """
        INSERT INTO notifications (family_id, id, recipient_id, kind, title, body) VALUES (\(bind: .uuid(family.familyID)), \
        gen_random_uuid(), \(bind: .uuid(family.memberID)), 'PICKUP', 'News', 'There are news.')
        """)
    }
  }

  private func absences(_ ground: NoticeGround) async throws {
    let pickup = ground.pickup
    let report = DemonstrationFamily.openAbsenceReportID
    try await ground.expectOfStaff("CLASS_ABSENCE", [.student: "Mia Rivera"]) {
      try await ground.ask(
        #"mutation { updateAbsenceReport(input: {id: "\#(report)", reason: OTHER}) { absenceReport { id } } }"#, as: pickup.parent)
    }
    func decide(_ isExcused: Bool, _ note: String) async throws {
      try await ground.ask(
        #"mutation { decideAbsenceReport(input: {id: "\#(report)", isExcused: \#(isExcused), note: "\#(note)"}) { absenceReport { id } } }"#,
        as: pickup.teacher)
    }
    try await ground.expect("ABSENCE_UNEXCUSED", [.student: "Mia Rivera", .person: "Thea Becker", .reason: "A test is that day."]) {
      try await decide(false, "A test is that day.")
    }
    try await ground.expect("ABSENCE", [.student: "Mia Rivera", .person: "Thea Becker", .reason: "Moved."]) {
      try await decide(true, "Moved.")
    }
  }

  private func tickets(_ ground: NoticeGround) async throws {
    let (pickup, ticket) = (ground.pickup, DemonstrationFamily.openTicketID)
    let arguments: [NoticeArgument: String] = [.school: "Hill School", .title: "Rubber boots"]
    try await ground.expectOfStaff("CLASS_TICKET", [.title: "Rubber boots", .student: "Mia Rivera"]) {
      try await ground.ask(#"mutation { writeTicket(input: {ticketId: "\#(ticket)", text: "Or a hat?"}) { ticket { id } } }"#, as: pickup.parent)
    }
    try await ground.expect("TICKET", arguments.merging([.person: "Thea Becker"]) { $1 }, words: [.body: "Both."]) {
      try await ground.ask(#"mutation { answerTicket(input: {ticketId: "\#(ticket)", text: "Both."}) { ticket { id } } }"#, as: pickup.teacher)
    }
    try await ground.expect("TICKET_CLOSED", arguments) {
      try await ground.ask(#"mutation { closeTicket(input: {id: "\#(ticket)"}) { ticket { id } } }"#, as: pickup.teacher)
    }
  }

  private func school(_ ground: NoticeGround) async throws {
    let arguments: [NoticeArgument: String] = [.school: "Hill School", .title: "Snow", .message: "No school today."]
    func tell(_ mutation: String, _ fields: String) async throws {
      try await ground.ask(
        #"""
        mutation { \#(mutation)(input: {schoolId: "\#(DemonstrationFamily.schoolID)", title: "Snow", text: "No school today.",
          \#(fields)}) { __typename } }
        """#, as: ground.pickup.administrator)
      try await RepeatedWork.tellings(ground.pool, atOnce: 1).pass()
    }
    try await ground.expect("ANNOUNCEMENT", arguments) { try await tell("createAnnouncement", "priority: URGENT") }
    let soon = try await ground.pickup.database.run("SELECT (now() + interval '3 days')::date::text").text(row: 0, column: 0) ?? ""
    try await ground.expect("SCHOOL_EVENT", arguments) {
      try await tell("createSchoolEvent", #"category: OTHER, firstDay: "\#(soon)", lastDay: "\#(soon)""#)
    }
  }

  private func posts(_ ground: NoticeGround) async throws {
    let pickup = ground.pickup
    let post = #"{schoolId: "\#(DemonstrationFamily.schoolID)", text: "Boots", classIds: ["\#(DemonstrationClass.owls.id)"]}"#
    try await pickup.database.run("UPDATE schools SET posts_by = 'EVERYONE'")
    func written() async throws -> String {
      let answer = try await pickup.ask("mutation { createSchoolPost(input: \(post)) { schoolPost { id } } }", as: pickup.parent)
      return try #require(answer.at("data", "createSchoolPost", "schoolPost", "id")?.string, "\(answer)")
    }
    func decide(_ mutation: String, _ id: String, _ fields: String = "") async throws {
      let payload = mutation.hasSuffix("Post") ? "schoolPost { id }" : "id"
      try await ground.ask(#"mutation { \#(mutation)(input: {id: "\#(id)"\#(fields)}) { \#(payload) } }"#, as: pickup.teacher)
    }
    let (first, second) = (try await written(), try await written())
    let reason = #", reason: "Too loud""#
    try await ground.expect("SCHOOL_POST", [:]) { try await decide("approvePost", first) }
    try await ground.expect("POST_REJECTED", [.reason: "Too loud"]) { try await decide("rejectPost", second, reason) }
    try await ground.expect("CONTENT_HIDDEN", [.reason: "Too loud"]) { try await decide("hideContent", first, reason) }
    try await ground.expect("CONTENT_SHOWN", [:]) { try await decide("showContent", first) }
    try await ground.expect("CONTENT_REMOVED", [.reason: "Too loud"]) { try await decide("removeContent", first, reason) }
  }

  private func conversations(_ ground: NoticeGround) async throws {
    try await ground.expect("CONVERSATION", [.person: "Thea Becker"]) {
      try await ground.ask(
        #"mutation { sendMessage(input: {conversationId: "\#(DemonstrationFamily.conversationID)", text: "Boots"}) { message { id } } }"#,
        as: ground.pickup.teacher)
      try await RepeatedWork.tellings(ground.pool).pass()
    }
  }

  /// Another family writes in the group of the demonstration family, which moderates it.
  private func groups(_ ground: NoticeGround) async throws {
    let database = ground.pickup.database
    let group: SQL = "\(bind: .uuid(DemonstrationFamily.groupID))"
    let stones: SQL = "\(bind: .uuid(DemonstrationFamily.groupFamilyID))"
    let title: [NoticeArgument: String] = [.title: "Forest school"]
    let byStones = title.merging([.person: "The Stones"]) { $1 }
    func expect(_ event: String, _ arguments: [NoticeArgument: String], _ statement: SQL) async throws {
      try await ground.expect(event, arguments) {
        try await database.run(statement)
        try await RepeatedWork.groupTellings(ground.pool).pass()
        try await RepeatedWork.messageTellings(ground.pool).pass()
      }
    }
    try await expect(
      "GROUP", byStones,
      """
      INSERT INTO group_posts (group_id, id, author_id, author_name, state, text) \
      VALUES (\(group), gen_random_uuid(), \(stones), 'The Stones', 'PUBLISHED', 'Hello')
      """)
    try await expect(
      "GROUP_COMMENT", byStones,
      """
      INSERT INTO group_comments (group_id, id, post_id, author_id, author_name, state, text) \
      VALUES (\(group), gen_random_uuid(), \(bind: .uuid(DemonstrationFamily.groupPostID)), \(stones), 'The Stones', 'PUBLISHED', 'Hello')
      """)
    func telling(_ event: String, _ subject: UUIDValue, _ reason: SQL = "NULL") -> SQL {
      """
      INSERT INTO group_tellings (group_id, event, subject_id, reason) \
      VALUES (\(group), \(bind: .text(event)), \(bind: .uuid(subject)), \(reason))
      """
    }
    try await expect(
      "GROUP_REQUEST", title.merging([.person: "The Brooks"]) { $1 }, telling("GROUP_REQUEST", DemonstrationFamily.groupRequestID))
    try await expect("GROUP_JOINED", title, telling("GROUP_JOINED", DemonstrationFamily.ownGroupFamilyID))
    try await expect(
      "GROUP_REPORT", title.merging([.reason: "Too loud"]) { $1 },
      telling("GROUP_REPORT", DemonstrationFamily.groupCommentID, "'Too loud'"))
    try await expect(
      "GROUP_HIDDEN", title, "UPDATE group_posts SET state = 'HIDDEN' WHERE id = \(bind: .uuid(DemonstrationFamily.groupPostID))")
    try await expect(
      "GROUP_MESSAGE", [.person: "The Stones"],
      """
      INSERT INTO conversation_messages ( \
      home_id, id, conversation_id, author_id, author_name, author_kind, state, is_held, text, audience) \
      SELECT home_id, gen_random_uuid(), id, \(stones), 'The Stones', 'PARENT', 'PUBLISHED', false, 'Hello', '{}' \
      FROM conversations WHERE kind = 'DIRECT'
      """)
    try await ground.expect("MEMBER_MESSAGE", [.person: "Mateo Rivera"]) {
      let conversation = try await database.run("SELECT id::text FROM conversations WHERE kind = 'MEMBERS'").text(row: 0, column: 0) ?? ""
      try await ground.ask(
        #"mutation { sendMessage(input: {conversationId: "\#(conversation)", text: "Leo?"}) { message { id } } }"#, as: ground.pickup.otherParent)
      try await RepeatedWork.messageTellings(ground.pool).pass()
    }
  }

  private func bookings(_ ground: NoticeGround) async throws {
    let (database, parent, id) = (ground.pickup.database, ground.pickup.parent, newID())
    let provider = AccountViewer(
      accountID: DemonstrationProvider.accountID, sessionID: DemonstrationProvider.sessionID, membership: nil)
    try await ground.ask(#"mutation { registerStaffDevice(input: {platform: IOS, token: "e5f6", showsNames: true}) { device { id } } }"#, as: provider)
    try await database.run("UPDATE providers SET hour_days = '{}', hour_starts = '{}', hour_ends = '{}'")
    let moments = try await database.run(
      """
      SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), to_char(at AT TIME ZONE 'UTC' + interval '1 hour', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
        to_char(at AT TIME ZONE home.time_zone, 'YYYY-MM-DD'), to_char(at AT TIME ZONE home.time_zone, 'HH24:MI')
      FROM families home CROSS JOIN (SELECT date_trunc('hour', now()) + interval '40 days' AS at) moments
      WHERE home.family_id = \(bind: .uuid(DemonstrationFamily.id))
      """)
    func text(_ column: Int) throws -> String { try #require(moments.text(row: 0, column: column)) }
    let (from, until) = (try text(0), try text(1))
    func arguments(_ person: String, _ more: [NoticeArgument: String] = [:]) throws -> [NoticeArgument: String] {
      [.title: "Maths lessons", .person: person, .dueDate: try text(2), .time: try text(3)].merging(more) { $1 }
    }
    func act(_ mutation: String, _ fields: String = "", as viewer: AccountViewer) async throws {
      try await ground.ask(#"mutation { \#(mutation)(input: {id: "\#(id)"\#(fields)}) { booking { id } } }"#, as: viewer)
    }
    try await talks(ground, with: provider)
    let half = until.replacing(":00:00Z", with: ":30:00Z")
    let time = #", startsAt: "\#(from)", endsAt: "\#(until)""#
    try await ground.expectOfProvider("BOOKING", try arguments("Rivera"), as: provider, at: "e5f6") {
      try await act("createBooking", #", serviceId: "\#(DemonstrationProvider.lessonsID)""# + time, as: parent)
    }
    try await ground.expect("BOOKING_CONFIRMED", try arguments("Robin Vale")) { try await act("confirmBooking", as: provider) }
    try await act("moveBooking", #", startsAt: "\#(until)", endsAt: "\#(half)""#, as: parent)
    try await ground.expectOfProvider("BOOKING_MOVED", try arguments("Rivera"), as: provider, at: "e5f6") {
      try await act("moveBooking", time, as: parent)
    }
    try await act("confirmBooking", as: provider)
    try await database.run("UPDATE bookings SET starts_at = now(), ends_at = now() + interval '30 minutes' WHERE id = \(bind: .text(id))::uuid")
    let now = try await database.run(
      """
      SELECT to_char(starts_at AT TIME ZONE home.time_zone, 'YYYY-MM-DD'), to_char(starts_at AT TIME ZONE home.time_zone, 'HH24:MI')
      FROM bookings JOIN families home USING (family_id) WHERE id = \(bind: .text(id))::uuid
      """)
    let begun: [NoticeArgument: String] = [
      .title: "Maths lessons", .person: "Robin Vale", .dueDate: try #require(now.text(row: 0, column: 0)), .time: try #require(now.text(row: 0, column: 1)),
    ]
    try await ground.expect("BOOKING_DONE", begun) { try await act("completeBooking", as: provider) }
    let other = newID()
    try await ground.ask(
      #"mutation { createBooking(input: {id: "\#(other)", serviceId: "\#(DemonstrationProvider.lessonsID)", startsAt: "\#(until)", endsAt: "\#(half)"}) { booking { id } } }"#,
      as: parent)
    let later = try await database.run(
      """
      SELECT to_char(starts_at AT TIME ZONE home.time_zone, 'YYYY-MM-DD'), to_char(starts_at AT TIME ZONE home.time_zone, 'HH24:MI')
      FROM bookings JOIN families home USING (family_id) WHERE id = \(bind: .text(other))::uuid
      """)
    let cancelled: [NoticeArgument: String] = [
      .title: "Maths lessons", .person: "Robin Vale", .dueDate: try #require(later.text(row: 0, column: 0)),
      .time: try #require(later.text(row: 0, column: 1)), .reason: "Ill",
    ]
    try await ground.expect("BOOKING_CANCELLED", cancelled) {
      try await ground.ask(#"mutation { declineBooking(input: {id: "\#(other)", reason: "Ill"}) { booking { id } } }"#, as: provider)
    }
  }

  /// The family and its provider write to each other.
  private func talks(_ ground: NoticeGround, with provider: AccountViewer) async throws {
    func send(as viewer: AccountViewer) async throws {
      try await ground.ask(
        #"mutation { sendMessage(input: {conversationId: "\#(DemonstrationFamily.providerConversationID)", text: "Hello"}) { message { id } } }"#,
        as: viewer)
      try await RepeatedWork.messageTellings(ground.pool).pass()
    }
    try await ground.expectOfProvider(
      "CLIENT_MESSAGE", [.person: "Rivera"], pushedAs: "PROVIDER_CONVERSATION", as: provider, at: "e5f6"
    ) { try await send(as: ground.pickup.parent) }
    try await ground.expect("PROVIDER_MESSAGE", [.person: "Robin Vale"]) { try await send(as: provider) }
  }

  private func reminders(_ ground: NoticeGround) async throws {
    let database = ground.pickup.database
    let start = try await database.run("SELECT to_char(now() AT TIME ZONE 'UTC' + interval '5 minutes', 'YYYY-MM-DD HH24:MI')")
    let parts = try #require(start.text(row: 0, column: 0)).split(separator: " ").map(String.init)
    try await ground.expect("REMINDER", [.title: "Choir", .dueDate: parts[0], .time: parts[1]]) {
      let id = newID()
      try await ground.ask(
        #"""
        mutation {
          createEvent(input: {id: "\#(id)", title: "Choir", date: "\#(parts[0])", time: "\#(parts[1]):00", timeZone: "UTC"}) { event { id } }
          createReminder(input: {itemId: "\#(id)", minutesBefore: 30}) { reminder { id } }
        }
        """#, as: ground.pickup.parent)
      for table in ["events", "reminders"] {
        try await database.run("UPDATE \(identifier: table) SET updated_at = now() - interval '1 day'")
      }
      try await database.run("UPDATE reminder_times SET looked_until = now() - interval '1 day'")
      try await ReminderSending(pool: ground.pool).pass()
    }
  }

  private func overdue(_ ground: NoticeGround) async throws {
    let pickup = ground.pickup
    let ada = AccountViewer(pickup.database.demonstration.accounts[2])
    let student = try #require(ada.membership).memberID
    let detection = OverdueDetection(pool: ground.pool)
    try await pickup.database.run("UPDATE assignments SET created_at = '2010-01-01'")
    let hour = try await pickup.database.run("SELECT extract(epoch FROM date_trunc('hour', now()))::int8").int8(row: 0, column: 0)
    var next = try #require(hour)
    // Those of the demonstration come first.
    func pass() async throws {
      next += 3600
      _ = try await detection.pass(hour: next, logger: Self.quiet)
    }
    try await pass()
    var id = ""
    func work() async throws {
      let made = try await ground.ask(
        #"mutation { createAssignment(input: {studentId: "\#(student)", title: "Essay", dueDate: "2020-02-02"}) { assignment { id } } }"#,
        as: pickup.parent)
      id = try #require(made.at("data", "createAssignment", "assignment", "id")?.string)
      try await pickup.database.run("UPDATE assignments SET created_at = '2010-01-01' WHERE title = 'Essay'")
    }
    let arguments: [NoticeArgument: String] = [.student: "Ada Rivera", .assignment: "Essay", .dueDate: "2020-02-02"]
    try await ground.expect("OVERDUE", arguments) {
      try await work()
      try await pass()
    }
    try await ground.expect("WAITS_FOR_GRADE", arguments) {
      try await work()
      try await ground.ask(#"mutation { markAssignmentDone(input: {id: "\#(id)"}) { assignment { id } } }"#, as: ada)
      try await pass()
    }
    try await ground.expect("HELP_REQUEST", [.student: "Ada Rivera", .assignment: "Essay", .message: "How does\nit begin?"]) {
      try await ground.ask(
        #"mutation { requestHelp(input: {assignmentId: "\#(id)", message: "How does\nit begin?"}) { assignment { id } } }"#, as: ada)
    }
  }

  private func people(_ ground: NoticeGround) async throws {
    let pickup = ground.pickup
    try await ground.expect("NEW_PARENT", [.person: "New"]) { _ = try await pickup.newParent(invitedBy: pickup.otherParent) }
    let code = try #require(try await ground.ask("{ family { code } }", as: pickup.parent).at("data", "family", "code")?.string)
    let ben = try await pickup.newAccount(name: "Ben")
    try await ground.expect("JOIN_REQUEST", [.person: "Ben"]) {
      try await ground.ask(#"mutation { requestToJoinFamily(input: {code: "\#(code)"}) { status } }"#, as: ben)
    }
  }
}
