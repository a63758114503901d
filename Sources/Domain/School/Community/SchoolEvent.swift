import Planning
import SQL

/// `SchoolEvent` (TT-04).
enum SchoolEvent: WritableType {
  static let rules = WriteRules(
    checkViolations: [
      "school_events_kind": (
        ["start", "firstDay", "lastDay", "end"],
        "Give either \"start\", with \"end\" or without, or both \"firstDay\" and \"lastDay\"; the others are null."
      ),
      "school_events_span": (["end", "start"], "\"end\" must be later than \"start\"."),
      "school_events_days": (["lastDay", "firstDay"], "\"lastDay\" must not be before \"firstDay\"."),
      "school_events_map": (["latitude", "longitude"], "\"latitude\" and \"longitude\" stand together."),
    ])

  static let constraints: [ConstraintRule] = [.audience(of: "school_events"), .picture(ofSchool: "school_events")]

  static let entity = Entity<Viewer>(
    "SchoolEvent", table: "school_events", scope: .audience, visibility: .ofAge, extent: .unbounded, order: [.ascending("begins_at")],
    stored: [
      .schoolPeople: [
        "id", "title", "text", "category", "leastAge", "firstDay", "lastDay", "place", "latitude", "longitude", "school",
        "createdAt", "updatedAt", "version",
      ]
    ],
    resolvers: [
      "start": .column("starts_at", .timestamptz, access: .schoolPeople),
      "end": .column("ends_at", .timestamptz, access: .schoolPeople),
      "picture": .toOne(foreignKey: "picture_id", access: .schoolPeople).reading(File.ofSchool),
      "grades": .column("grades", .textArray, access: .schoolPeople),
      "classIds": .column("class_ids", .uuidArray, access: .schoolPeople),
    ])

  /// The condition of `School.events`.
  static func isListed(_ row: RowReference<Viewer>, _ arguments: ArgumentReferences) -> SQL? {
    guard arguments.isGiven("upcoming") else { return nil }
    return "(\(row["closes_at"]) > \(now: close)) = \(arguments.value("upcoming", as: .bool))"
  }

  private static let close = Boundary.next("closes_at", of: "school_events", in: .audience)
}

extension Visibility where Viewer == Domain.Viewer {
  /// Bars students who have not the least age of a row: full years of today at the school, who are born on 29 February on 1 March.
  static var ofAge: Visibility {
    Visibility { planClass, row in planClass == .student ? leastAge(of: row) : nil }
  }

  /// Whether a student has the least age of a row.
  static func leastAge(of row: RowReference<Viewer>) -> SQL {
    """
    (\(row["least_age"]) IS NULL OR EXISTS (SELECT 1 FROM members own JOIN schools place ON place.id = \(row["school_id"]) \
    WHERE own.family_id = \(row.viewer(.familyID)) AND own.id = \(row.viewer(.memberID)) \
    AND extract(year FROM age((\(now: .schoolMidnight) AT TIME ZONE place.time_zone)::date::timestamp, own.birthday::timestamp)) \
    >= \(row["least_age"])))
    """
  }
}

extension ConstraintRule {
  /// The bounds of an audience, which inputs have as well.
  static func audience(of table: String) -> ConstraintRule { .unreachable("\(table)_audience", "the input has the same bounds") }
}

extension ConstraintRule {
  /// A picture that is none, in a table whose column `picture_id` the trigger follow_school_picture() follows.
  static func picture(ofSchool table: String) -> ConstraintRule {
    .invalid("\(table)_picture_kind", ["pictureId"], "\"pictureId\" must be the id of a picture: the file is a document.")
  }
}
