import Passwords
import Planning
import SQL

/// Registration of a new account with a password: `register` (BG-01, ME-01).
///
/// The account is new even if another account has the address: registration reads, shows and changes nothing of other
/// accounts. Whether there is one decides only which message is sent.
struct Registration: Sendable {
  let services: IdentityServices?

  var register: Resolver<Viewer> {
    .mutation(
      access: .anyone, changesViewer: true, isAttempt: true,
      lookingUp: { input, lookups throws(MutationFailure) in
        let services = try services.needed()
        try input.checkSignInTexts()
        let language = try input.language()
        let name = try input.text("name", characters: 1...200, lines: .name)
        let role = input.enumValue("role")
        let new = try NewPassword("password", of: input)
        let address = try SignInAddress(input)
        try new.check(isSole: true, known: [address.address] + (name.map { [$0] } ?? []))
        // Not for the address: strangers who register with it must not keep its owner from doing so.
        let network = try await CountedNetwork.counted(.registrationOfNetwork, lookups, services)
        let hash = try await services.hash(new, for: HashOwner(address, lookups))
        return { rows throws(MutationFailure) in
          let account = UUIDValue.timeOrdered()
          let own = try await rows.acting(as: .newSession(of: account))
          let viewer = try own.account()
          try await own.insert(
            Account.self, key: account,
            [
              Account.set(.name, name.map { .text($0) } ?? .null(.text)),
              Account.set(.email, address.channel == .email ? .text(address.address) : .null(.text)),
              Account.set(.chosenRole, role.map { .text($0) } ?? .null(.text)),
            ])
          let device = DeviceToken.random()
          _ = try await own.call(.setOwnPassword(hash: hash, isLong: true))
          try await own.call(.knowOwnDevice(device: device.hash))
          let token = try await services.sessions.start(viewer.sessionID, own)
          // Last: the message waits for a lock of the address's.
          try await own.add(address, language, network)
          return .changed(
            [:], values: services.sessions.values(of: viewer, token).merging(["deviceToken": .text(device.text)]) { $1 },
            viewer: .account(viewer))
        }
      })
  }
}
