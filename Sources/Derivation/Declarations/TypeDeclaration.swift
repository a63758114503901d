/// The directives of an object or interface type and of its fields, as a value: see `schema/directives.graphql`.
package struct TypeDeclaration: Hashable, Sendable {
  /// `AttendanceRecord`.
  package var name: String
  package var words: Words
  /// `@record`: `id`, `createdAt`, `updatedAt` and `version` are derived.
  package var isRecord = false
  /// `@lookup`: `Query` has a field that finds an object by its id, of the name `key`.
  package var hasLookup = false
  /// `@filter`: the fields of the filter, in order. Empty where there is none, or where it is written by hand.
  package var filterFields: [String] = []
  /// `@order`: paths of fields, such as `["course", "subject", "name"]`, in order.
  package var orderPaths: [[String]] = []
  package var creation: Creation?
  /// In the order of the directives, each with a verb of its own.
  package var updates: [Update] = []
  package var deletion: Deletion?
  package var audit: Audit?
  /// `@facet`: the type whose rows it shows to other viewers.
  package var facet: Facet?
  /// `@owner`: the field that leads to the member whose row it is.
  package var owner: String?
  /// `@keeper`: the fields that say which student keeps a row.
  package var keepers: [String] = []
  /// By the name of the field: bounds of every field that declares some, written or not.
  package var bounds: [String: Bounds] = [:]

  /// The name of a payload's field with the object, and of the look-up: `attendanceRecord`.
  package var key: String { name.uncapitalized }

  /// The writers of all its mutations.
  package var writers: [Writers] {
    [creation?.writers, deletion?.writers].compactMap(\.self) + updates.map(\.writers)
  }

  /// `createAttendanceRecord(input: CreateAttendanceRecordInput!): CreateAttendanceRecordPayload`.
  package struct Creation: Hashable, Sendable {
    package var writers: Writers
    /// In the order of the input, without `id`.
    package var fields: [WritableField] = []
    /// The name of one more input with the same fields; nil without one.
    package var item: String?
    /// `atMost`: the greatest number of objects that their owner may have; nil for any.
    package var maximum: Int?
    /// The field of the payload that shows the object: `key`, unless the payload is written by hand.
    package var payloadField: String
    /// Whether the payload always shows the object: the same input sent again is refused once the object is gone.
    package var needsObject: Bool
  }

  /// `updateAttendanceRecord(input: UpdateAttendanceRecordInput!): UpdateAttendanceRecordPayload`.
  package struct Update: Hashable, Sendable {
    /// `update`, or another verb: `grade` for `gradeAssignment`.
    package var verb = "update"
    package var writers: Writers
    /// In the order of the input, without `id` and `ifVersion`. All may be left out.
    package var fields: [WritableField] = []
    /// As of `Creation`.
    package var item: String?
    /// Whether an input that gives none of the fields is refused.
    package var needsChange = false
    /// Whether the input names the object by an `id`. An input that is written by hand may mean the viewer's own.
    package var namesObject = true
    /// As of `Creation`.
    package var payloadField: String
  }

  /// `deleteAttendanceRecord(input: DeleteAttendanceRecordInput!): DeleteAttendanceRecordPayload`.
  package struct Deletion: Hashable, Sendable {
    package var writers: Writers
    /// The objects that `cascade` of the input deletes too, such as `the courses of the subject`; nil for an input without it.
    package var cascade: String?
    /// Whether it has `IDInput` and `IDPayload`, as others have, instead of types of its own.
    package var sharesTypes = false
  }

  /// A second view of the rows of a type.
  package struct Facet: Hashable, Sendable {
    /// The type that has the fields too: `Dismissal` of `ClassDismissal`.
    package var of: String
    /// The fields that both have, in order.
    package var fields: [String]
  }

  /// `@audited`: the entries of the audit trail that changes of an object write.
  package enum Audit: Hashable, Sendable {
    /// `BADGE_CREATED`, `BADGE_CHANGED` and `BADGE_DELETED` for a type `Badge`; changes of these fields.
    case fields([String])
    /// These values of `AuditAction`, written where rows of the named type change: nil for the declared one.
    case actions([String], of: String? = nil)
  }

  /// The beginning of the derived values of `AuditAction`: `ATTENDANCE_RECORD`.
  package var auditSubject: String { key.screamingSnakeCase }
}
