import Testing

/// A breach of a rule in golden SQL that stays, and why.
struct TableRuleException: CustomTestStringConvertible {
  let rule: String
  /// The text that the breach contains, as tokens with spaces between.
  let text: String
  let reason: String

  var testDescription: String { "\(rule): \(text)" }

  func covers(_ finding: TableRule.Finding) -> Bool {
    finding.rule.name == rule && finding.breach.text.contains(text)
  }

  static let all = [
    TableRuleException(
      rule: "conditional-time", text: ". time_zone from families home where home . family_id =",
      reason: """
        The state of an assignment is compared with the database's time. Citus refuses the time there in changes alone, and \
        these statements read: each was answered there as here.
        """),
    TableRuleException(
      rule: "bound-relation", text: ". staff_school_id = any (",
      reason: """
        The staff of a school see rows of many families, each by the conditions of its own row: such a statement asks several nodes \
        of a distributed PostgreSQL, for few rows.
        """),
  ]
}
