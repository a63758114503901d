import GraphQL
import Planning
import SQL

/// `checkInByCard` (BG-08, BG-09): a card reader asks for the children of the parent whose card it sees, child by child.
struct CardCheckInChange: Sendable {
  let services: IdentityServices?

  var checkIn: Resolver<Viewer> {
    .mutation(access: .readers, changesViewer: true, limit: .unknownCards) { input throws(MutationFailure) in
      let secrets = try services.needed().cardSecrets
      return { rows throws(MutationFailure) in
        let (rows, order) = try await Self.entering(rows)
        guard case .reader(let reader) = rows.viewer, let school = reader.schoolID else { throw input.notFound("cardId") }
        let card = try PickupCardID(input, order: order)
        let entered = try await rows.call(.enterCard, card.hashes(in: school, secrets))
        // Refused without a rollback: the notice to staff stays.
        guard entered.count > 0 else {
          return .refused(.notFound("No student is picked up with this card.", at: input.path(of: "cardId")))
        }
        var keys: ChangedKeys = [:]
        let (dismissals, insertions) = try await Self.dismissals(of: entered, rows)
        keys[all: "checkIns"] = dismissals
        return .changed(keys, finally: insertions, viewer: rows.viewer)
      }
    }.listing(atMost: 100)
  }

  /// The reader with its school, and its byte order.
  private static func entering(
    _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) -> (ScopedRows<Viewer>, CardByteOrder) {
    guard case .reader(var reader) = rows.viewer else { return (rows, .asPrinted) }
    let found = try await rows.call(.readerInScope, reader.tokenHash)
    guard found.count == 1, let order = found.text(row: 0, column: 1).flatMap(CardByteOrder.init(rawValue:)) else {
      return (rows, .asPrinted)
    }
    reader.schoolID = found.uuid(row: 0, column: 0)
    return (rows.knowing(.reader(reader)), order)
  }

  /// The dismissals of today that there are now, of the students who are not left out, and the statements that add the new ones.
  /// - Parameter entered: the rows of `enter_card`.
  private static func dismissals(
    of entered: Rows, _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) -> (keys: [UUIDValue], insertions: [SQL]) {
    let places = (0..<entered.count).filter { entered.isTrue(row: $0, column: 4) && !entered.isTrue(row: $0, column: 5) }
    let enrolments = places.compactMap { entered.uuid(row: $0, column: 0) }
    guard !enrolments.isEmpty else { return ([], []) }
    let actor = entered.text(row: 0, column: 6) ?? ""
    let write = DismissalWrite<CardCheckIn>(action: .checkIn, actors: ActorNames(actor), rows: rows)
    let today = try await rows.read(DismissalWrite<CardCheckIn>.today(of: enrolments, in: rows))
    var added: [DismissalWrite<CardCheckIn>.New] = []
    var keys: [UUIDValue] = []
    for (place, enrolment) in zip(places, enrolments) {
      let known = today[enrolment]
      switch known.map(write.outcome(in:)) ?? DismissalTable.outcome(of: .checkIn, in: nil) {
      case .new(let state):
        if let known, known.numberOfDay >= DismissalWrite<CardCheckIn>.maximumOfDay { continue }
        let new = DismissalWrite<CardCheckIn>.New(state, of: enrolment, family: entered.uuid(row: place, column: 1))
        added.append(new)
        keys.append(new.key)
      case .unchanged: if let known { keys.append(known.id) }
      case .skip, .move, .moveIfNoneIsOpen, .amend, .conflict, .absent, .notFound: break
      }
    }
    return (keys, write.insertions(added))
  }
}
