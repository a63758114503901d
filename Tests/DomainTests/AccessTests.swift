import GraphQL
import SQL
import TestSupport
import Testing

@testable import Planning
@testable import Domain

struct AccessTests {
  enum Verdict { case allowed, refused, ownRow, signIn }

  private func verdict(_ access: Access<Viewer>, on viewer: Viewer.PlanClass) -> Verdict {
    switch access.decide(viewer) {
    case .allowed: .allowed
    case .refused: .refused
    case .rows: .ownRow
    case .unauthenticated: .signIn
    }
  }

  @Test(
    "Who may see what of a member",
    arguments: [
      ("Student", "email", .anonymous, .signIn), ("Student", "email", .account, .refused),
      ("Student", "email", .parent, .allowed), ("Student", "email", .student, .ownRow),
      ("Parent", "email", .anonymous, .signIn), ("Parent", "email", .account, .refused),
      ("Parent", "email", .parent, .allowed), ("Parent", "email", .student, .ownRow),
      ("Student", "hasAccount", .anonymous, .signIn), ("Student", "hasAccount", .account, .refused),
      ("Student", "hasAccount", .parent, .allowed), ("Student", "hasAccount", .student, .refused),
    ] as [(String, String, Viewer.PlanClass, Verdict)])
  func members(typeName: String, field: String, viewer: Viewer.PlanClass, expected: Verdict) throws {
    let map = try EntityMap<Viewer>.shared
    let resolver = try #require(map.resolver(of: field, on: typeName))
    #expect(verdict(resolver.access, on: viewer) == expected)
  }

  @Test func `What is hidden of a member is null without an error`() throws {
    let map = try EntityMap<Viewer>.shared
    for coordinate in [("Student", "email"), ("Parent", "email"), ("Student", "hasAccount")] {
      #expect(map.resolver(of: coordinate.1, on: coordinate.0)?.access.refusal == .null, "\(coordinate)")
    }
    #expect(map.resolver(of: "code", on: "Family")?.access.refusal == .error(admitted: "parents"))
  }

  @Test func `No other field is ever refused to who is signed in, and none but ways to sign in is for strangers`() throws {
    let map = try EntityMap<Viewer>.shared
    var refusable: [String] = []
    var open: [String] = []
    for name in map.schema.typeNames {
      guard let type = map.schema.objectType(named: name), !name.hasPrefix("__") else { continue }
      for field in type.fields {
        let access = try #require(map.resolver(of: field.name, on: name)).access
        if verdict(access, on: .anonymous) != .signIn { open.append("\(name).\(field.name)") }
        let isRefused = [.account, .parent, .student, .reader].contains { ![.allowed, .signIn].contains(verdict(access, on: $0)) }
        #expect(isRefused == access.isRefusable, "\(name).\(field.name)")
        if isRefused { refusable.append("\(name).\(field.name)") }
      }
    }
    #expect(
      open == [
        "Query.signInProviders", "Query.terms", "Mutation.signInWithApple", "Mutation.signInWithProvider", "Mutation.refreshSession", "Mutation.register",
        "Mutation.signIn", "Mutation.requestPasswordReset", "Mutation.resetPassword",
        // Configuration.
        "SignInProvider.id", "SignInProvider.name", "SignInProvider.issuer",
        // Numbers that the server gives, of nobody's rows.
        "RequestPasswordResetPayload.expiresInSeconds", "ResetPasswordPayload.endedSessions",
        // The operator has published them.
        "Terms.id", "Terms.kind", "Terms.version", "Terms.language", "Terms.text", "Terms.effectiveAt",
      ])
    let mutations = refusable.filter { $0.hasPrefix("Mutation.") }
    #expect(
      refusable.filter { !mutations.contains($0) }.sorted() == [
        "AuditEntryConnection.edges", "AuditEntryConnection.nodes", "AuditEntryConnection.pageInfo",
        "AuditEntryConnection.totalCount", "AuditEntryEdge.cursor", "AuditEntryEdge.node", "BlockCardPayload.card",
        "Enrolment.unreadMessageCount", "Family.auditTrail", "Family.budgets",
        "Family.code", "Family.expenseCategories", "Family.expenseSummary", "Family.expenses", "Family.invitations", "Family.joinRequests", "Family.pickupCards", "Family.storage", "Family.webhooks", "Group.families", "Group.posts", "Group.requests", "LinkCardPayload.card",
        "Parent.email", "School.code", "School.disclosures", "School.readers", "School.reports", "School.staff", "School.staffInvitations",
        "School.tickets", "SchoolReport.reportedBy", "SendSchoolMessagePayload.message",
        "Student.email", "Student.hasAccount",
      ])
    // Parents write; students what is theirs; what everyone may change is one's own place.
    let ofStudents = ["requestHelp", "handInWork"]
    let ofMembers = [
      "markAssignmentDone", "markAssignmentNotDone", "registerDevice", "unregisterDevice", "updateMemberSettings",
      // Their own: see `OwnershipTests`.
      "createStudyTime", "updateStudyTime", "deleteStudyTime", "createNote", "updateNote", "deleteNote",
      // A tag for a note of one's own.
      "createNoteTag",
      // Tasks of their own, and marks of those for everyone: see `SeriesTests`.
      "createTask", "updateTask", "deleteTask", "markTaskDone", "markTaskNotDone", "leaveOutOccurrence", "restoreOccurrence",
      "changeOccurrence", "splitSeries",
      // A calendar of its own.
      "createCalendarFeed", "updateCalendarFeed", "deleteCalendarFeed",
      // Mutations for the work that students keep, while their family lets them: see `StudentsKeepTests`.
      "createSubject", "updateSubject", "deleteSubject", "createCourse", "updateCourse", "deleteCourse", "createWeightGroup",
      "updateWeightGroup", "deleteWeightGroup", "createAssignment", "updateAssignment", "deleteAssignment", "createAssignments",
      "updateAssignments", "gradeAssignment", "createQuestion", "updateQuestion", "deleteQuestion",
      // A student who founded a family: see `StudentFounderTests`.
      "createInvitation", "exportFamily",
    ]
    // Changes of bookings by their providers: the row scope decides which are theirs.
    let ofProviders = ["confirmBooking", "declineBooking", "completeBooking"]
    let names = try #require(map.schema.objectType(named: "Mutation")).fields.map { "Mutation.\($0.name)" }
    #expect(
      Set(names).subtracting(mutations).subtracting(Self.ofPlaces).sorted() == [
        "Mutation.acceptInvitation", "Mutation.acceptShoppingListInvitation", "Mutation.acceptTerms", "Mutation.addPassword",
        "Mutation.applyAsProvider", "Mutation.changeAddress", "Mutation.changePassword", "Mutation.clearTickedItems",
        "Mutation.confirmAddress", "Mutation.confirmPassword", "Mutation.createBusyTime", "Mutation.createFamily",
        "Mutation.createService", "Mutation.createShoppingItem", "Mutation.createUpload", "Mutation.deleteAccount",
        "Mutation.deleteBusyTime", "Mutation.deleteNotification", "Mutation.deleteService", "Mutation.deleteShoppingItem", "Mutation.deleteUpload",
        "Mutation.exportAccount", "Mutation.leaveFamily", "Mutation.linkApple", "Mutation.linkProvider",
        "Mutation.markAllNotificationsRead", "Mutation.markNotificationRead", "Mutation.refreshSession", "Mutation.register",
        "Mutation.requestPasswordReset", "Mutation.requestToJoinFamily", "Mutation.resendConfirmation", "Mutation.resetPassword",
        "Mutation.setWorkingHours", "Mutation.signIn", "Mutation.signInWithApple", "Mutation.signInWithProvider",
        "Mutation.signOut", "Mutation.signOutEverywhere", "Mutation.tickShoppingItems", "Mutation.unlinkSignIn",
        "Mutation.updateService", "Mutation.updateShoppingItem", "Mutation.updateViewer", "Mutation.withdrawJoinRequest",
      ])
    for mutation in mutations where mutation != "Mutation.checkInByCard" {
      let name = String(mutation.dropFirst("Mutation.".count))
      let access = try #require(map.resolver(of: name, on: "Mutation")).access
      let (isOfStudents, isOfMembers) = (ofStudents.contains(name), ofMembers.contains(name))
      #expect(verdict(access, on: .parent) == (isOfStudents ? .refused : .allowed), "\(mutation)")
      #expect(verdict(access, on: .student) == (isOfStudents || isOfMembers ? .allowed : .refused), "\(mutation)")
      #expect(verdict(access, on: .account) == (ofProviders.contains(name) ? .allowed : .refused), "\(mutation)")
    }
  }

  /// Places decide, which no class of viewers tells.
  private static let ofPlaces = Set(
    [
      "acceptStaffInvitation", "acceptStudentName", "confirmGuardian", "createEnrolmentCode", "addToRoll", "barGuardian", "callStudents", "cancelDismissals",
      "createCardReader", "createSchoolClass", "createStaffInvitation", "deleteSchoolClass", "handOver", "leaveSchoolStaff",
      "markAbsent",
      "markNotReady", "markReady", "placeStudent", "removeFromRoll", "removeSchoolStaff",
      "removeStudentFromSchool", "reopenDismissal", "revokeCardReader", "revokeStaffInvitation", "sendClassMessage", "updateSchool", "updateSchoolClass",
      "updateSchoolStaff", "markClassMessagesRead", "registerStaffDevice", "unregisterStaffDevice",
      "recordSchoolAttendance", "decideAbsenceReport",
      "createAnnouncement", "updateAnnouncement", "deleteAnnouncement", "createSchoolEvent", "updateSchoolEvent", "deleteSchoolEvent",
      "createSchoolActivity", "updateSchoolActivity", "deleteSchoolActivity", "createSchoolInformation", "updateSchoolInformation",
      "deleteSchoolInformation",
      "createSchoolPost", "updateSchoolPost", "deleteSchoolPost", "createSchoolComment", "approvePost", "rejectPost", "hideContent",
      "showContent", "removeContent", "appealContent", "decideAppeal", "report", "decideReport", "exportComplaint", "blockPerson",
      "unblockPerson", "createSchoolAlbum", "updateSchoolAlbum", "deleteSchoolAlbum", "addSchoolPictures",
      "createTicket", "writeTicket", "answerTicket", "closeTicket",
      "startConversation", "sendMessage", "markConversationRead",
    ].map { "Mutation.\($0)" })

  @Test func `A card reader checks in by card, and does nothing else`() throws {
    let map = try EntityMap<Viewer>.shared
    for name in map.schema.typeNames where !name.hasPrefix("__") {
      guard let type = map.schema.objectType(named: name) else { continue }
      for field in type.fields {
        let access = try #require(map.resolver(of: field.name, on: name)).access
        let isItsOwn = ["Mutation.checkInByCard", "CheckInByCardPayload.checkIns"].contains("\(name).\(field.name)")
        let isOpen = verdict(access, on: .anonymous) == .allowed
        #expect(
          (verdict(access, on: .reader) == .allowed) == (isItsOwn || isOpen || name == "CardCheckIn"), "\(name).\(field.name)")
      }
    }
  }

  @Test func `Only introspection is for anyone`() throws {
    let map = try EntityMap<Viewer>.shared
    for viewer in Viewer.PlanClass.allCases { #expect(verdict(map.introspection, on: viewer) == .allowed) }
  }

  @Test func `A student's own row is the one whose id is the student's`() throws {
    let source = Source(#"{ student(id: "x") { email } }"#)
    let operation = try Document(parsing: source).operation(named: nil, source: source)
    let plan = try Planner(map: EntityMap<Viewer>.shared)
      .plan(operation, for: .student, variables: VariableValues())
    let statement = try #require(plan.selections[0].statements(for: .student, variables: VariableValues()).first)
    #expect(
      statement.text == """
        SELECT members_0.family_id, coalesce(members_0.id = $1, false), \
        CASE WHEN members_0.id = $1 THEN members_0.email END FROM members members_0 \
        WHERE members_0.family_id = $2 AND members_0.role = 'STUDENT' AND members_0.id = $3
        """)
    #expect(statement.binds == [.uuid(.key(4)), .uuid(.key(3)), .null(.uuid)])
  }
}
