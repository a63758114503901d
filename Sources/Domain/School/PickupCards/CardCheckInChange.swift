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
        let entered = try await rows.call(.enterCard(hashes: card.hashes(in: school, secrets)))
        // Refused without a rollback: the notice to staff stays.
        guard !entered.isEmpty else {
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
    guard let found = try await rows.call(.readerInScope(hash: reader.tokenHash)).first,
      let order = CardByteOrder(rawValue: found.byteOrder)
    else {
      return (rows, .asPrinted)
    }
    reader.schoolID = found.schoolID
    return (rows.knowing(.reader(reader)), order)
  }

  /// The dismissals of today that there are now, of the students who are not left out, and the statements that add the new ones.
  private static func dismissals(
    of entered: [EnterCardRow], _ rows: ScopedRows<Viewer>
  ) async throws(MutationFailure) -> (keys: [UUIDValue], insertions: [SQL]) {
    let waiting = entered.filter { $0.isOpen && !$0.isAbsent }
    guard let first = waiting.first else { return ([], []) }
    let write = DismissalWrite<CardCheckIn>(action: .checkIn, actors: ActorNames(first.askedBy), rows: rows)
    let today = try await rows.read(DismissalWrite<CardCheckIn>.today(of: waiting.map(\.enrolmentID), in: rows))
    var added: [DismissalWrite<CardCheckIn>.New] = []
    var keys: [UUIDValue] = []
    for student in waiting {
      let known = today[student.enrolmentID]
      switch known.map(write.outcome(in:)) ?? DismissalTable.outcome(of: .checkIn, in: nil) {
      case .new(let state):
        if let known, known.numberOfDay >= DismissalWrite<CardCheckIn>.maximumOfDay { continue }
        let new = DismissalWrite<CardCheckIn>.New(state, of: student.enrolmentID, family: student.familyID)
        added.append(new)
        keys.append(new.key)
      case .unchanged: if let known { keys.append(known.id) }
      case .skip, .move, .moveIfNoneIsOpen, .amend, .conflict, .absent, .notFound: break
      }
    }
    return (keys, write.insertions(added))
  }
}
