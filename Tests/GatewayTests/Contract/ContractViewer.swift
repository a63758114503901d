import Foundation
import Derivation
import GraphQL
import SQL
import SampleData
import Domain
import Synchronization
import TestSupport
import Testing

/// Someone who sends generated input, and the rows that the input can refer to.
struct ContractViewer {
  let viewer: AccountViewer?
  /// Ids by the name of the input field that has them, such as `studentId`.
  let references: [String: String]

  /// The viewer who may send a mutation: a parent, except for the mutations of other viewers.
  static func sender(of mutation: ContractMutation, _ talk: Conversation) async throws -> ContractViewer {
    // All cases of a suite take longer together than a sign-in is recent.
    try await talk.database.run("UPDATE sessions SET authenticated_at = now()")
    switch mutation.name {
    case "createFamily", "updateViewer", "acceptInvitation", "requestToJoinFamily":
      let newcomer = try await talk.newcomer()
      let picture = try await talk.pictureID(of: newcomer.accountID, sentBy: newcomer.accountID)
      return ContractViewer(viewer: newcomer, references: ["pictureId": picture])
    case "signInWithApple", "refreshSession": return ContractViewer(viewer: nil, references: [:])
    case "requestHelp", "handInWork":
      return ContractViewer(
        viewer: talk.ada,
        references: [
          "assignmentId": try await talk.newAssignment(of: talk.ada),
          "fileId": try #require(try await talk.fileID(of: DemonstrationFamily.id)),
        ])
    case "createTicket", "writeTicket", "closeTicket":
      var references = try await parent(talk.elena, talk).references
      references["ticketId"] = DemonstrationFamily.openTicketID.description
      references["enrolmentId"] = DemonstrationFamily.enrolmentID.description
      references["fileId"] = try await talk.pictureOfSchool(sentBy: talk.elena)
      return ContractViewer(viewer: talk.elena, references: references)
    case _ where mutation.isOfSchool: return try await administrator(talk)
    case _ where mutation.isOfProvider:
      let provider = AccountViewer(
        accountID: DemonstrationProvider.accountID, sessionID: DemonstrationProvider.sessionID, membership: nil)
      return ContractViewer(viewer: provider, references: [:])
    default: return try await parent(talk.elena, talk)
    }
  }

  /// The administrator of the demonstration school, with what there is.
  static func administrator(_ talk: Conversation) async throws -> ContractViewer {
    let schoolClass = DemonstrationClass.owls.id.description
    let picture = try await talk.pictureOfSchool(sentBy: talk.administrator)
    return ContractViewer(
      viewer: talk.administrator,
      references: [
        "schoolId": DemonstrationFamily.schoolID.description, "schoolClassId": schoolClass, "classId": schoolClass,
        // As staff know a student.
        "studentId": DemonstrationFamily.enrolmentID.description, "schoolStudentId": DemonstrationFamily.rollEntryID.description,
        "pictureId": picture, "fileId": picture, "ticketId": DemonstrationFamily.openTicketID.description,
        "postId": DemonstrationFamily.postID.description, "reportId": DemonstrationFamily.openReportID.description,
        "albumId": DemonstrationFamily.albumID.description,
        "conversationId": DemonstrationFamily.conversationID.description, "messageId": DemonstrationFamily.messageID.description,
        "correspondentId": DemonstrationStaff.teacher.personID?.description ?? newID(),
      ])
  }

  /// A parent, with a row of each type of its family.
  static func parent(_ viewer: AccountViewer, _ talk: Conversation) async throws -> ContractViewer {
    let membership = try #require(viewer.membership)
    var references: [String: String] = [:]
    for node in try NodeType.all(in: talk.database.walked) {
      let name = "\(node.type.prefix(1).lowercased())\(node.type.dropFirst())Id"
      references[name] = try await talk.database.ids("\(node.keys(for: membership)) ORDER BY 1 LIMIT 1").first
    }
    references["moveAssignmentsToId"] = references["weightGroupId"]
    references["schoolYearId"] = try await talk.contractSchoolYear(of: membership.familyID)
    references["moveCoursesToId"] = references["termId"]
    references["degreeCourseId"] = try await talk.plannedCourse(of: membership.familyID)
    // Without an account, as an invitation needs one.
    references["studentId"] = try await talk.studentWithoutAccount(of: membership.familyID)
    references["fromStudentId"] = references["studentId"]
    references["memberId"] = references["studentId"]
    references["itemId"] = references["eventId"]
    references["categoryId"] = references["taskCategoryId"]
    // That of a provider who works at all times.
    references["serviceId"] = try await talk.database.ids(
      "SELECT services.id FROM services JOIN providers ON providers.id = services.provider_id WHERE hour_days = '{}' AND is_listed LIMIT 1").first
    references["schoolId"] = DemonstrationFamily.schoolID.description
    references["classId"] = DemonstrationClass.owls.id.description
    references["reportedId"] = DemonstrationFamily.postID.description
    references["personId"] = try await talk.text(
      "SELECT id::text FROM school_people WHERE kind <> 'STAFF' AND account_id <> \(bind: .uuid(viewer.accountID)) ORDER BY id LIMIT 1")
    references["conversationId"] = DemonstrationFamily.conversationID.description
    references["messageId"] = DemonstrationFamily.messageID.description
    references["groupId"] = DemonstrationFamily.groupID.description
    references["groupPostId"] = DemonstrationFamily.groupPostID.description
    references["groupFamilyId"] = DemonstrationFamily.groupFamilyID.description
    references["groupRequestId"] = DemonstrationFamily.groupRequestID.description
    references["groupCommentId"] = DemonstrationFamily.groupCommentID.description
    references["postId"] = DemonstrationFamily.postID.description
    references["correspondentId"] = DemonstrationStaff.teacher.personID?.description
    references["keeperId"] = references["studentId"]
    references["payerId"] = references["parentId"]
    references["fileId"] = try await talk.fileID(of: membership.familyID)
    references["pictureId"] = try await talk.pictureID(of: membership.familyID, sentBy: viewer.accountID)
    references["termsId"] = try await talk.termsToCome()
    references["ticketId"] = try await talk.database.ids(
      """
      SELECT id FROM tickets WHERE family_id = \(bind: .uuid(membership.familyID)) AND author_id = \(bind: .uuid(membership.memberID))
      ORDER BY 1 LIMIT 1
      """).first ?? newID()
    return ContractViewer(viewer: viewer, references: references)
  }

  /// A day of each series that these tests have.
  static let occurrence = "2026-09-07"

  /// The fields of creations that a student may leave out, and a parent may not.
  private static let owners: Set<String> = Set(
    ((try? TypeDeclaration.domain()) ?? []).flatMap { type in
      (type.creation?.fields ?? []).filter(\.isOwner).map { "create\(type.name).\($0.input)" }
    })

  /// A value for every field of an input, or for those that have to be there.
  /// - Parameter schema: which says what there is: a type that is not known here fails the test.
  func input(
    of mutation: ContractMutation, _ schema: Schema, onlyRequired: Bool = false, with given: [String: JSONValue] = [:]
  ) throws -> [String: JSONValue] {
    var values: [String: JSONValue] = [:]
    // Beside `moveDaysBy` there may be no first due date.
    let left: Set = ["id", "ifVersion", "firstDueDate"]
    for field in mutation.input?.fields ?? [] where !left.contains(field.name) {
      if !field.isRequired && onlyRequired && !Self.owners.contains("\(mutation.name).\(field.name)") {
        // A conversation is with people or of a class.
        guard mutation.name == "startConversation", field.name == "personIds" else { continue }
      }
      // A note is on one of them.
      if mutation.subject == "Note", field.name == "assignmentId", given["assignmentId"] == nil { continue }
      // The adult is given in one way, by the name.
      if mutation.name == "handOver", ["guardianId", "collectorId"].contains(field.name) { continue }
      // Not every family of the walk is at a school.
      if mutation.name == "createUpload", field.name == "schoolId" { continue }
      // A conversation is with people or of a class, and these files are of families.
      if mutation.name == "startConversation", ["classId", "memberIds", "groupFamilyId", "providerId"].contains(field.name) { continue }
      if mutation.name == "sendMessage", field.name == "fileIds" { continue }
      // These viewers have no code of the school.
      if mutation.name == "enrollStudent", field.name == "code" { continue }
      // A rule has a form of its own, which a day of the input has to fit: see SeriesTests.
      if field.name == "recurrence" { continue }
      values[field.name] = try value(of: field, schema)
      // A report has content as its subject: other subjects are those of courses.
      if mutation.name == "report", field.name == "subjectId" { values["subjectId"] = references["reportedId"].map { .string($0) } }
      if mutation.name == "createGroupComment", field.name == "postId" {
        values["postId"] = references["groupPostId"].map { .string($0) }
      }
      if ["Expense", "Budget"].contains(mutation.subject), field.name == "categoryId" {
        values[field.name] = references["expenseCategoryId"].map { .string($0) }
      }
      // A name has one tag, and one class of a school.
      if ["NoteTag", "SchoolClass"].contains(mutation.subject), field.name == "name" { values["name"] = .string("Text \(newID())") }
    }
    // An event of one day.
    if values["endDate"] != nil, let day = values["date"] { values["endDate"] = day }
    if mutation.name.hasSuffix("Occurrence") || mutation.name == "splitSeries" || mutation.name.hasPrefix("markTask") {
      values["occurrence"] = .string(Self.occurrence)
      if mutation.name == "splitSeries" { for name in ["date", "endDate"] where values[name] != nil { values[name] = .string(Self.occurrence) } }
    }
    if values["firstDay"] != nil {
      let day = ContractDays.next(ofTerm: mutation.subject == "Term")
      values["firstDay"] = .string(day)
      values["lastDay"] = .string(day)
    }
    if mutation.name == "acceptTerms", let id = references["termsId"] { values["ids"] = .array([.string(id)]) }
    // Not after today.
    if mutation.name == "recordSchoolAttendance", values["date"] != nil { values["date"] = .string("2009-12-31") }
    if mutation.name == "createDegreeCourse", values["courseId"] == nil { values["name"] = .string("Text") }
    if mutation.name == "chooseGradeScale" {
      values[references["gradeScaleId"] == nil ? "gradeScaleId" : "readyMade"] = nil
      if values["gradeScaleId"] == nil, values["readyMade"] == nil { values["readyMade"] = .string("PLAIN") }
    }
    if values["pickupFrom"] != nil, values["pickupUntil"] != nil { values["pickupUntil"] = .string("15:30:00") }
    if values["pushQuietFrom"] != nil, values["pushQuietUntil"] != nil { values["pushQuietUntil"] = .string("15:30:00") }
    if values["start"] != nil, values["end"] != nil { values["end"] = .string("09:30:00") }
    if values["month"] != nil { values["month"] = .string(ContractDays.nextMonth()) }
    if values["birthday"] != nil { values["birthday"] = .string("2015-04-01") }
    if values["until"] != nil { values["until"] = .string("2026-09-08T08:30:00Z") }
    if mutation.name == "markConversationRead" {
      values["id"] = values["id"] ?? references["conversationId"].map { .string($0) }
      values["until"] = references["messageId"].map { .string($0) }
    }
    for (from, until) in [("startsAt", "endsAt"), ("from", "until")]
    where values[from] != nil && mutation.field(from)?.type.namedType == "DateTime" && (mutation.subject == "Booking" || mutation.isOfProvider) {
      let hour = ContractDays.nextHour()
      values[from] = .string("\(hour)00:00Z")
      values[until] = .string("\(hour)30:00Z")
    }
    if values["endTime"] != nil { values["endTime"] = .string("09:30:00") }
    if mutation.subject == "SchoolEvent", mutation.field("firstDay") != nil, mutation.name.hasPrefix("create") || !onlyRequired {
      // It has days, and no time.
      values["start"] = nil
      values["end"] = nil
      values["firstDay"] = .string("2031-03-08")
      values["lastDay"] = .string("2031-03-09")
    }
    return values.merging(given) { $1 }
  }

  private func value(of field: InputValueType, _ schema: Schema) throws -> JSONValue {
    if let id = references[field.name] { return .string(id) }
    if field.name == "steps" {
      return .array([.object([.init("letter", .string("T")), .init("leastPercentage", .number("0"))])])
    }
    if field.name == "links" {
      return .array([.object([.init("title", .string("T")), .init("url", .string("https://example.org/"))])])
    }
    if field.name == "newId" { return .string(newID()) }
    if field.name == "until", field.type.namedType == "ID", let id = references["messageId"] { return .string(id) }
    if ["ids", "studentIds"].contains(field.name) { return .array([.string(references["studentId"] ?? newID())]) }
    if field.name == "fileIds" { return .array([.string(try #require(references["fileId"]))]) }
    if field.name == "personIds" { return .array([.string(references["correspondentId"] ?? newID())]) }
    if field.name == "pictureIds" { return .array([]) }
    if field.name == "sha256" { return .string(String(repeating: "0a", count: 32)) }
    if field.name == "language" { return .string("de") }
    if field.name == "provider" { return .string("school") }
    if field.name == "cardId" { return .string("04A22B7C1D6480") }
    if field.name == "telephone" { return .string("+16075550142") }
    if ["fromDay", "gradedOn"].contains(field.name) { return .string("2009-12-31") }
    if field.name == "recipientIds" { return .array([.string(try #require(references["studentId"]))]) }
    if field.name == "memberIds" { return .array([.string(references["studentId"] ?? newID())]) }
    if let id = references["noteTagId"], field.name == "tagIds" { return .array([.string(id)]) }
    if field.name == "classIds" { return .array([.string(references["schoolClassId"] ?? newID())]) }
    if field.type.namedType == "SchoolRole" { return .string("TEACHER") }
    // An invitation for a profile is a student's.
    if field.name == "role" { return .string("STUDENT") }
    if field.type.itemType != nil, let item = schema.inputObjectType(named: field.type.namedType) {
      return .array([try self.item(item, schema)])
    }
    switch field.type.namedType {
    case "String": return .string("Text")
    case "Int", "Float": return .number("3")
    case "Boolean": return .bool(false)
    // Another day each time: of attendance there is one record a day.
    case "Date": return .string("20\(Int.random(in: 10...99))-0\(Int.random(in: 1...9))-\(Int.random(in: 10...28))")
    case "Time": return .string("08:30:00")
    case "DateTime": return .string("2026-09-07T08:30:00Z")
    case "Color": return .string("#2E86AB")
    case "Decimal": return .string("12.5")
    case "Currency": return .string("EUR")
    case "URL": return .string("https://example.org/page")
    case "EmailAddress": return .string("ada@example.org")
    case "TimeZone": return .string("America/Denver")
    default:
      guard case .enum(let type)? = schema.types[field.type.namedType], let first = type.values.first else {
        Issue.record("no value is known here for \(field.name): \(field.type)")
        return .null
      }
      return .string(first.name)
    }
  }

  /// One of several rows, with the id of an assignment that is there if it has to name one.
  private func item(_ type: InputObjectType, _ schema: Schema) throws -> JSONValue {
    var members: [JSONValue.Member] = []
    for field in type.fields where field.isRequired || field.type.itemType == nil && !["id", "ifVersion"].contains(field.name) {
      let value = field.name == "id" ? references["assignmentId"].map { .string($0) } : try value(of: field, schema)
      members.append(.init(field.name, try #require(value)))
    }
    return .object(members)
  }

  /// The id of a new row, as full as it can be, for what changes one; else one that nothing has.
  func id(for mutation: ContractMutation, _ schema: Schema, _ talk: Conversation) async throws -> JSONValue {
    if mutation.name == "updateSchool" { return .string(DemonstrationFamily.schoolID.description) }
    if mutation.name == "updateSchoolClass" { return .string(try await talk.newSchoolClass()) }
    let id = JSONValue.string(newID())
    guard mutation.name.hasPrefix("update") else { return id }
    let creation = try #require(ContractMutation.creation(of: mutation.subject))
    let made = try await send(creation, try input(of: creation, schema, with: ["id": id]), schema, talk)
    #expect(made.at("errors") == nil)
    return id
  }

  func send(_ mutation: ContractMutation, _ input: [String: JSONValue], _ schema: Schema, _ talk: Conversation) async throws -> JSONValue {
    let members = input.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, $0.value) }
    return try await talk.gateway.answer(
      try mutation.document(schema), variables: .object([.init("input", .object(members))]), as: viewer)
  }
}

extension Conversation {
  /// A file of a family.
  func fileID(of family: UUIDValue) async throws -> String? {
    try await database.ids("SELECT id FROM files WHERE home_id = \(bind: .uuid(family)) AND unused_since IS NULL ORDER BY 1 LIMIT 1").first
  }

  /// A picture of a family or an account that an account has sent, which may use it whether a row does or not.
  func pictureID(of home: UUIDValue, sentBy account: UUIDValue) async throws -> String {
    let id = newID()
    try await database.run(
      """
      INSERT INTO files (home_id, id, owner_id, name, media_type, kind, bytes, sha256, width, height, stored_bytes, declared_bytes)
      VALUES (\(bind: .uuid(home)), \(bind: .text(id))::uuid, \(bind: .uuid(account)), 'a.png', 'image/png', 'PICTURE', 3, sha256('abc'), 1, 1, 3, 3)
      """)
    return id
  }
}

extension Conversation {
  /// Terms that take effect long after the test.
  fileprivate func termsToCome() async throws -> String {
    let id = "0198f000-0000-7000-8fff-000000004000"
    try await database.run(
      """
      INSERT INTO published_terms (id, kind, version, language, text, effective_at)
      VALUES (\(bind: .text(id))::uuid, 'TERMS', '1', 'en', 'Text', '2999-01-01') ON CONFLICT DO NOTHING
      """)
    return id
  }

  /// A picture of the demonstration school, which one of its people has sent.
  func pictureOfSchool(sentBy viewer: AccountViewer) async throws -> String {
    let id = newID()
    try await database.run(
      """
      INSERT INTO files (home_id, id, owner_id, name, media_type, kind, bytes, sha256, width, height, stored_bytes, declared_bytes, \
      unused_since) VALUES (\(bind: .uuid(DemonstrationFamily.schoolID)), \(bind: .text(id))::uuid, \(bind: .uuid(viewer.accountID)), \
      'a.png', 'image/png', 'PICTURE', 3, sha256('abc'), 1, 1, 3, 3, now())
      """)
    return id
  }
}

/// Days of new school years and terms: each one another, since they do not overlap.
enum ContractDays {
  private static let count = Mutex(0)

  /// The first day of another month each time: a category has one budget in a month.
  static func nextMonth() -> String {
    let number = count.withLock { count in
      count += 1
      return count
    }
    return "\(6000 + number / 12)-\(number % 12 < 9 ? "0" : "")\(number % 12 + 1)-01"
  }

  /// Another hour each time, from a month ahead on, without its minutes: a provider is at one place at a time.
  static func nextHour() -> String {
    let number = count.withLock { count in
      count += 1
      return count
    }
    let hour = Date(timeIntervalSinceNow: Double(30 * 24 + number) * 3_600)
    return String(hour.formatted(.iso8601).prefix(14))
  }

  /// The next day of a term, in the school year of `contractSchoolYear`; else after it.
  static func next(ofTerm isTerm: Bool) -> String {
    let number = count.withLock { count in
      count += 1
      return count
    }
    func padded(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
    let (month, day) = (number / 28, number % 28 + 1)
    return "\((isTerm ? 3000 : 5000) + month / 12)-\(padded(month % 12 + 1))-\(padded(day))"
  }
}

extension WalkedSchema {
  /// A database for suites that try every mutation.
  func contractDatabase(_ name: String) async throws -> SchoolDatabase {
    let database = try await database(name)
    // Each case makes a student, with a consent, and there are cases for each type.
    for kind in ["members", "consents"] { try await database.run("SELECT set_quota(\(bind: .text(kind)), 10000, 100000000)") }
    return database
  }
}

extension Conversation {
  /// A new class of the demonstration school.
  fileprivate func newSchoolClass() async throws -> String {
    let id = newID()
    try await database.run(
      """
      INSERT INTO school_classes (school_id, id, name, grade)
      VALUES (\(bind: .uuid(DemonstrationFamily.schoolID)), \(bind: .text(id))::uuid, \(bind: .text("Class \(id)")), 'Grade')
      """)
    return id
  }

  /// A school year of two thousand years, for new terms.
  fileprivate func contractSchoolYear(of family: UUIDValue) async throws -> String {
    let id = "0198f000-0000-7000-8fff-000000003000"
    try await database.run(
      """
      INSERT INTO school_years (family_id, id, name, first_day, last_day)
      SELECT family_id, \(bind: .text(id))::uuid, 'School year of a test', '3000-01-01', '4999-12-31' FROM families
      WHERE family_id = \(bind: .uuid(family)) ON CONFLICT DO NOTHING
      """)
    return id
  }

  /// A new course of a degree that is only planned.
  fileprivate func plannedCourse(of family: UUIDValue) async throws -> String {
    let id = newID()
    try await database.run(
      """
      INSERT INTO degree_courses (family_id, id, degree_group_id, name, subject_id)
      SELECT g.family_id, \(bind: .text(id))::uuid, g.id, 'Plan of a test', (
        SELECT s.id FROM subjects s WHERE s.family_id = g.family_id ORDER BY s.id LIMIT 1)
      FROM degree_groups g WHERE g.family_id = \(bind: .uuid(family)) ORDER BY g.id LIMIT 1
      """)
    return id
  }

  fileprivate func studentWithoutAccount(of family: UUIDValue) async throws -> String {
    let id = newID()
    try await database.run(
      """
      INSERT INTO members (family_id, id, role, name)
      VALUES (\(bind: .uuid(family)), \(bind: .text(id))::uuid, 'STUDENT', 'Student of a test')
      """)
    // The consent that an invitation gives is there: the first invitation takes no statement more than the next one.
    try await database.run(
      """
      INSERT INTO consents (family_id, id, student_id, kind, given_by, given_at)
      VALUES (\(bind: .uuid(family)), gen_random_uuid(), \(bind: .text(id))::uuid, 'ACCOUNT', 'Parent', now())
      """)
    return id
  }

  /// The rows of all tables of families together, without the students that tests made and without the counts of rows.
  func rowCount() async throws -> Int {
    try await database.rowCount(
      ofTablesWhere: """
        c.relname <> 'family_usage'
        AND EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'family_id' AND NOT a.attisdropped)
        """)
  }
}
