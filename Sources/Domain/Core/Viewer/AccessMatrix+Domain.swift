package import Planning
import SQL

extension AccessMatrix where Viewer == Domain.Viewer {
  /// The access matrix of the domain, as `schema/access.txt` holds it.
  /// - Throws: `SchemaError` or `EntityMapError` when the documents or resolvers do not fit.
  package static func domain() throws -> AccessMatrix {
    AccessMatrix(
      of: try EntityMap(domain: .domain()), viewers: Domain.Viewer.PlanClass.allCases.map { .example(of: $0) },
      others: [
        "teacher": .example(at: .teacher), "dispatcher": .example(at: .dispatcher), "admin": .example(at: .administrator),
      ], outsider: "other scope")
  }

  /// The text of `schema/access.txt`.
  package var text: String {
    text(title: [
      "Who may see and do what, read off the access rules, the scopes and the visibilities of rows. A change of this",
      "file is a decision to be reviewed. It is written anew by: hatched schema --access > schema/access.txt",
      "",
      "anonymous has no token, account is in no family, parent and student are in the family that the row belongs to, which is",
      "registered at no school. teacher, dispatcher and admin work at the school that the row belongs to, and are in no family;",
      "the row is of the teacher's class.",
      "What differs between a student and its siblings is a condition on viewer.memberID, the student's own id.",
    ])
  }
}

extension Viewer {
  /// Someone who works at a school, and is in no family.
  package static func example(at role: SchoolRole) -> Viewer {
    var account = AccountViewer(
      accountID: UUIDValue(high: 0, low: 5), sessionID: UUIDValue(high: 0, low: 6), membership: nil)
    let school = UUIDValue(high: 0, low: 7)
    account.places.schools = [school]
    account.places.audience = [school]
    switch role {
    case .administrator: (account.places.administeredSchools, account.places.staffSchools) = ([school], [school])
    case .dispatcher: account.places.staffSchools = [school]
    case .teacher: account.places.staffClasses = [UUIDValue(high: 0, low: 8)]
    }
    return .account(account)
  }

  /// A card reader of the school.
  private static var exampleReader: Viewer {
    var reader = ReaderViewer(.random())
    reader.schoolID = UUIDValue(high: 0, low: 7)
    return .reader(reader)
  }

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
    case .reader: exampleReader
    }
  }
}
