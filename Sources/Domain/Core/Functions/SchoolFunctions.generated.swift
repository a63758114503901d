// Written by scripts/functions from migrations/functions/school/.

package import Planning
package import SQL

/// How `accept_staff_invitation` ended.
package enum AcceptStaffInvitationOutcome: String, FunctionValue {
  case done = "DONE", none = "NONE", known = "KNOWN", limit = "LIMIT"
}

/// A row of `accept_staff_invitation`.
package struct AcceptStaffInvitationRow: FunctionRow {
  package let outcome: AcceptStaffInvitationOutcome
  package let schoolID: UUIDValue?

  package init(_ cells: inout FunctionCells) throws(MutationFailure) {
    outcome = try cells.next()
    schoolID = try cells.next()
  }
}

extension FunctionCall<AcceptStaffInvitationRow> {
  package static func acceptStaffInvitation(hash: SQLValue?, staff: UUIDValue, staffName: String) -> Self {
    Self("accept_staff_invitation", [hash ?? .null(.bytea), .uuid(staff), .text(staffName)])
  }
}

/// How `accept_student_name` ended.
package enum AcceptStudentNameOutcome: String, FunctionValue {
  case done = "DONE", none = "NONE"
}

extension FunctionCall<AcceptStudentNameOutcome> {
  package static func acceptStudentName(enrolment: UUIDValue) -> Self {
    Self("accept_student_name", [.uuid(enrolment)])
  }
}

/// How `bar_guardian` ended.
package enum BarGuardianOutcome: String, FunctionValue {
  case done = "DONE", none = "NONE", barred = "BARRED"
}

extension FunctionCall<BarGuardianOutcome> {
  package static func barGuardian(guardian: UUIDValue, barred: Bool) -> Self {
    Self("bar_guardian", [.uuid(guardian), .bool(barred)])
  }
}

extension FunctionCall<String?> {
  package static func barredName(enrolment: UUIDValue, given: String) -> Self {
    Self("barred_name", [.uuid(enrolment), .text(given)])
  }
}

extension FunctionCall<Bool> {
  package static func cardReaderHasToken(school: UUIDValue, reader: UUIDValue, hash: SQLValue) -> Self {
    Self("card_reader_has_token", [.uuid(school), .uuid(reader), hash])
  }
}

/// How `change_staff` ended.
package enum ChangeStaffOutcome: String, FunctionValue {
  case done = "DONE", none = "NONE", `class` = "CLASS", last = "LAST", limit = "LIMIT"
}

extension FunctionCall<ChangeStaffOutcome> {
  package static func changeStaff(staff: UUIDValue, staffRole: String, classes: [UUIDValue]) -> Self {
    Self("change_staff", [.uuid(staff), .text(staffRole), .uuidArray(classes)])
  }
}

/// How `confirm_guardian` ended.
package enum ConfirmGuardianOutcome: String, FunctionValue {
  case done = "DONE", none = "NONE"
}

extension FunctionCall<ConfirmGuardianOutcome> {
  package static func confirmGuardian(guardian: UUIDValue, confirmed: Bool) -> Self {
    Self("confirm_guardian", [.uuid(guardian), .bool(confirmed)])
  }
}

extension FunctionCall<[UUIDValue]> {
  package static func correspondents(school: UUIDValue?, ofAge: Int32) -> Self {
    Self("correspondents", [school.map(SQLValue.uuid) ?? .null(.uuid), .int4(ofAge)])
  }
}

/// How `create_card_reader` ended.
package enum CreateCardReaderOutcome: String, FunctionValue {
  case done = "DONE", none = "NONE", limit = "LIMIT"
}

extension FunctionCall<CreateCardReaderOutcome> {
  package static func createCardReader(
    school: UUIDValue, reader: UUIDValue, readerName: String, readerOrder: String, hash: SQLValue
  ) -> Self {
    Self("create_card_reader", [.uuid(school), .uuid(reader), .text(readerName), .text(readerOrder), hash])
  }
}

/// How `create_enrolment_code` ended.
package enum CreateEnrolmentCodeOutcome: String, FunctionValue {
  case done = "DONE", none = "NONE", known = "KNOWN"
}

extension FunctionCall<CreateEnrolmentCodeOutcome> {
  package static func createEnrolmentCode(
    school: UUIDValue, entry: UUIDValue, code: UUIDValue, hash: SQLValue, days: Int32, isNew: Bool
  ) -> Self {
    Self("create_enrolment_code", [.uuid(school), .uuid(entry), .uuid(code), hash, .int4(days), .bool(isNew)])
  }
}

/// How `create_staff_invitation` ended.
package enum CreateStaffInvitationOutcome: String, FunctionValue {
  case done = "DONE", none = "NONE", `class` = "CLASS", limit = "LIMIT"
}

extension FunctionCall<CreateStaffInvitationOutcome> {
  package static func createStaffInvitation(
    school: UUIDValue, invitation: UUIDValue, hash: SQLValue, staffRole: String, classes: [UUIDValue], days: Int32
  ) -> Self {
    Self("create_staff_invitation", [.uuid(school), .uuid(invitation), hash, .text(staffRole), .uuidArray(classes), .int4(days)])
  }
}

/// How `end_enrolment` ended.
package enum EndEnrolmentOutcome: String, FunctionValue {
  case done = "DONE", none = "NONE"
}

extension FunctionCall<EndEnrolmentOutcome> {
  package static func endEnrolment(enrolment: UUIDValue, endedBy: String) -> Self {
    Self("end_enrolment", [.uuid(enrolment), .text(endedBy)])
  }
}

/// How `enroll_student` ended.
package enum EnrollStudentOutcome: String, FunctionValue {
  case done = "DONE", none = "NONE", barred = "BARRED", `class` = "CLASS", code = "CODE", known = "KNOWN"
}

/// A row of `enroll_student`.
package struct EnrollStudentRow: FunctionRow {
  package let outcome: EnrollStudentOutcome
  package let enrolmentID: UUIDValue

  package init(_ cells: inout FunctionCells) throws(MutationFailure) {
    outcome = try cells.next()
    enrolmentID = try cells.next()
  }
}

extension FunctionCall<EnrollStudentRow> {
  package static func enrollStudent(
    enrolment: UUIDValue, student: UUIDValue, school: UUIDValue, wanted: UUIDValue?, number: String, gender: String?, hash: SQLValue?
  ) -> Self {
    Self("enroll_student", [
      .uuid(enrolment), .uuid(student), .uuid(school), wanted.map(SQLValue.uuid) ?? .null(.uuid), .text(number), gender.map(SQLValue.text) ?? .null(.text), hash ?? .null(.bytea)
    ])
  }
}

/// How `enrolment_code_state` ended.
package enum EnrolmentCodeStateOutcome: String, FunctionValue {
  case open = "OPEN", own = "OWN", none = "NONE"
}

extension FunctionCall<EnrolmentCodeStateOutcome> {
  package static func enrolmentCodeState(school: UUIDValue, number: String, hash: SQLValue?) -> Self {
    Self("enrolment_code_state", [.uuid(school), .text(number), hash ?? .null(.bytea)])
  }
}

/// A row of `enter_card`.
package struct EnterCardRow: FunctionRow {
  package let enrolmentID: UUIDValue
  package let familyID: UUIDValue
  package let classID: UUIDValue?
  package let schoolID: UUIDValue
  package let isOpen: Bool
  package let isAbsent: Bool
  package let askedBy: String

  package init(_ cells: inout FunctionCells) throws(MutationFailure) {
    enrolmentID = try cells.next()
    familyID = try cells.next()
    classID = try cells.next()
    schoolID = try cells.next()
    isOpen = try cells.next()
    isAbsent = try cells.next()
    askedBy = try cells.next()
  }
}

extension FunctionCall<[EnterCardRow]> {
  package static func enterCard(hashes: SQLValue) -> Self {
    Self("enter_card", [hashes])
  }
}

/// A row of `enter_places`.
package struct EnterPlacesRow: FunctionRow {
  package let kind: String
  package let id: UUIDValue
  package let stamp: UUIDValue?

  package init(_ cells: inout FunctionCells) throws(MutationFailure) {
    kind = try cells.next()
    id = try cells.next()
    stamp = try cells.next()
  }
}

extension FunctionCall<[EnterPlacesRow]> {
  package static func enterPlaces() -> Self {
    Self("enter_places", [])
  }
}

extension FunctionCall<Void> {
  package static func forgetClassWishes(class: UUIDValue) -> Self {
    Self("forget_class_wishes", [.uuid(`class`)])
  }
}

extension FunctionCall<Bool> {
  package static func isBarredFrom(enrolment: UUIDValue) -> Self {
    Self("is_barred_from", [.uuid(enrolment)])
  }
}

/// A row of `kept_from`.
package struct KeptFromRow: FunctionRow {
  package let enrolmentID: UUIDValue
  package let reason: String

  package init(_ cells: inout FunctionCells) throws(MutationFailure) {
    enrolmentID = try cells.next()
    reason = try cells.next()
  }
}

extension FunctionCall<[KeptFromRow]> {
  package static func keptFrom(enrolled: [UUIDValue]) -> Self {
    Self("kept_from", [.uuidArray(enrolled)])
  }
}

/// How `leave_school` ended.
package enum LeaveSchoolOutcome: String, FunctionValue {
  case done = "DONE", none = "NONE", barred = "BARRED"
}

extension FunctionCall<LeaveSchoolOutcome> {
  package static func leaveSchool(school: UUIDValue, endedBy: String) -> Self {
    Self("leave_school", [.uuid(school), .text(endedBy)])
  }
}

/// How `leave_staff` ended.
package enum LeaveStaffOutcome: String, FunctionValue {
  case done = "DONE", none = "NONE", last = "LAST"
}

extension FunctionCall<LeaveStaffOutcome> {
  package static func leaveStaff(school: UUIDValue) -> Self {
    Self("leave_staff", [.uuid(school)])
  }
}

/// How `link_card` ended.
package enum LinkCardOutcome: String, FunctionValue {
  case done = "DONE", none = "NONE", barred = "BARRED", known = "KNOWN", limit = "LIMIT"
}

/// A row of `link_card`.
package struct LinkCardRow: FunctionRow {
  package let outcome: LinkCardOutcome
  package let cardID: UUIDValue?

  package init(_ cells: inout FunctionCells) throws(MutationFailure) {
    outcome = try cells.next()
    cardID = try cells.next()
  }
}

extension FunctionCall<LinkCardRow> {
  package static func linkCard(card: UUIDValue, school: UUIDValue, hashes: SQLValue) -> Self {
    Self("link_card", [.uuid(card), .uuid(school), hashes])
  }
}

extension FunctionCall<Void> {
  package static func lockAuthor(person: UUIDValue) -> Self {
    Self("lock_author", [.uuid(person)])
  }
}

extension FunctionCall<Void> {
  package static func lockFamiliesAsStaff(enrolled: [UUIDValue], guarding: [UUIDValue], open: [UUIDValue]) -> Self {
    Self("lock_families_as_staff", [.uuidArray(enrolled), .uuidArray(guarding), .uuidArray(open)])
  }
}

extension FunctionCall<Bool> {
  package static func lockSchoolAsStaff(school: UUIDValue) -> Self {
    Self("lock_school_as_staff", [.uuid(school)])
  }
}

extension FunctionCall<Void> {
  package static func lockTicketAsStaff(ticket: UUIDValue) -> Self {
    Self("lock_ticket_as_staff", [.uuid(ticket)])
  }
}

extension FunctionCall<Bool> {
  package static func logComplaint(school: UUIDValue) -> Self {
    Self("log_complaint", [.uuid(school)])
  }
}

extension FunctionCall<Int32> {
  package static func markAbsence(enrolled: [UUIDValue], isAbsent: Bool, markedBy: [String]) -> Self {
    Self("mark_absence", [.uuidArray(enrolled), .bool(isAbsent), .textArray(markedBy)])
  }
}

extension FunctionCall<Void> {
  package static func noteToStaff(enrolment: UUIDValue, subject: String, person: String) -> Self {
    Self("note_to_staff", [.uuid(enrolment), .text(subject), .text(person)])
  }
}

extension FunctionCall<[UUIDValue]> {
  package static func offerPassages(school: UUIDValue, given: String, atMost: Int64) -> Self {
    Self("offer_passages", [.uuid(school), .text(given), .int8(atMost)])
  }
}

/// A row of `own_barred_enrolments`.
package struct OwnBarredEnrolmentsRow: FunctionRow {
  package let id: UUIDValue
  package let studentID: UUIDValue
  package let schoolID: UUIDValue

  package init(_ cells: inout FunctionCells) throws(MutationFailure) {
    id = try cells.next()
    studentID = try cells.next()
    schoolID = try cells.next()
  }
}

extension FunctionCall<[OwnBarredEnrolmentsRow]> {
  package static func ownBarredEnrolments() -> Self {
    Self("own_barred_enrolments", [])
  }
}

/// A row of `pickup_days`.
package struct PickupDaysRow: FunctionRow {
  package let enrolmentID: UUIDValue
  package let day: [UInt8]
  package let dayEndsAt: [UInt8]
  package let isOpen: Bool
  package let isAbsent: Bool

  package init(_ cells: inout FunctionCells) throws(MutationFailure) {
    enrolmentID = try cells.next()
    day = try cells.next()
    dayEndsAt = try cells.next()
    isOpen = try cells.next()
    isAbsent = try cells.next()
  }
}

extension FunctionCall<[PickupDaysRow]> {
  package static func pickupDays(enrolled: [UUIDValue]) -> Self {
    Self("pickup_days", [.uuidArray(enrolled)])
  }
}

/// How `place_enrolment` ended.
package enum PlaceEnrolmentOutcome: String, FunctionValue {
  case done = "DONE", none = "NONE", `class` = "CLASS"
}

extension FunctionCall<PlaceEnrolmentOutcome> {
  package static func placeEnrolment(enrolment: UUIDValue, class: UUIDValue?) -> Self {
    Self("place_enrolment", [.uuid(enrolment), `class`.map(SQLValue.uuid) ?? .null(.uuid)])
  }
}

extension FunctionCall<Void> {
  package static func readMessages(enrolled: [UUIDValue], member: UUIDValue, until: SQLValue?) -> Self {
    Self("read_messages", [.uuidArray(enrolled), .uuid(member), until ?? .null(.timestamptz)])
  }
}

extension FunctionCall<Void> {
  package static func readMessagesAsStaff(enrolled: [UUIDValue], until: SQLValue?) -> Self {
    Self("read_messages_as_staff", [.uuidArray(enrolled), until ?? .null(.timestamptz)])
  }
}

/// A row of `reader_in_scope`.
package struct ReaderInScopeRow: FunctionRow {
  package let schoolID: UUIDValue
  package let byteOrder: String

  package init(_ cells: inout FunctionCells) throws(MutationFailure) {
    schoolID = try cells.next()
    byteOrder = try cells.next()
  }
}

extension FunctionCall<[ReaderInScopeRow]> {
  package static func readerInScope(hash: SQLValue) -> Self {
    Self("reader_in_scope", [hash])
  }
}

/// How `register_at_school` ended.
package enum RegisterAtSchoolOutcome: String, FunctionValue {
  case done = "DONE", none = "NONE", limit = "LIMIT"
}

/// A row of `register_at_school`.
package struct RegisterAtSchoolRow: FunctionRow {
  package let outcome: RegisterAtSchoolOutcome
  package let schoolID: UUIDValue?

  package init(_ cells: inout FunctionCells) throws(MutationFailure) {
    outcome = try cells.next()
    schoolID = try cells.next()
  }
}

extension FunctionCall<RegisterAtSchoolRow> {
  package static func registerAtSchool(schoolCode: String) -> Self {
    Self("register_at_school", [.text(schoolCode)])
  }
}

extension FunctionCall<UUIDValue?> {
  package static func registerStaffDevice(device: UUIDValue, devicePlatform: String, deviceToken: String) -> Self {
    Self("register_staff_device", [.uuid(device), .text(devicePlatform), .text(deviceToken)])
  }
}

/// How `remove_staff` ended.
package enum RemoveStaffOutcome: String, FunctionValue {
  case done = "DONE", none = "NONE", last = "LAST"
}

extension FunctionCall<RemoveStaffOutcome> {
  package static func removeStaff(staff: UUIDValue) -> Self {
    Self("remove_staff", [.uuid(staff)])
  }
}

/// How `say_who_comes` ended.
package enum SayWhoComesOutcome: String, FunctionValue {
  case done = "DONE", none = "NONE", barred = "BARRED", `class` = "CLASS", limit = "LIMIT"
}

extension FunctionCall<SayWhoComesOutcome> {
  package static func sayWhoComes(enrolment: UUIDValue, collector: UUIDValue?, givenDay: SQLValue?) -> Self {
    Self("say_who_comes", [.uuid(enrolment), collector.map(SQLValue.uuid) ?? .null(.uuid), givenDay ?? .null(.date)])
  }
}

extension FunctionCall<Bool> {
  package static func staffInvitationHasCode(school: UUIDValue, invitation: UUIDValue, hash: SQLValue) -> Self {
    Self("staff_invitation_has_code", [.uuid(school), .uuid(invitation), hash])
  }
}
