import Planning
import SQL

/// `AbsenceReport` (TT-08): an absence that a parent reported to the school, as its family sees it.
enum AbsenceReport: WritableType {
  static let constraints: [ConstraintRule] = ConstraintRule.ofEnrolments("absence_reports") + [
    .unreachable("absence_reports_state", "the table of absence reports has the states"),
    .unreachable("absence_reports_decision", "staff write the decision with its author"),
    .unreachable("absence_reports_decision_note", "the input has the same bounds"),
    .unreachable("absence_reports_author", "the name of staff, which has the same bounds"),
  ]

  static let entity = Entity<Viewer>(
    "AbsenceReport", table: "absence_reports", scope: .family, visibility: .absences, extent: .unbounded,
    quota: Quota(rows: 2_000, bytes: 2 << 20), order: [.descending("first_day")],
    stored: [
      .family: [
        "id", "enrolment", "firstDay", "lastDay", "reason", "note", "state", "decidedBy", "decisionNote", "createdAt", "updatedAt",
        "version",
      ]
    ],
    resolvers: ["files": .toMany(through: AbsenceFile.self, from: .reportID, to: .fileID, access: .family)])

  static let rules = WriteRules(
    checkViolations: [
      "absence_reports_days": (["lastDay", "firstDay"], "\"lastDay\" must not be before \"firstDay\"."),
      "absence_reports_length": (["lastDay", "firstDay"], "An absence report has at most 60 days."),
      "absence_reports_earliest": (["firstDay", "lastDay"], "\"firstDay\" must not be before LIMIT, 30 days ago."),
    ],
    overlaps: [
      "absence_reports_overlap": (["firstDay", "lastDay"], "Another report of this student has days of these: LIMIT."),
      "absence_reports_class_needed": (
        ["enrolmentId", "firstDay", "lastDay"], "The student is in no class of the school: ask the school to place it in one."
      ),
    ],
    constants: [ColumnValue("state", .text(AbsenceReportState.submitted.rawValue))],
    transitions: [
      "update": Transition(
        [], where: { isIn($0, AbsenceReportTable.states(where: { $0 == .amend }, of: .update)) },
        otherwise: AbsenceReportTable.conflictMessage(of: .update)),
      "withdraw": Transition(
        [ColumnValue("state", .text(AbsenceReportState.withdrawn.rawValue))],
        unless: { isIn($0, AbsenceReportTable.states(where: { $0 == .unchanged }, of: .withdraw)) },
        where: { isIn($0, AbsenceReportTable.states(where: { $0 == .move(to: .withdrawn) }, of: .withdraw)) },
        otherwise: AbsenceReportTable.conflictMessage(of: .withdraw)),
    ])

  private static func isIn(_ row: RowReference<Viewer>, _ states: [AbsenceReportState]) -> SQL {
    "\(row["state"]) = ANY (\(bind: .textArray(states.map(\.rawValue))))"
  }
}

/// `ClassAbsenceReport` (TT-08): the same as the staff of the student's class see it.
enum ClassAbsenceReport: EntityType {
  enum Column: String, ColumnName {
    case id, state
    case enrolmentID = "enrolment_id"
    case staffSchoolID = "staff_school_id"
    case classID = "class_id"
    case firstDay = "first_day"
    case lastDay = "last_day"
    case decidedBy = "decided_by"
    case decisionNote = "decision_note"
  }

  static let entity = Entity<Viewer>(
    facet: "ClassAbsenceReport", of: AbsenceReport.entity, in: .enrolment,
    resolvers: [
      "student": .toOne(foreignKey: "enrolment_id", access: .staff),
      "files": .toMany(through: ClassAbsenceFile.self, from: .reportID, to: .fileID, access: .staff).reading(File.ofStaff),
    ])

  /// The condition of the lists of staff, by their arguments.
  static func isListed(_ row: RowReference<Viewer>, _ arguments: ArgumentReferences) -> SQL? {
    guard arguments.isGiven("on") else { return nil }
    return "\(arguments.value("on", as: .date)) BETWEEN \(row["first_day"]) AND \(row["last_day"])"
  }
}

extension Visibility where Viewer == Domain.Viewer {
  /// To parents, but to one whom the school has barred from the student; and to the student itself.
  static var absences: Visibility {
    Visibility { viewer, row in
      switch viewer {
      case .parent: "NOT \(PickupGuardian.isBarred(row))"
      case .student:
        """
        EXISTS (SELECT 1 FROM enrolments own WHERE own.family_id = \(row.viewer(.familyID)) AND own.id = \(row["enrolment_id"]) \
        AND own.student_id = \(row.viewer(.memberID)))
        """
      case .anonymous, .account, .reader: nil
      }
    }
  }
}
