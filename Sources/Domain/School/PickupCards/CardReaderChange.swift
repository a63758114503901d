import GraphQL
import Planning
import SQL
import SessionTokens

/// The changes of a school's card readers by its administrators (BG-09).
struct CardReaderChange: Sendable {
  let services: IdentityServices?

  /// As migrations/0053_cards.sql has it.
  private static let maximum = 100

  /// The token follows from the server's secrets and the reader's id, so that the same input sent again has the same answer, and nothing
  /// but a hash is kept.
  var create: Resolver<Viewer> {
    .placeMutation(access: .signedIn) { input throws(MutationFailure) in
      let secrets = try services.needed().secrets
      let name = try input.text("name", characters: 1...100, lines: .name) ?? ""
      let order = input.enumValue("byteOrder") ?? CardByteOrder.asPrinted.rawValue
      let id = try input.newID()
      let school = try input.requiredID("schoolId")
      let tokens = secrets.derivedCodes(for: "card reader", school.bytes + id.bytes).map { ReaderToken($0) }
      guard let token = tokens.first else { throw .refused("Card readers are not set up.", code: .unavailable) }
      return { rows throws(MutationFailure) in
        let rows = try await rows.loadingStaffScopes()
        try rows.requireAdministration(of: school, input, "schoolId")
        _ = try await rows.locked(School.self, key: school, columns: [.id])
        guard try await rows.isNew(id, of: CardReader.self, in: school, for: input) else {
          for token in tokens
          where try await rows.call(.cardReaderHasToken(school: school, reader: id, hash: token.hash)) {
            return .changed(["reader": id], values: ["token": .text(token.text)], viewer: rows.viewer)
          }
          throw input.secretIsGone
        }
        let call = FunctionCall.createCardReader(
          school: school, reader: id, readerName: name, readerOrder: order, hash: token.hash)
        switch try await rows.call(call) {
        case .done: break
        case .limit:
          throw .refused(
            "A school has at most \(Self.maximum) card readers.", code: .limitExceeded, at: input.path(of: "schoolId"),
            extensions: [.init("limit", .string("cardReaders")), .init("maximum", .number("\(Self.maximum)"))])
        case .none: throw input.notFound("schoolId")
        }
        return .changed(["reader": id], values: ["token": .text(token.text)], viewer: rows.viewer)
      }
    }
  }
}
