import Planning
import SQL

/// `File`. The members of a family see the files that rows of the family use, and an account those that it
/// has sent; the staff of a school see those to which a student leads them, or a person who may collect one.
enum File: EntityType {
  static let constraints: [ConstraintRule] = []

  static let entity = Entity<Viewer>(
    "File", table: "files", scope: Scope.file.rows, visibility: .usedOrOwn, extent: .unbounded, order: [.ascending("created_at")],
    isVersioned: false,
    stored: [.signedIn: ["id", "name", "mediaType", "kind", "bytes", "width", "height", "createdAt"]],
    resolvers: [
      "sha256": .expression(.text, access: .signedIn) { file, _ in "encode(\(file["sha256"]), 'hex')" }
    ]
  ).readThroughRows

  /// The pictures of students and of persons who may collect them, and the files of absence reports, as the staff of the school or the
  /// class see them.
  static let ofStaff = entity.seen(in: Scope.classFile.rows)

  /// The files of a school, as its people see them through a row that uses them.
  static let ofSchool = entity.seen(in: Scope.schoolFile.rows)

  /// The pictures of the people of schools, as others there see them.
  static let ofPeople = entity.seen(in: Scope.personFile.rows)
}

extension Visibility where Viewer == Domain.Viewer {
  /// A file that no row uses is its sender's alone, and one that rows use is that of the viewers who see one of them. All members of a
  /// family see most rows; a receipt, an absence report or the picture of a collector some of them.
  fileprivate static var usedOrOwn: Visibility {
    Visibility { viewer, file in
      let used: SQL = "\(file["unused_since"]) IS NULL"
      let isHidden: SQL = "file_is_hidden(\(file["home_id"]), \(file["id"]), \(file.viewer(.memberID)), NULL)"
      let isSeen: SQL =
        switch viewer {
        // A parent whom no school has barred sees all.
        case .parent: "\(used) AND NOT (\(PickupGuardian.isBarredFromAny(file)) AND \(isHidden))"
        case .student: "\(used) AND NOT \(isHidden)"
        case .anonymous, .account, .reader: used
        }
      return "(\(isSeen) OR \(file["owner_id"]) = \(file.viewer(.accountID)))"
    }
  }
}

/// A use of a file by a row of the family. No object of the schema shows it.
///
/// A type that uses files has a column of `file_uses`, a case here, and a list with `@links`:
///
///     "files": .toMany(through: FileUse.self, from: .noteID, to: .fileID, access: .family)
enum FileUse: EntityType {
  enum Column: String, ColumnName {
    case fileID = "file_id"
    case noteID = "note_id"
    case courseID = "course_id"
    case assignmentID = "assignment_id"
    case portfolioItemID = "portfolio_item_id"
    case expenseID = "expense_id"
  }

  static let constraints: [ConstraintRule] =
    [
      // A file of another home than the family, such as a school.
      .notFound("file_uses_file", ["fileIds"]),
      .unreachable("file_uses_row", "a use is written through one list"),
    ]
    + ["note", "course", "assignment", "portfolio_item", "expense"].flatMap { row -> [ConstraintRule] in
      [
        .unreachable("file_uses_\(row)", "the row is made or locked by the same transaction"),
        .unreachable("file_uses_once_in_\(row)", "the ids of the input are each taken once"),
      ]
    }

  static let entity = Entity<Viewer>(
    "FileUse", table: "file_uses", scope: .family, visibility: .wholeScope, extent: .unbounded,
    quota: Quota(rows: 40_000, bytes: 8 << 20), isVersioned: false)
}
