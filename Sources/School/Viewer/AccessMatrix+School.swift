package import Planning
import SQL

extension AccessMatrix where Viewer == School.Viewer {
  /// The access matrix of the school: what `schema/access.txt` holds.
  /// - Throws: `SchemaError` or `EntityMapError` when there is no school to tell of.
  package static func school() throws -> AccessMatrix {
    AccessMatrix(
      of: try EntityMap(school: .school()), viewers: School.Viewer.PlanClass.allCases.map { .example(of: $0) },
      outsider: "other family")
  }

  /// The text of `schema/access.txt`.
  package var text: String {
    text(title: [
      "Who may see and do what, read off the access rules, the scopes and the visibilities of rows. A change of this",
      "file is a decision to be reviewed. It is written anew by: hatched schema --access > schema/access.txt",
      "",
      "anonymous has no token, account is in no family, parent and student are in the family that the row belongs to.",
      "What differs between a student and its siblings is a condition on viewer.memberID, the student's own id.",
    ])
  }
}

extension Viewer {
  /// Some viewer of a class.
  package static func example(of planClass: PlanClass) -> Viewer {
    func member(_ role: Role?) -> Viewer {
      .account(
        AccountViewer(
          accountID: UUIDValue(high: 0, low: 1), sessionID: UUIDValue(high: 0, low: 2),
          membership: role.map {
            Membership(familyID: UUIDValue(high: 0, low: 3), memberID: UUIDValue(high: 0, low: 4), role: $0)
          }))
    }
    return switch planClass {
    case .anonymous: .anonymous
    case .account: member(nil)
    case .parent: member(.parent)
    case .student: member(.student)
    }
  }
}
