import GraphQL
import Planning
import SQL

/// `confirmBooking`, `declineBooking` and `completeBooking` (ME-09), by the provider. The family is locked, and then the provider.
enum BookingAnswer {
  static var confirm: Resolver<Viewer> {
    answer(.confirm) { state, _ in [Booking.set(.state, .text(state.rawValue))] }
  }

  static var decline: Resolver<Viewer> {
    answer(.decline) { state, input throws(MutationFailure) in
      BookingChange.cancelling(state, by: "PROVIDER", try BookingChange.reason(input))
    }
  }

  static var complete: Resolver<Viewer> {
    answer(.complete) { state, _ in [Booking.set(.state, .text(state.rawValue)), Booking.setNow(.doneAt)] }
  }

  /// - Parameter values: the columns that the action sets, with the state that follows.
  private static func answer(
    _ action: BookingAction,
    _ values: @escaping @Sendable (BookingState, MutationInput) throws(MutationFailure) -> [ColumnValue]
  ) -> Resolver<Viewer> {
    .providerMutation(access: .providers) { input, rows throws(MutationFailure) in
      let id = try input.requiredID("id")
      // A wrong input is refused first, whatever the state.
      _ = try values(.pending, input)
      guard try await rows.call(.lockBooking(booking: id)), let booking = try await FoundBooking.ofProvider(id, rows) else {
        throw input.notFound("id")
      }
      guard let state = try booking.state(after: action, input) else { return ["booking": id] }
      _ = try await rows.update(ProviderBooking.self, key: id, try values(state, input))
      return ["booking": id]
    }
  }
}
