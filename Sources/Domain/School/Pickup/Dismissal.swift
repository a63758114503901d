package import Planning
import SQL

/// `Dismissal` (BG-05, BG-06): the way of a student out of school on one day, as its family sees it.
enum Dismissal: EntityType, DismissalRows {
  static let constraints: [ConstraintRule] = [
    .notFound("dismissals_enrolment", ["studentIds", "ids"]),
    .notFound("dismissals_student", ["studentIds", "ids"]),
    .notFound("dismissals_school", ["schoolId"]),
    .conflict("dismissals_open", ["studentIds", "ids", "id"], "There is another open dismissal of this student today: end that one first."),
    .unreachable("dismissals_minutes", "the input has the same bounds"),
    .unreachable("dismissals_note", "the input has the same bounds"),
    .unreachable("dismissals_reasons", "the input has the same bounds"),
    .unreachable("dismissals_names", "names of people have at most 200 characters"),
    .unreachable("dismissals_more_names", "names of people have at most 200 characters"),
    .unreachable("dismissals_state", "the table of dismissals has the states"),
  ] + ConstraintRule.copied(to: "dismissals")

  static let entity = Entity<Viewer>(
    "Dismissal", table: "dismissals", scope: .family, visibility: .pickups, extent: .unbounded,
    quota: Quota(rows: 50_000, bytes: 16 << 20), order: [.descending("requested_at")],
    stored: [
      .family: [
        "id", "student", "enrolment", "createdAt", "updatedAt", "version", "day", "note", "estimatedMinutes", "requestedAt", "requestedBy",
        "amendedAt", "amendedBy", "readyAt", "readyBy", "notReadyAt", "notReadyBy", "confirmedAt", "confirmedBy", "handedTo", "cancelledAt",
        "cancelledBy", "cancellationReason", "reopenedAt", "reopenedBy", "reopeningReason",
      ]
    ],
    resolvers: [
      "schoolId": .column("school_id", .uuid, access: .family),
      "school": .toOne(foreignKey: "school_id", access: .family),
      "steps": .toMany(key: "dismissal_id", access: .family),
      "state": .expression(.text, access: .family) { row, _ in DismissalFields.state(of: row, until: dayEnd) },
    ])

  /// The day of an open dismissal ends.
  static let dayEnd = Boundary.next("day_ends_at", of: "dismissals", in: .family) { DismissalFields.isOpen($0) }

  typealias Column = DismissalColumn
}

/// `ClassDismissal` (BG-05, BG-06): the same as the staff of the student's class see it.
enum ClassDismissal: EntityType, DismissalRows {
  static let entity = Entity<Viewer>(
    facet: "ClassDismissal", of: Dismissal.entity, in: .enrolment, order: [.ascending("requested_at")],
    stored: [.staff: ["version"]],
    resolvers: [
      "student": .toOne(foreignKey: "enrolment_id", access: .staff),
      "schoolClass": .toOne(foreignKey: "class_id", access: .staff),
      "steps": .toMany(key: "dismissal_id", access: .staff),
      "state": .expression(.text, access: .staff) { row, _ in DismissalFields.state(of: row, until: dayEnd) },
    ])

  /// The day of a dismissal ends.
  static let dayEnd = Boundary.next("day_ends_at", of: "dismissals", in: .pickupStaff, "dismissals.day_ends_at of staff")

  typealias Column = DismissalColumn
}

/// The rows of dismissals, as one of their two sides sees them.
protocol DismissalRows<Viewer>: EntityType where Viewer == Domain.Viewer, Column == DismissalColumn {
  /// The moments at which days end, of the rows that the side sees.
  static var dayEnd: Boundary { get }
}

/// The columns of `dismissals`.
enum DismissalColumn: String, ColumnName {
  case id, day, state, note
  case familyID = "family_id"
  case enrolmentID = "enrolment_id"
  case staffSchoolID = "staff_school_id"
  case classID = "class_id"
  case dayEndsAt = "day_ends_at"
  case estimatedMinutes = "estimated_minutes"
  case requestedAt = "requested_at"
  case requestedBy = "requested_by"
}

enum DismissalFields {
  /// The state as it is read: what is open when its day has ended is expired, whether or not the background work has run.
  static func state<Viewer>(of row: RowReference<Viewer>, until dayEnd: Boundary) -> SQL {
    "(ARRAY[\(row["state"]), 'EXPIRED'])[1 + (\(isOpen(row)) AND \(row["day_ends_at"]) <= \(now: dayEnd))::int]"
  }

  /// Whether its school day has ended. Nothing but the clock changes it then.
  static func dayHasEnded<Viewer>(_ row: RowReference<Viewer>, until dayEnd: Boundary) -> SQL {
    "\(row["day_ends_at"]) <= \(now: dayEnd)"
  }

  /// Whether staff marked the student absent today. A card reader, which sees no enrolments, reads false.
  static func isAbsent<Viewer>(_ row: RowReference<Viewer>) -> SQL {
    """
    EXISTS (SELECT 1 FROM enrolments absent WHERE absent.family_id = \(row["family_id"]) AND absent.id = \(row["enrolment_id"]) \
    AND absent.absence_ends_at > \(now: EnrolmentDay.absence.boundary))
    """
  }

  static func isOpen<Viewer>(_ row: RowReference<Viewer>) -> SQL { "\(row["state"]) IN ('REQUESTED', 'READY')" }

  /// The condition of the family's list, by its arguments.
  static func isListed(_ row: RowReference<Domain.Viewer>, _ arguments: ArgumentReferences) -> SQL? {
    let conditions = [isOpen(row, arguments, until: Dismissal.dayEnd), isOfDay(row, arguments)].compactMap { $0 }
    return conditions.isEmpty ? nil : conditions.joined(separator: " AND ")
  }

  /// The condition of the lists of staff: of a day, or of days that have not ended.
  static func isListedForStaff(_ row: RowReference<Domain.Viewer>, _ arguments: ArgumentReferences) -> SQL? {
    let given = [isOfDay(row, arguments), isFrom(row, arguments), isUntil(row, arguments)].compactMap { $0 }
    let days: SQL =
      given.isEmpty ? "\(row["day_ends_at"]) > \(now: ClassDismissal.dayEnd)" : given.joined(separator: " AND ")
    return isOpen(row, arguments, until: ClassDismissal.dayEnd).map { "\(days) AND \($0)" } ?? days
  }

  private static func isOpen(_ row: RowReference<Domain.Viewer>, _ arguments: ArgumentReferences, until dayEnd: Boundary) -> SQL? {
    guard arguments.isGiven("open") else { return nil }
    let open: SQL = "(\(isOpen(row)) AND \(row["day_ends_at"]) > \(now: dayEnd))"
    return "\(open) = \(arguments.value("open", as: .bool))"
  }

  private static func isFrom(_ row: RowReference<Domain.Viewer>, _ arguments: ArgumentReferences) -> SQL? {
    arguments.isGiven("fromDay") ? "\(row["day"]) >= \(arguments.value("fromDay", as: .date))" : nil
  }

  private static func isUntil(_ row: RowReference<Domain.Viewer>, _ arguments: ArgumentReferences) -> SQL? {
    arguments.isGiven("untilDay") ? "\(row["day"]) <= \(arguments.value("untilDay", as: .date))" : nil
  }

  private static func isOfDay(_ row: RowReference<Domain.Viewer>, _ arguments: ArgumentReferences) -> SQL? {
    arguments.isGiven("day") ? "\(row["day"]) = \(arguments.value("day", as: .date))" : nil
  }
}

extension Visibility where Viewer == Domain.Viewer {
  /// Those of all students, but of one from whom the school has barred the viewer; to a student, but of another from whom it has
  /// barred a parent.
  package static var pickups: Visibility {
    Visibility { viewer, row in
      switch viewer {
      case .parent: "NOT \(PickupGuardian.isBarred(row))"
      case .student: "NOT \(PickupGuardian.isGuarded(row))"
      case .anonymous, .account, .reader: nil
      }
    }
  }
}
