extension Serve {
  /// The server's address and the admin address, at which this process can listen.
  /// - Throws: `CommandFailure` where it cannot.
  func checkedAddresses() async throws -> [ListeningAddress] {
    var addresses = [ListeningAddress.server(host: options.resolvedHost, port: try options.resolvedPort())]
    if let admin = try options.observation.resolvedAdminAddress() {
      let admin = ListeningAddress.admin(admin)
      try admin.check(differsFrom: addresses[0])
      addresses.append(admin)
    }
    for address in addresses { try await address.check() }
    return addresses
  }
}
