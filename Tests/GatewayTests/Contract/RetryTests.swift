import GraphQL
import SQL
import SampleData
import Domain
import TestSupport
import Testing

/// A client whose answer was lost sends the same again, and nothing is made twice: holds for every mutation of the schema.
@Suite(.serialized) struct RetryTests {
  private static let database = Task { try await WalkedSchema.recipe.contractDatabase("retries") }
  private let schema: Schema

  init() throws { schema = try WalkedSchema.domain.schema }

  /// The mutations that take no id for what they make, and why the same sent again makes no second.
  private static let withoutID: [String: String] = [
    "signInWithApple": "an identity token is good once, and an account has one session more",
    "signInWithProvider": "an identity token is good once, and an account has one session more",
    "refreshSession": "the same token has the same answer for a minute",
    "signOut": "it ends", "signOutEverywhere": "it ends",
    "updateViewer": "it changes the viewer's own row", "updateFamily": "it changes the viewer's own row",
    "updateMemberSettings": "it changes the viewer's own row",
    "register": "its answer is a session: after a lost one the account signs in with its password",
    "signIn": "its answer is a session", "confirmPassword": "it makes nothing",
    "confirmAddress": "a code is used once", "resendConfirmation": "it sends the code again, which is what is asked for",
    "changePassword": "the account has one password", "addPassword": "the account has one password",
    "changeAddress": "the account has one address that waits", "linkApple": "an Apple account is linked once",
    "linkProvider": "an identity is linked once",
    "requestPasswordReset": "it sends the code again, which is what is asked for", "resetPassword": "a code is used once",
    "rotateFamilyCode": "it replaces a value", "requestToJoinFamily": "an account asks a family once",
    "acceptInvitation": "a code is used once, and its use is answered again", "leaveFamily": "it ends",
    "acceptStaffInvitation": "a code is used once, and its use is answered again",
    "chooseGradeScale": "a place has one choice", "clearGradeScaleChoice": "it ends",
    "setGradeOverride": "a student has one in a course", "clearGradeOverride": "it ends",
    "markAllNotificationsRead": "it changes what is there", "registerDevice": "a token is one device", "unregisterDevice": "it ends",
    "createAssignments": "its items have ids: see AssignmentBatchTests", "updateAssignments": "it changes what is there",
    "recordAttendance": "a student has one record of a day", "recordSchoolAttendance": "a student has one record of a day",
    "requestPickup": "a student has one open dismissal of a day at a school",
    "addToRoll": "a number is on the list once", "registerAtSchool": "a family is registered once",
    "leaveSchool": "it ends", "leaveSchoolStaff": "it ends", "checkInByCard": "a student has one open dismissal of a day at a school",
    "sayWhoComes": "it changes the enrolment", "exportFamily": "it makes nothing", "exportAccount": "it makes nothing",
    "deleteFamily": "it ends", "deleteAccount": "it ends",
    "markSchoolMessagesRead": "it changes a moment", "markClassMessagesRead": "it changes a moment",
    "handInWork": "a file is handed in once",
    "giveConsent": "a student has one consent of a kind", "withdrawConsent": "it ends",
    "markConversationRead": "a mark never moves back",
    "importCalendar": "an entry of a file is known by its UID, and the same entry again changes nothing",
    "addMealsToShoppingList": "the list remembers what it had of each meal", "clearTickedItems": "it deletes what is there",
    "inviteToShoppingList": "a code lets one account in, and one whose answer was lost lapses",
    "acceptShoppingListInvitation": "a code is used once, and its use is answered again",
    "inviteToGroup": "a code lets one family in, and one whose answer was lost lapses",
    "acceptGroupInvitation": "a code is used once, and its use is answered again", "requestToJoinGroup": "a family asks once",
    "leaveGroup": "it ends", "deleteGroup": "it ends",
    "blockPerson": "a person is blocked once", "unblockPerson": "it ends", "exportComplaint": "it makes nothing",
    "addSchoolPictures": "a file is added to an album once",
    "applyAsProvider": "an account is one provider", "setWorkingHours": "it replaces a value",
    "registerStaffDevice": "a token is one device", "unregisterStaffDevice": "it ends",
  ]

  /// The field with the id of what a mutation makes; nil for those that change what is there.
  private static func idField(_ mutation: ContractMutation) -> String? {
    ["newId", "id"].first { mutation.field($0)?.type == .named("ID") }
  }

  static let creations = ContractMutation.all.filter { idField($0) != nil && $0.name != "createFamily" }

  @Test func `Each mutation takes an id for what it makes, changes what an id names, or makes nothing twice`() {
    for mutation in ContractMutation.all where Self.idField(mutation) == nil {
      let names = mutation.input?.fields.filter { $0.name == "id" || $0.name == "ids" } ?? []
      let changes = !names.isEmpty && names.allSatisfy(\.isRequired)
      #expect(
        changes || Self.withoutID[mutation.name] != nil,
        "\(mutation.name): let clients choose the id of what it makes, or say here why the same sent again makes no second")
    }
    for name in Self.withoutID.keys {
      #expect(ContractMutation.all.contains { $0.name == name && Self.idField($0) == nil }, "\(name)")
    }
  }

  @Test("The same sent again is answered as the first time, and adds no row", arguments: creations)
  func again(_ mutation: ContractMutation) async throws {
    try await Conversation.with(Self.database) { talk in
      let (viewer, input) = try await self.input(of: mutation, talk)
      let document = try self.document(mutation)
      func send() async throws -> JSONValue { try await Self.send(document, input, as: viewer, talk) }
      let first = try await send()
      #expect(first.at("errors") == nil, "\(first)")
      let count = try await Self.rowCount(talk)
      #expect(try await send() == first)
      async let one = send()
      async let other = send()
      let answers = try await [one, other]
      #expect(answers == [first, first])
      #expect(try await Self.rowCount(talk) == count)
    }
  }

  @Test("Other content under the same id is a conflict", arguments: creations)
  func otherContent(_ mutation: ContractMutation) async throws {
    try await Conversation.with(Self.database) { talk in
      let (viewer, input) = try await self.input(of: mutation, talk)
      let document = try self.document(mutation)
      #expect(try await Self.send(document, input, as: viewer, talk).at("errors") == nil)
      let count = try await Self.rowCount(talk)
      let refused = try await Self.send(document, try Self.changed(input, mutation), as: viewer, talk)
      #expect(refused.code == "CONFLICT", "\(refused)")
      #expect(refused.inputPath == "input.\(Self.idField(mutation) ?? "")")
      #expect(try await Self.rowCount(talk) == count)
    }
  }

  @Test("Another administrator learns nothing by the same input", arguments: ["createCardReader", "createStaffInvitation", "createEnrolmentCode"])
  func otherAdministrator(_ name: String) async throws {
    try await Conversation.with(Self.database) { talk in
      let mutation = try #require(Self.creations.first { $0.name == name })
      let (viewer, input) = try await self.input(of: mutation, talk)
      let document = try self.document(mutation)
      #expect(try await Self.send(document, input, as: viewer, talk).at("errors") == nil)
      let other = try await talk.newcomer()
      try await talk.addStaff(other, "ADMINISTRATOR")
      let refused = try await Self.send(document, input, as: other, talk)
      #expect(refused.code == "CONFLICT")
      #expect(refused.inputPath == "input.id")
    }
  }

  @Test func `An id of another school is a conflict that does not tell where`() async throws {
    try await Conversation.with(Self.database) { talk in
      let other = try await talk.newcomer()
      let school = newID()
      try await talk.database.run(
        "INSERT INTO schools (id, name, time_zone) VALUES (\(bind: .text(school))::uuid, 'Other', 'UTC')")
      try await talk.database.run(
        """
        INSERT INTO school_staff (school_id, id, account_id, name, role)
        VALUES (\(bind: .text(school))::uuid, gen_random_uuid(), \(bind: .uuid(other.accountID)), 'Somebody', 'ADMINISTRATOR')
        """)
      for name in ["createSchoolClass", "createCardReader", "createStaffInvitation"] {
        let mutation = try #require(Self.creations.first { $0.name == name })
        let (viewer, input) = try await self.input(of: mutation, talk)
        #expect(try await Self.send(try document(mutation), input, as: viewer, talk).at("errors") == nil)
        let theirs = input.merging(["schoolId": .string(school), "classIds": .array([])]) { $1 }.filter { mutation.field($0.key) != nil }
        let refused = try await Self.send(try document(mutation), theirs, as: other, talk)
        #expect(refused.code == "CONFLICT", "\(name): \(refused)")
        #expect(refused.inputPath == "input.id", "\(name)")
        #expect(refused.at("errors", 0, "message")?.string == "This id was used for something else: send another.")
      }
    }
  }

  @Test func `A class, a code and a token that are gone are not made again`() async throws {
    try await Conversation.with(Self.database) { talk in
      for (name, object, end) in [
        ("createSchoolClass", "schoolClass", "deleteSchoolClass"), ("createCardReader", "reader", "revokeCardReader"),
        ("createStaffInvitation", "invitation", "revokeStaffInvitation"),
      ] {
        let mutation = try #require(Self.creations.first { $0.name == name })
        let (viewer, input) = try await self.input(of: mutation, talk)
        let made = try await Self.send(try document(mutation), input, as: viewer, talk)
        let id = try #require(made.at("data", .key(name), .key(object), "id")?.string)
        let administrator = try #require(viewer)
        _ = try await talk.ask(#"mutation { \#(end)(input: {id: "\#(id)"}) { __typename } }"#, as: administrator)
        let count = try await Self.rowCount(talk)
        #expect(try await Self.send(try document(mutation), input, as: viewer, talk).code == "CONFLICT", "\(name)")
        #expect(try await Self.rowCount(talk) == count)
      }
    }
  }

  @Test func `A card that was blocked is not made to work by the request that linked it`() async throws {
    try await Conversation.with(Self.database) { talk in
      let mutation = try #require(Self.creations.first { $0.name == "linkCard" })
      let (viewer, input) = try await self.input(of: mutation, talk)
      let id = try #require(
        try await Self.send(try document(mutation), input, as: viewer, talk).at("data", "linkCard", "card", "id")?.string)
      let parent = try #require(viewer)
      _ = try await talk.ask(#"mutation { blockCard(input: {id: "\#(id)"}) { __typename } }"#, as: parent)
      #expect(try await Self.send(try document(mutation), input, as: viewer, talk).at("errors") == nil)
      #expect(
        try await talk.text("SELECT (blocked_at IS NOT NULL)::text FROM pickup_cards WHERE id = \(bind: .text(id))::uuid") == "true")
    }
  }

  @Test func `Who came to work at a school with a code is answered again`() async throws {
    try await Conversation.with(Self.database) { talk in
      let mutation = try #require(Self.creations.first { $0.name == "createStaffInvitation" })
      let (viewer, input) = try await self.input(of: mutation, talk)
      let code = try #require(
        try await Self.send(try document(mutation), input, as: viewer, talk).at("data", "createStaffInvitation", "code")?.string)
      let (teacher, other) = (try await talk.newcomer(), try await talk.newcomer())
      let accept = #"mutation { acceptStaffInvitation(input: {code: "\#(code)", name: "New"}) { school { id } } }"#
      let first = try await talk.ask(accept, as: teacher)
      let count = try await Self.rowCount(talk)
      #expect(try await talk.ask(accept, as: teacher) == first)
      #expect(try await talk.answer(accept, as: other).code == "NOT_FOUND")
      #expect(try await Self.rowCount(talk) == count)
    }
  }

  @Test func `What has a key of its own is made once without an id`() async throws {
    try await PickupGround.run("natural_retries") { ground in
      let (mia, enrolment) = (try await ground.students().mia, try await ground.enrolment(of: "Mia"))
      let course = try #require(
        try await ground.ask("{ family { courses(first: 1) { id } } }", as: ground.parent).at("data", "family", "courses", 0, "id")?.string)
      let school = DemonstrationFamily.schoolID
      let token = String(repeating: "ab12", count: 16)
      for (viewer, mutation) in [
        (ground.parent, #"registerDevice(input: {platform: ANDROID, token: "\#(token)"}) { device { id } }"#),
        (ground.parent, #"registerDevice(input: {platform: IOS, token: "\#(token)"}) { device { id } }"#),
        (ground.parent, #"requestPickup(input: {studentIds: ["\#(mia)"]}) { dismissals { id } }"#),
        (ground.parent, #"requestPickup(input: {studentIds: ["\#(mia)"], note: "Gate", estimatedMinutes: 5}) { dismissals { id version } }"#),
        (ground.administrator, #"callStudents(input: {ids: ["\#(enrolment)"]}) { dismissals { id } }"#),
        (ground.administrator, #"addToRoll(input: {schoolId: "\#(school)", students: [{studentNumber: "900", name: "N"}]}) { students { id } }"#),
        (ground.parent, #"recordAttendance(input: {date: "2026-01-05", records: [{studentId: "\#(mia)", state: PRESENT}]}) { attendanceRecords { id } }"#),
        (ground.parent, #"chooseGradeScale(input: {readyMade: PLAIN}) { gradeScaleChoice { id } }"#),
        (ground.parent, #"setGradeOverride(input: {studentId: "\#(mia)", courseId: "\#(course)", grade: 90}) { gradeOverride { id } }"#),
      ] {
        let first = try await ground.ask("mutation { \(mutation) }", as: viewer)
        #expect(first.at("errors") == nil, "\(first)")
        let count = try await Self.rowCount(ground.database)
        #expect(try await ground.ask("mutation { \(mutation) }", as: viewer) == first)
        #expect(try await Self.rowCount(ground.database) == count, "\(mutation)")
      }
    }
  }

  // MARK: Inputs

  private func input(
    of mutation: ContractMutation, _ talk: Conversation
  ) async throws -> (AccountViewer?, [String: JSONValue]) {
    try await talk.database.run("DELETE FROM attempts")
    let sender = try await ContractViewer.sender(of: mutation, talk)
    let id = try #require(Self.idField(mutation))
    var given: [String: JSONValue] = [id: .string(newID())]
    switch mutation.name {
    case "copyCourse":
      given["id"] = .string(try #require(sender.references["courseId"]))
      given["studentId"] = .string(try #require(sender.references["studentId"]))
    case "splitSeries": given["id"] = .string(try await talk.newSeries(from: "2026-09-01"))
    case "enrollStudent": given["studentNumber"] = .string(String(newID().prefix(20)))
    case "report":
      // Content is hidden from its reporter.
      try await talk.database.run("DELETE FROM content_hidings WHERE cause = 'REPORT'")
      try await talk.database.run("DELETE FROM school_reports WHERE subject_id = \(bind: .uuid(DemonstrationFamily.postID))")
    case "linkCard": given["cardId"] = .string("04" + newID().filter { $0 != "-" }.prefix(12).uppercased())
    case "sendSchoolMessage": given["enrolmentId"] = .string(DemonstrationFamily.enrolmentID.description)
    default: break
    }
    return (sender.viewer, try sender.input(of: mutation, schema, with: given))
  }

  /// The same input, but for one value.
  private static func changed(
    _ input: [String: JSONValue], _ mutation: ContractMutation
  ) throws -> [String: JSONValue] {
    var changed = input
    if mutation.name == "linkCard" {
      changed["cardId"] = .string("04" + newID().filter { $0 != "-" }.prefix(12).uppercased())
    } else if let text = mutation.input?.fields.first(where: { $0.type.namedType == "String" })?.name {
      changed[text] = .string("Other text")
    } else if let url = mutation.input?.fields.first(where: { $0.type.namedType == "URL" })?.name {
      changed[url] = .string("https://example.org/other")
    } else {
      let others: [String: JSONValue] = [
        "Int": .number("4"), "Float": .number("4"), "Date": .string("2009-09-09"), "DateTime": .string("\(ContractDays.nextHour())15:00Z"),
      ]
      let field = try #require(mutation.input?.fields.first { others[$0.type.namedType] != nil })
      changed[field.name] = others[field.type.namedType]
    }
    return changed
  }

  /// Asks for all that can be compared: leaves, and the ids of objects.
  private func document(_ mutation: ContractMutation) throws -> String {
    let input = try #require(mutation.input)
    let fields = mutation.payload.fields.compactMap { field -> String? in
      guard !field.arguments.contains(where: \.isRequired) else { return nil }
      if schema.isLeaf(field.type.namedType) { return field.name }
      guard case .object(let type)? = schema.types[field.type.namedType], type.fields["id"] != nil else { return nil }
      return "\(field.name) { id }"
    }
    return "mutation ($input: \(input.name)!) { \(mutation.name)(input: $input) { __typename \(fields.joined(separator: " ")) } }"
  }

  private static func send(
    _ document: String, _ input: [String: JSONValue], as viewer: AccountViewer?, _ talk: Conversation
  ) async throws -> JSONValue {
    let members = input.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, $0.value) }
    return try await talk.gateway.answer(document, variables: .object([.init("input", .object(members))]), as: viewer)
  }

  private static func rowCount(_ talk: Conversation) async throws -> Int { try await rowCount(talk.database) }

  /// The rows of all tables, notifications and messages included, but the counts of attempts.
  private static func rowCount(_ database: SchoolDatabase) async throws -> Int {
    try await database.rowCount(ofTablesWhere: "c.relname <> 'attempts'")
  }
}
