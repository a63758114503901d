package import Planning

extension Area where Viewer == Domain.Viewer {
  /// Devices that push services reach, of people who work at schools.
  package static var staffDevices: Area {
    Area(
      types: [StaffDevice.self],
      resolvers: [
        "Viewer.staffDevices": .all(access: .signedIn),
        "Mutation.registerStaffDevice": StaffDevice.register,
        "Mutation.unregisterStaffDevice": StaffDevice.unregister,
      ])
  }
}
