import Planning
import SQL

/// `SchoolClass` (BG-03): seen by all people of the school.
enum SchoolClass: WritableType {
  enum Column: String, ColumnName {
    case id
    case schoolID = "school_id"
  }

  static let rules = WriteRules(
    duplicates: ["school_classes_name": ("name", "The school has a class of this name: take another name.")],
    further: { input, isNew throws(MutationFailure) in
      if isNew { try requireNoKey(input) }
      return []
    },
    hasOthers: "The class has students, on the roll or enrolled: give them another class first.",
    deletionLocks: { id, rows throws(MutationFailure) in try await rows.call(.forgetClassWishes(class: id)) })

  /// The id of a class is a key of its audience, as the UUIDs of version 8 are that `audience_key` makes for households and groups: nobody
  /// chooses one of these.
  @Sendable private static func requireNoKey(_ input: MutationInput) throws(MutationFailure) {
    let id = try input.newID()
    guard id.bytes[6] >> 4 != 8 else {
      throw .invalid("The id of a class is a UUID of a version other than 8.", at: input.path(of: "id"))
    }
  }

  static let constraints: [ConstraintRule] = [
    .unreachable("school_classes_names", "the input has the same bounds"),
    .unreachable("school_classes_grade", "the input has the same bounds"),
  ]

  static let entity = Entity<Viewer>(
    "SchoolClass", table: "school_classes", scope: .school, visibility: .wholeScope, extent: .small,
    order: [.ascending("name")],
    stored: [.schoolPeople: ["id", "name", "grade", "school", "createdAt", "updatedAt", "version"]])
}
