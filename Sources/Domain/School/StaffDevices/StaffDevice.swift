import GraphQL
import Planning
import SQL

/// `StaffDevice`: a device of an account that works at schools. Each account sees its own; the token is never read back.
enum StaffDevice: EntityType {
  enum Column: String, ColumnName {
    case id, platform, token
  }

  static let constraints: [ConstraintRule] = [
    .unreachable("staff_devices_platform", "the input is of an enum with the same values"),
    .unreachable("staff_devices_text", "the input has the same bounds"),
    .invalid(
      "staff_devices_quiet", ["quietUntil", "quietFrom"], "\"quietFrom\" and \"quietUntil\" must be two different times, or both null."),
  ]

  static let entity = Entity<Viewer>(
    "StaffDevice", table: "staff_devices", scope: .account, visibility: .wholeScope,
    extent: .small, order: [.descending("registered_at")],
    stored: [
      .signedIn: ["id", "platform", "messages", "requests", "allClasses", "showsNames", "quietFrom", "quietUntil", "registeredAt"]
    ])

  /// Keeps a device's token, or the time when it was last seen, with the settings that the input has.
  static var register: Resolver<Viewer> {
    .mutation(access: .signedIn) { input, rows throws(MutationFailure) in
      let (platform, token) = try Resolver<Viewer>.deviceToken(input)
      let (from, until) = (try input.time("quietFrom"), try input.time("quietUntil"))
      let values =
        try flag("messages", "messages", input) + flag("requests", "requests", input) + flag("allClasses", "all_classes", input)
        + flag("showsNames", "shows_names", input) + input.value("quietFrom", "quiet_from", .time, from)
        + input.value("quietUntil", "quiet_until", .time, until)
      let call = FunctionCall.registerStaffDevice(device: .timeOrdered(), devicePlatform: platform, deviceToken: token)
      guard let device = try await rows.call(call) else {
        throw .forbidden("You work at no school, and are no provider: ask an administrator of your school for an invitation.", at: input.path(of: "token"))
      }
      if !values.isEmpty { _ = try await rows.update(StaffDevice.self, key: device, values) }
      return ["device": device]
    }
  }

  /// Forgets a device's token, as when someone signs out there. One that is not known is forgotten already.
  static var unregister: Resolver<Viewer> {
    .mutation(access: .signedIn) { input, rows throws(MutationFailure) in
      let (platform, token) = try Resolver<Viewer>.knownToken(input)
      var keys: ChangedKeys = [:]
      keys["id"] = try await rows.delete(StaffDevice.self) { row in
        "\(row[.platform]) = \(bind: .text(platform)) AND \(row[.token]) = \(bind: .text(token))"
      }.first
      return keys
    }
  }

  private static func flag(
    _ name: String, _ column: String, _ input: MutationInput
  ) throws(MutationFailure) -> [ColumnValue] {
    input.isGiven(name) && !input.isNull(name) ? [ColumnValue(column, .bool(input.flag(name)))] : []
  }
}
