import Testing

/// A change of the database that makes a statement break a rule.
struct CostBreach: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let rule: CostRule
  let script: String
  let query: String
  let level: String

  static let all = [
    CostBreach(
      testDescription: "subjects without an index", rule: .byIndex,
      script: "ALTER TABLE subjects DROP CONSTRAINT subjects_pkey CASCADE; DROP INDEX subjects_by_name",
      query: "nested-family", level: "family.students.assignments.course.subject Subject"),
    CostBreach(
      testDescription: "families with the index of their codes alone", rule: .byIndex,
      script: "ALTER TABLE families DROP CONSTRAINT families_pkey CASCADE; SET LOCAL enable_seqscan = off",
      query: "viewer", level: "viewer.family Family"),
    CostBreach(
      testDescription: "assignments with no index of a student's", rule: .rows,
      script: "DROP INDEX assignments_by_student",
      query: "Benchmarks: query", level: "family.students.assignments Assignment"),
    CostBreach(
      testDescription: "assignments with the id behind what is not asked for", rule: .pages,
      script: "ALTER TABLE assignments DROP CONSTRAINT assignments_pkey CASCADE",
      query: "lookups", level: "assignment Assignment"),
    CostBreach(
      testDescription: "dismissals of a class with those of the days before", rule: .rows,
      script: "DROP INDEX dismissals_of_class, dismissals_of_school",
      query: "class-queue", level: "schoolClass.dismissals ClassDismissal"),
    CostBreach(
      testDescription: "little memory to sort in", rule: .inMemory,
      script: "SET LOCAL work_mem = '64kB'; SET LOCAL enable_hashagg = off",
      query: "dashboard", level: "family.assignmentsSummary.byWeek Assignment"),
    CostBreach(
      testDescription: "all plans compiled", rule: .notCompiled, script: "SET LOCAL jit_above_cost = 0",
      query: "viewer", level: "viewer Viewer"),
  ]
}
