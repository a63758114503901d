import Planning
import SQL

extension ScopedRows where Viewer == Domain.Viewer {
  /// Reads the places of the account, and sets the settings by which the rest of the transaction sees their rows.
  func loadingStaffScopes() async throws(MutationFailure) -> ScopedRows {
    knowing(viewer.at(try await read(places())))
  }

  /// The places of the account, which it enters: what is read behind this, is read as its staff.
  func places() throws(MutationFailure) -> Reading<Places> {
    _ = try account()
    return Reading(.enterPlaces()) { PlaceCheck.places(entered: $0) }
  }

  private var knownPlaces: Places {
    if case .account(let account) = viewer { account.places } else { Places() }
  }

  /// Refuses who does not administer a school: as not found where it is none of its schools.
  func requireAdministration(of school: UUIDValue, _ input: MutationInput, _ name: String) throws(MutationFailure) {
    if knownPlaces.administeredSchools.contains(school) { return }
    guard knownPlaces.schools.contains(school) else { throw input.notFound(name) }
    throw .forbidden("Only administrators of the school may do this: ask one of them.", at: input.path(of: name))
  }

  /// Refuses staff who see a row of a class, and neither teach the class nor administer its school.
  func requireTeaching(in schoolClass: UUIDValue?, of school: UUIDValue?, at path: [String]) throws(MutationFailure) {
    if let schoolClass, knownPlaces.staffClasses.contains(schoolClass) { return }
    if let school, knownPlaces.administeredSchools.contains(school) { return }
    throw .forbidden("Only the teachers of the class and the school's administrators may do this.", at: path)
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

  /// The same for a change that enters the places together with what it reads first: see `ScopedRows.places()`.
  static func staffMutation(
    entering change: @escaping @Sendable (MutationInput, ScopedRows<Viewer>) async throws(MutationFailure) -> MutationOutcome<Viewer>
  ) -> Resolver {
    .placeMutation(access: .signedIn) { input throws(MutationFailure) in
      { rows throws(MutationFailure) in try await change(input, rows) }
    }
  }
}
