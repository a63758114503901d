package import Planning

extension Area where Viewer == Domain.Viewer {
  /// Providers, their services, and bookings (ME-08, ME-09).
  package static var services: Area {
    Area(
      types: [
        Provider.self, ProviderPlace.self, Service.self, WorkingHours.self, FreeTime.self, BusyTime.self, Booking.self,
        ProviderBooking.self,
      ],
      resolvers: [
        "Query.services": .all(access: .signedIn, where: Service.isListed),
        "Viewer.providerPlace": ProviderPlace.own,
        "Family.bookings": .toMany(access: .family),
        "Family.bookingsConnection": .connection(access: .family),

        "Mutation.applyAsProvider": ProviderChange.apply,
        "Mutation.setWorkingHours": ProviderChange.setHours,
        "Mutation.createService": Service.create,
        "Mutation.deleteService": Service.delete,
        "Mutation.createBusyTime": BusyTime.create,
        "Mutation.deleteBusyTime": BusyTime.delete,
        "Mutation.createBooking": BookingChange.create,
        "Mutation.moveBooking": BookingChange.move,
        "Mutation.cancelBooking": BookingChange.cancel,
        "Mutation.confirmBooking": BookingAnswer.confirm,
        "Mutation.declineBooking": BookingAnswer.decline,
        "Mutation.completeBooking": BookingAnswer.complete,
      ])
  }
}
