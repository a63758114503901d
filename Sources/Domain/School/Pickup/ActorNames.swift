import Planning
import SQL

/// The names under which a viewer acts on dismissals: that in its family, or one at each school where it works.
struct ActorNames: Sendable {
  private let names: [UUIDValue: String]
  private let other: String

  /// The same name everywhere.
  init(_ name: String) { self.init(names: [:], other: name) }

  private init(names: [UUIDValue: String], other: String) {
    self.names = names
    self.other = other
  }

  fileprivate init(bySchool names: [UUIDValue: String]) { self.init(names: names, other: "") }

  /// - Parameter school: the school of the dismissal, as its staff see it.
  func name(at school: UUIDValue?) -> String { school.flatMap { names[$0] } ?? other }
}

extension ScopedRows where Viewer == Domain.Viewer {
  /// The names of the viewer at the schools where it works.
  func staffNames() throws(MutationFailure) -> Reading<ActorNames> {
    let account = try account().accountID
    return reading(SchoolPlace.self, columns: [.schoolID, .name]) {
      "\($0[.accountID]) = \(bind: .uuid(account))"
    } value: { found in
      var names: [UUIDValue: String] = [:]
      for row in 0..<found.count {
        if let school = found.uuid(row: row, column: 0) { names[school] = found.text(row: row, column: 1) }
      }
      return ActorNames(bySchool: names)
    }
  }

  /// The name of the viewer in its family.
  func memberName() -> Reading<String> {
    guard let membership = viewer.membership else { return Reading("SELECT 1") { _ in "" } }
    func name(in found: Rows) -> String { found.count == 1 ? found.text(row: 0, column: 0) ?? "" : "" }
    return switch membership.role {
    case .parent: reading(Parent.self, key: membership.memberID, columns: [.name], value: name)
    case .student: reading(Student.self, key: membership.memberID, columns: [.name], value: name)
    }
  }
}
