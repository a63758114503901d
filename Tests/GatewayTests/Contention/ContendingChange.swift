import GraphQL
import SQL
import Domain
import TestSupport
import Testing

/// A mutation as the schema has it, with good input for a `ContendedFamily`: what is added to the schema next included.
struct ContendingChange: Sendable, CustomStringConvertible, CustomTestStringConvertible {
  let mutation: ContractMutation

  var description: String { mutation.name }
  var testDescription: String { mutation.name }

  static let all = ContractMutation.all.map { ContendingChange(mutation: $0) }

  /// Whether it locks more than a session and a family, or removes one of these.
  var isStructural: Bool {
    [
      "createFamily", "acceptInvitation", "requestToJoinFamily", "withdrawJoinRequest", "confirmJoinRequest",
      "declineJoinRequest", "leaveFamily", "removeMember", "deleteFamily", "deleteAccount", "signOut",
      "endEnrolment", "removeStudentFromSchool", "acceptStaffInvitation", "updateSchoolStaff", "removeSchoolStaff", "deleteSchoolClass",
      "signOutEverywhere", "refreshSession", "signInWithApple", "updateViewer", "exportAccount", "createInvitation",
      "acceptShoppingListInvitation", "leaveGroup", "deleteGroup",
    ].contains(mutation.name)
  }

  /// The sender: one of four, of whom the first two are one account in two sessions.
  func sender(_ number: Int, in family: ContendedFamily) -> AccountViewer? {
    switch mutation.name {
    case "signInWithApple", "refreshSession", "register", "signIn", "requestPasswordReset", "resetPassword": nil
    case "createFamily", "acceptInvitation", "requestToJoinFamily", "acceptStaffInvitation":
      number % 2 == 0 ? family.newcomer : family.applicant
    case "withdrawJoinRequest": family.applicant
    case "acceptShoppingListInvitation": number % 2 == 0 ? family.applicant : family.provider
    case "createNotification": family.parents[number / 2][number % 2]
    case _ where mutation.isOfProvider: family.provider
    case "requestHelp", "handInWork": family.student
    case _ where mutation.name.contains("Notification"): family.student
    default: family.parents[number / 2][number % 2]
    }
  }

  /// - Parameter identityToken: the token of the first parent where the number is even.
  func request(
    _ number: Int, in family: ContendedFamily, _ schema: Schema, identityToken: String
  ) throws -> (document: String, variables: JSONValue?) {
    guard let type = mutation.input else { return ("mutation { \(mutation.name) { __typename } }", nil) }
    let viewer = ContractViewer(viewer: nil, references: family.references)
    let isPlain = ["signInWithApple", "deleteAccount"].contains(mutation.name) || Self.ofSignIn.contains(mutation.name)
    var input = try viewer.input(of: mutation, schema, onlyRequired: isPlain)
    if let id = try target(number, in: family, schema) { input["id"] = .string(id.description) }
    switch mutation.name {
    case "acceptInvitation", "acceptShoppingListInvitation": input["code"] = .string(family.invitationCode)
    case "acceptStaffInvitation": input["code"] = .string(family.staffInvitationCode)
    case "registerAtSchool": input["code"] = .string(family.schoolCode)
    case "createSchoolClass", "updateSchoolClass": input["name"] = .string("Class \(UUIDValue.random())")
    case "requestToJoinFamily": input["code"] = .string(family.code)
    case "unlinkSignIn": input["id"] = .string("\(UUIDValue.random())")
    case _ where Self.ofSignIn.contains(mutation.name):
      if mutation.field("email") != nil { input["email"] = .string("contended@example.org") }
      for name in ["password", "newPassword"] where mutation.field(name) != nil { input[name] = .string(Client.password) }
      if mutation.field("code") != nil { input["code"] = .string("12345678") }
    case "applyAsProvider": input["languages"] = .array([.string("en")])
    case "setWorkingHours":
      input["hours"] = .array([
        .object([.init("day", .string("MONDAY")), .init("from", .string("08:00:00")), .init("until", .string("12:00:00"))])
      ])
    case "registerDevice", "registerStaffDevice": input["token"] = .string(String(repeating: "0a", count: 32))
    case "placeStudent": input["id"] = .string(try id("Enrolment", of: family))
    case "importCalendar":
      let event = ["BEGIN:VEVENT", "UID:1", "DTSTART;VALUE=DATE:20260907", "SUMMARY:E", "END:VEVENT"]
      input["text"] = .string((["BEGIN:VCALENDAR", "VERSION:2.0"] + event + ["END:VCALENDAR", ""]).joined(separator: "\r\n"))
    case "updateSchoolYear":
      input["firstDay"] = .string("3000-01-01")
      input["lastDay"] = .string("4999-12-31")
    case "sayWhoComes": input["day"] = .string("2098-06-01")
    case "linkCard": input["cardId"] = .string("04A22B7C1D6480")
    case "sendClassMessage": input["studentId"] = .string(try id("Enrolment", of: family))
    case "callStudents", "markAbsent": input["ids"] = .array([.string(try id("Enrolment", of: family))])
    case "markReady", "markNotReady", "cancelDismissals", "confirmPickups", "cancelPickups":
      input["ids"] = .array([.string(try id("Dismissal", of: family))])
    case "removeFromRoll": input["ids"] = .array([.string(try id("SchoolStudent", of: family))])
    case "tickShoppingItems": input["ids"] = .array([.string(try id("ShoppingItem", of: family))])
    case "requestPickup":
      input["studentIds"] = .array([.string(try #require(family.student.membership).memberID.description)])
    case "deleteFamily": input["familyName"] = .string("Family")
    case "deleteAccount": input["confirmation"] = .string("Person")
    case "refreshSession": input["refreshToken"] = .string(family.refreshToken)
    case "signInWithApple":
      input["identityToken"] = .string(identityToken)
      input["nonce"] = .string(Person.nonce)
      input["role"] = .string("PARENT")
    // A member of a family has its role there.
    case "updateViewer": input["role"] = nil
    case "removeMember": input["keepProfile"] = .bool(false)
    default: break
    }
    if mutation.isOfSchool, let picture = family.ids["SchoolFile"]?.description {
      if input["pictureId"] != nil { input["pictureId"] = .string(picture) }
      if input["fileIds"] != nil { input["fileIds"] = .array([.string(picture)]) }
    }
    // A file of the school is its sender's, which is one of the parents.
    if mutation.subject == "Ticket" { input["fileIds"] = nil }
    if input["cascade"] != nil { input["cascade"] = .bool(number % 2 == 1) }
    let members = input.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, $0.value) }
    return (
      "mutation ($input: \(type.name)!) { \(mutation.name)(input: $input) { __typename } }",
      .object([.init("input", .object(members))])
    )
  }

  private func id(_ type: String, of family: ContendedFamily) throws -> String {
    try #require(family.ids[type]).description
  }

  /// Mutations of one address and one password.
  private static let ofSignIn: Set = [
    "register", "signIn", "requestPasswordReset", "resetPassword", "addPassword", "changeAddress", "changePassword",
    "confirmPassword", "confirmAddress", "linkApple", "linkProvider",
  ]

  /// The row that is changed or removed: another parent, or the student with work, of members.
  private func target(_ number: Int, in family: ContendedFamily, _ schema: Schema) throws -> UUIDValue? {
    guard let field = mutation.field("id"), !mutation.makes(field), mutation.name != "unlinkSignIn" else { return nil }
    if mutation.name == "removeMember", number % 2 == 0 { return family.parents[1 - number / 2][0].membership?.memberID }
    // The other administrator, or the teacher.
    if mutation.subject == "SchoolStaff" {
      return number % 2 == 0 ? family.ids["OtherAdministrator"] : family.ids["SchoolStaffMember"]
    }
    if mutation.subject == "Student" || mutation.subject == "Member" { return family.student.membership?.memberID }
    let staff = ["ClassStudent": "Enrolment", "ClassDismissal": "Dismissal", "ClassAbsenceReport": "AbsenceReport", "ProviderBooking": "Booking"]
    let target = try #require(mutation.target(in: schema), "nothing is known here for \(mutation.name)")
    let type = staff[target] ?? target
    let row: UUIDValue = try #require(family.ids[type], "the family has no \(type)")
    return row
  }
}
