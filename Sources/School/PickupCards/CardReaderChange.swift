import GraphQL
import Planning
import SQL

/// The changes of a school's card readers by its administrators (BG-09).
enum CardReaderChange {
  /// As migrations/0053_cards.sql has it.
  private static let maximum = 100

  static var create: Resolver<Viewer> {
    .placeMutation(access: .signedIn) { input throws(MutationFailure) in
      let name = try input.text("name", characters: 1...100, lines: .name) ?? ""
      let order = input.enumValue("byteOrder") ?? CardByteOrder.asPrinted.rawValue
      let school = try input.requiredID("schoolId")
      return { rows throws(MutationFailure) in
        let rows = try await rows.enteringPlaces()
        try rows.requireAdministration(of: school, input, "schoolId")
        let (id, token) = (UUIDValue.timeOrdered(), ReaderToken.random())
        switch StaffOutcome(
          try await rows.call(.createCardReader, .uuid(school), .uuid(id), .text(name), .text(order), token.hash))
        {
        case .done: break
        case .limit:
          throw .refused(
            "A school has at most \(maximum) card readers.", code: .limitExceeded, at: input.path(of: "schoolId"),
            extensions: [.init("limit", .string("cardReaders")), .init("maximum", .number("\(maximum)"))])
        case .none, .known, .last, .schoolClass, .barred: throw input.notFound("schoolId")
        }
        return .changed(["reader": id], values: ["token": .text(token.text)], viewer: rows.viewer)
      }
    }
  }

  static var revoke: Resolver<Viewer> {
    .staffMutation { input, rows throws(MutationFailure) in
      let id = try input.requiredID("id")
      let found = try await rows.row(CardReader.self, key: id, columns: [.schoolID])
      guard found.count == 1, let school = found.uuid(row: 0, column: 0) else { throw input.notFound("id") }
      _ = try await rows.locked(SchoolRecord.self, key: school, columns: [.id])
      guard
        try await rows.update(CardReader.self, key: id, [CardReader.set(.revokedAt, sql: "coalesce(revoked_at, now())")])
      else { throw input.notFound("id") }
      return ["reader": id]
    }
  }
}
