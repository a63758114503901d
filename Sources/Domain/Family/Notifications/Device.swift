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

extension Resolver where Viewer == Domain.Viewer {
  /// Keeps a device's token, or the time when it was last seen. The oldest devices of a member give way, and the
  /// database takes the device from its former member, in any family: notifications go to the member who signed in
  /// there last.
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

  /// Forgets a device's token, as when someone signs out there. One that is not known is forgotten already, and so is one that no
  /// device can have: it may be of a time when others were taken.
  static var unregisterDevice: Resolver {
    .mutation(access: .members) { input, rows throws(MutationFailure) in
      let known = try Self.knownToken(input)
      var keys: ChangedKeys = [:]
      keys["id"] = try await rows.delete(Device.self) { Self.isDevice($0, known) }.first
      return keys
    }
  }

  /// The token of an input that registers a device, in the form in which it is stored.
  static func deviceToken(
    _ input: MutationInput
  ) throws(MutationFailure) -> (platform: String, token: String) {
    let (platform, token) = try Self.platformAndToken(input)
    return (platform, try Self.canonical(token, of: platform, at: input.path(of: "token")))
  }

  /// The token of an input that forgets a device: as it is stored, or as it was given where no device can have it.
  static func knownToken(
    _ input: MutationInput
  ) throws(MutationFailure) -> (platform: String, token: String) {
    let (platform, token) = try Self.platformAndToken(input)
    return (platform, (try? Self.canonical(token, of: platform, at: [])) ?? token)
  }

  private static func platformAndToken(
    _ input: MutationInput
  ) throws(MutationFailure) -> (platform: String, token: String) {
    guard let platform = input.enumValue("platform"), let token = try input.text("token", characters: 1...500) else {
      throw .invalid("A device has a \"platform\" and a \"token\".", at: input.path(of: "token"))
    }
    return (platform, token)
  }

  /// The one form in which a token is compared and stored, which services accept: of Apple's the hexadecimal digits in lower case, two
  /// for each byte.
  private static func canonical(_ token: String, of platform: String, at path: [String]) throws(MutationFailure) -> String {
    switch platform {
    case "IOS":
      let digits = token.lowercased()
      guard digits.utf8.count.isMultiple(of: 2), digits.utf8.allSatisfy(\.isHexadecimal) else {
        throw .invalid(
          "\"token\" must be the token of APNs as hexadecimal digits, two for each byte, such as 740f4707bebcf74f.", at: path)
      }
      return digits
    default:
      guard token.utf8.allSatisfy(\.isOfRegistrationToken) else {
        throw .invalid(
          "\"token\" must be the registration token of FCM: letters and digits of ASCII, \":\", \"_\", \"-\", \".\", \"%\", \"~\", "
            + "\"+\", \"/\" and \"=\".", at: path)
      }
      return token
    }
  }

  private static func isDevice(
    _ row: TypedRow<Device>, _ values: (platform: String, token: String)
  ) -> SQL {
    "\(row[.platform]) = \(bind: .text(values.platform)) AND \(row[.token]) = \(bind: .text(values.token))"
  }
}

extension UInt8 {
  fileprivate var isHexadecimal: Bool {
    (0x30...0x39).contains(self) || (0x61...0x66).contains(self)
  }

  /// Whether registration tokens of FCM have the character: those of base64, and separators.
  fileprivate var isOfRegistrationToken: Bool {
    (0x30...0x39).contains(self) || (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) || ":_-.%~+/=".utf8.contains(self)
  }
}
