import Planning

/// `Collector` (BG-10): a person besides the parents who may collect a student.
enum Collector: WritableType {
  enum Column: String, ColumnName {
    case name
    case enrolmentID = "enrolment_id"
  }

  static let constraints: [ConstraintRule] = ConstraintRule.copied(to: "collectors") + [
    .forbidden("collectors_barred", ["enrolmentId"], "The school does not let you decide who collects this student."),
    .picture(of: "collectors"),
  ]

  static let entity = Entity<Viewer>(
    "Collector", table: "collectors", scope: .family, visibility: .pickups, extent: .unbounded,
    quota: Quota(rows: 500, bytes: 1 << 20), order: [.ascending("name")],
    stored: [
      .family: ["id", "enrolment", "name", "telephone", "fromDay", "untilDay", "picture", "createdAt", "updatedAt", "version"]
    ])

  static let rules = WriteRules(
    checkViolations: [
      "collectors_telephone": (["telephone"], "\"telephone\" must have the international form, such as +14155550123."),
      "collectors_days": (["untilDay", "fromDay"], "\"untilDay\" must not be before \"fromDay\"."),
    ])
}
