import Planning
import SQL

/// `Device` (REQ-NOT-014): each member sees its own. The token is never read back.
enum Device: EntityType {
  enum Column: String, ColumnName {
    case id, platform, token
    case familyID = "family_id"
    case memberID = "member_id"
    case registeredAt = "registered_at"
  }

  static let constraints: [ConstraintRule] = [
    .unreachable("devices_member", "a change holds the row of its own member"),
    .unreachable("devices_platform_check", "an enum of the input has the values"),
    .unreachable("devices_token_check", "the input has 1 to 500 characters"),
    .conflict("devices_family_id_platform_token_key", ["token"], "This device was registered at the same time: send it again."),
  ]

  static let entity = Entity<Viewer>(
    "Device", table: "devices", scope: .family, visibility: .ownRows, extent: .small,
    quota: Quota(rows: 2_100, bytes: 2 << 20),
    order: [.descending("registered_at")],
    stored: [.family: ["id", "platform", "registeredAt"]])
}

extension Resolver where Viewer == School.Viewer {
  /// Keeps a device's token, or the time when it was last seen. The oldest devices of a member give way, and the
  /// database takes the device from the member of the family who had it before: one that a family shares is told what
  /// is for who signed in there last. Of another family's members it knows nothing: clients unregister at sign-out.
  static var registerDevice: Resolver {
    .mutation(access: .members) { input, rows throws(MutationFailure) in
      let values = try Self.deviceToken(input)
      guard case .uuid(let member) = rows.viewer.value(of: .memberID) else { throw input.notFound("token") }
      let known = try await rows.update(Device.self, [Device.setNow(.registeredAt)]) { Self.isDevice($0, values) }
      if let device = known.first { return ["device": device] }
      let device = UUIDValue.timeOrdered()
      try await rows.insert(
        Device.self, key: device,
        [
          Device.set(.memberID, .uuid(member)), Device.set(.platform, .text(values.platform)),
          Device.set(.token, .text(values.token)),
        ])
      _ = try await rows.delete(Device.self) { row in
        """
        \(row[.id]) IN (SELECT old.id FROM devices old WHERE old.family_id = \(row.viewer(.familyID)) \
        AND old.member_id = \(row[.memberID]) ORDER BY old.registered_at DESC, old.id DESC \
        OFFSET \(bind: .int4(Int32(NotificationLimits.devices))))
        """
      }
      return ["device": device]
    }
  }

  /// Forgets a device's token, as when someone signs out there. One that is not known is forgotten already.
  static var unregisterDevice: Resolver {
    .mutation(access: .members) { input, rows throws(MutationFailure) in
      let values = try Self.deviceToken(input)
      var keys: ChangedKeys = [:]
      keys["id"] = try await rows.delete(Device.self) { Self.isDevice($0, values) }.first
      return keys
    }
  }

  private static func deviceToken(
    _ input: MutationInput
  ) throws(MutationFailure) -> (platform: String, token: String) {
    guard let platform = input.enumValue("platform"), let token = try input.text("token", characters: 1...500) else {
      throw .invalid("A device has a \"platform\" and a \"token\".", at: input.path(of: "token"))
    }
    guard token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw .invalid("\"token\" must be of printable ASCII, without spaces.", at: input.path(of: "token"))
    }
    return (platform, token)
  }

  private static func isDevice(
    _ row: TypedRow<Device>, _ values: (platform: String, token: String)
  ) -> SQL {
    "\(row[.platform]) = \(bind: .text(values.platform)) AND \(row[.token]) = \(bind: .text(values.token))"
  }
}
