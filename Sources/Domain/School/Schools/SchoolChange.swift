import GraphQL
import Planning
import SQL

/// The changes of a school and its classes by administrators (BG-03).
enum SchoolChange {
  private static let degrees = (
    latitude: DecimalBounds(minimum: -90, includesMinimum: true, limit: 90, includesLimit: true, decimals: 6),
    longitude: DecimalBounds(minimum: -180, includesMinimum: true, limit: 180, includesLimit: true, decimals: 6)
  )
  static let maximumClasses: Int32 = 200

  static var update: Resolver<Viewer> {
    .staffMutation { input, rows throws(MutationFailure) in
      let latitude = try input.decimal("latitude", degrees.latitude)
      let longitude = try input.decimal("longitude", degrees.longitude)
      let (from, until) = (try input.time("pickupFrom"), try input.time("pickupUntil"))
      let values =
        try input.text("name", "name", characters: 1...200, isRequired: true)
        + input.text("address", "address", characters: 1...500, lines: .many)
        + input.value("latitude", "latitude", .numeric, latitude) + input.value("longitude", "longitude", .numeric, longitude)
        + input.value("pickupFrom", "pickup_from", .time, from) + input.value("pickupUntil", "pickup_until", .time, until)
        + input.value("confirmsByRoll", "confirms_by_roll", .bool, input.boolean("confirmsByRoll"), isRequired: true)
      let school = try input.requiredID("id")
      try rows.requireAdministration(of: school, input, "id")
      let found = try await rows.locked(School.self, key: school, columns: [.version])
      guard try hasVersion(found, input), !values.isEmpty else { return ["school": school] }
      /// The first of two fields, or the one that is given.
      func path(_ first: String, _ second: String) -> [String] {
        input.path(of: input.isGiven(first) || !input.isGiven(second) ? first : second)
      }
      do throws(MutationFailure) {
        guard try await rows.update(School.self, key: school, values) else { throw input.notFound("id") }
      } catch {
        switch error.constraint {
        case "schools_place":
          throw .invalid("\"latitude\" and \"longitude\" stand together.", at: path("latitude", "longitude"))
        case "schools_hours":
          throw .invalid(
            "\"pickupFrom\" and \"pickupUntil\" stand together, and the first is earlier.",
            at: path("pickupFrom", "pickupUntil"))
        default: throw error
        }
      }
      return ["school": school]
    }
  }

  static var createClass: Resolver<Viewer> {
    .staffMutation { input, rows throws(MutationFailure) in
      let values =
        try input.text("name", "name", characters: 1...100, isRequired: true)
        + input.text("grade", "grade", characters: 1...50)
      let id = try input.newID()
      let school = try input.requiredID("schoolId")
      try rows.requireAdministration(of: school, input, "schoolId")
      guard try await rows.locked(School.self, key: school, columns: [.id]).count == 1 else {
        throw input.notFound("schoolId")
      }
      guard try await rows.isNew(id, of: SchoolClass.self, in: school, for: input) else {
        guard try await rows.row(SchoolClass.self, key: id, columns: [.id]).count == 1 else { throw input.gone }
        return ["schoolClass": id]
      }
      guard try await rows.keys(of: SchoolClass.self, where: .schoolID, isAmong: [school]).count < maximumClasses else {
        throw .refused(
          "A school has at most \(maximumClasses) classes.", code: .limitExceeded, at: input.path(of: "schoolId"),
          extensions: [.init("limit", .string("classes")), .init("maximum", .number("\(maximumClasses)"))])
      }
      try await reportingName(input) { () async throws(MutationFailure) in
        try await rows.insert(SchoolClass.self, key: id, [SchoolClass.set(.schoolID, .uuid(school))] + values)
      }
      return ["schoolClass": id]
    }
  }

  static var updateClass: Resolver<Viewer> {
    .staffMutation { input, rows throws(MutationFailure) in
      let values =
        try input.text("name", "name", characters: 1...100, isRequired: true)
        + input.text("grade", "grade", characters: 1...50)
      let id = try await administered(input, rows)
      let found = try await rows.locked(SchoolClass.self, key: id, columns: [.version])
      guard try hasVersion(found, input), !values.isEmpty else { return ["schoolClass": id] }
      try await reportingName(input) { () async throws(MutationFailure) in
        _ = try await rows.update(SchoolClass.self, key: id, values)
      }
      return ["schoolClass": id]
    }
  }

  static var deleteClass: Resolver<Viewer> {
    .staffMutation { input, rows throws(MutationFailure) in
      // Families are locked before the school: see `LockOrder`.
      _ = try await rows.call(.forgetClassWishes, .uuid(try input.requiredID("id")))
      let id = try await administered(input, rows)
      do throws(MutationFailure) {
        guard try await rows.delete(SchoolClass.self, key: id) else { throw input.notFound("id") }
      } catch {
        guard case .database(let failure) = error, failure.reason == .statement(.foreignKeyViolation) else { throw error }
        throw .conflict(
          "The class has students, on the roll or enrolled: give them another class first.", at: input.path(of: "id"), version: nil)
      }
      return ["id": id]
    }
  }

  /// Refuses a row that has changed since the version of the client, and one that is gone.
  /// - Parameter found: the version of the row, locked.
  private static func hasVersion(_ found: Rows, _ input: MutationInput) throws(MutationFailure) -> Bool {
    guard found.count == 1 else { throw input.notFound("id") }
    if let version = try input.integer("ifVersion"), let current = found.int4(row: 0, column: 0), version != current {
      throw .conflict("It has changed since that version: read it again.", at: input.path(of: "ifVersion"), version: current)
    }
    return true
  }

  /// The class that the input names, of a school that the account administers. Its school is locked.
  private static func administered(
    _ input: MutationInput, _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) -> UUIDValue {
    let id = try input.requiredID("id")
    let found = try await rows.row(SchoolClass.self, key: id, columns: [.schoolID])
    guard found.count == 1, let school = found.uuid(row: 0, column: 0) else { throw input.notFound("id") }
    try rows.requireAdministration(of: school, input, "id")
    _ = try await rows.locked(School.self, key: school, columns: [.id])
    return id
  }

  private static func reportingName(
    _ input: MutationInput, _ body: () async throws(MutationFailure) -> Void
  ) async throws(MutationFailure) {
    do throws(MutationFailure) {
      try await body()
    } catch {
      guard error.constraint == "school_classes_name" else { throw error }
      throw .conflict("The school has a class of this name: take another name.", at: input.path(of: "name"), version: nil)
    }
  }
}

extension MutationFailure {
  /// The constraint of the database that a statement violated.
  var constraint: String? { if case .database(let error) = self { error.constraint } else { nil } }
}
