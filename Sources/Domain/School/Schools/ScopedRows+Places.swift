package import Planning
import SQL

extension ScopedRows where Viewer == Domain.Viewer {
  /// Reads the places of the account, and sets the settings by which the rest of the transaction sees their rows.
  package func loadingStaffScopes() async throws(MutationFailure) -> ScopedRows {
    var account = try account()
    account.places = PlaceCheck.places(entered: try await call(.enterPlaces))
    return knowing(.account(account))
  }

  private var places: Places {
    if case .account(let account) = viewer { account.places } else { Places() }
  }

  /// Refuses who does not administer a school: as not found where it is none of its schools.
  func requireAdministration(of school: UUIDValue, _ input: MutationInput, _ name: String) throws(MutationFailure) {
    if places.administeredSchools.contains(school) { return }
    guard places.schools.contains(school) else { throw input.notFound(name) }
    throw .forbidden("Only administrators of the school may do this: ask one of them.", at: input.path(of: name))
  }
}

extension Resolver where Viewer == Domain.Viewer {
  /// A mutation that is done as staff of schools.
  static func staffMutation(_ change: @escaping Mutation<Viewer>.KeyChange) -> Resolver {
    .placeMutation(access: .signedIn) { input throws(MutationFailure) in
      { rows throws(MutationFailure) in
        let rows = try await rows.loadingStaffScopes()
        return .changed(try await change(input, rows), viewer: rows.viewer)
      }
    }
  }
}

/// How a function of migrations/0051_schools.sql ended.
enum StaffOutcome: String {
  case done = "DONE"
  case none = "NONE"
  case limit = "LIMIT"
  case known = "KNOWN"
  case last = "LAST"
  case schoolClass = "CLASS"
  case barred = "BARRED"

  /// - Parameter rows: one row, with the outcome in its first column.
  init(_ rows: Rows) { self = rows.text(row: 0, column: 0).flatMap(StaffOutcome.init(rawValue:)) ?? .none }
}
