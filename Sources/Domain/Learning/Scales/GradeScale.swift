import Planning
import SQL

/// `GradeScale` (GT-10).
enum GradeScale: WritableType {
  enum Column: String, ColumnName {
    case name, version
  }

  static let constraints: [ConstraintRule] = [.unreachable("grade_scales_name", "the input has the same bounds")]

  static let entity = Entity<Viewer>(
    "GradeScale", table: "grade_scales", scope: .family, visibility: .wholeScope, extent: .small,
    quota: Quota(rows: 100, bytes: 1 << 20), order: [.ascending("name")],
    stored: [.family: ["id", "name", "createdAt", "updatedAt", "version"]],
    resolvers: ["steps": .toMany(access: .family)])

  static let rules = WriteRules(
    hasOthers: "The grade scale is chosen. Choose others first, or ask for it with \"cascade\".",
    cascade: { id, rows throws(MutationFailure) in
      _ = try await rows.delete(GradeScaleChoice.self, where: .gradeScaleID, isAmong: [id])
    })
}
