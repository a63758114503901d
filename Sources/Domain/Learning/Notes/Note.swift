import Planning
import SQL

/// `Note`.
enum Note: WritableType {
  enum Column: String, ColumnName {
    case courseID = "course_id"
    case assignmentID = "assignment_id"
  }

  static let entity = Entity<Viewer>(
    "Note", table: "notes", scope: .family, visibility: .wholeScope, extent: .unbounded,
    quota: Quota(rows: 20_000, bytes: 16 << 20),
    order: [.descending("created_at")],
    stored: [
      .family: ["id", "title", "text", "author", "course", "assignment", "createdAt", "updatedAt", "version"]
    ],
    resolvers: [
      "tags": .toMany(through: NoteTagging.self, from: .noteID, to: .tagID, access: .family),
      "files": .toMany(through: FileUse.self, from: .noteID, to: .fileID, access: .family),
    ])

  static let rules = WriteRules(
    checkViolations: [
      "notes_place": (
        ["assignmentId", "courseId"], "A note is on a course or on an assignment, not on both: set the other to null."
      )
    ])
}

/// `NoteTag`.
enum NoteTag: WritableType {
  static let entity = Entity<Viewer>(
    "NoteTag", table: "note_tags", scope: .family, visibility: .wholeScope, extent: .small,
    quota: Quota(rows: 1_000, bytes: 1 << 20),
    order: [.ascending("name")],
    stored: [.family: ["id", "name", "createdAt", "updatedAt", "version"]],
    resolvers: ["notes": .toMany(through: NoteTagging.self, from: .tagID, to: .noteID, access: .family)])

  static let rules = WriteRules(duplicates: ["note_tags_once": ("name", "There is a tag with this name.")])
}

/// A tag on a note. No object of the schema shows it.
enum NoteTagging: EntityType {
  enum Column: String, ColumnName {
    case noteID = "note_id"
    case tagID = "note_tag_id"
  }

  static let constraints: [ConstraintRule] = [
    .unreachable("note_taggings_note", "the note is made or locked by the same transaction"),
    .notFound("note_taggings_tag", ["tagIds"]),
    .unreachable("note_taggings_once", "the ids of the input are each taken once"),
  ]

  static let entity = Entity<Viewer>(
    "NoteTagging", table: "note_taggings", scope: .family, visibility: .wholeScope, extent: .unbounded,
    quota: Quota(rows: 40_000, bytes: 5 << 20), isVersioned: false)
}
