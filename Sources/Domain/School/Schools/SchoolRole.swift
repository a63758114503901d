/// A person's work at a school: `SchoolRole` of the SDL, `school_staff.role` of the database.
package enum SchoolRole: String, CaseIterable, Sendable {
  case administrator = "ADMINISTRATOR"
  case teacher = "TEACHER"
  case dispatcher = "DISPATCHER"
}
