import SQL

extension DatabaseAddress {
  /// Refuses an address of another machine that does not say `sslmode`: libpq would then encrypt if the server offers
  /// to, trust any server that answers, and go on in clear text where someone on the way says that TLS is not to be
  /// had. An operator who accepts that sets `sslmode=prefer`.
  ///
  /// Also refuses `gssencmode`: encryption by Kerberos would keep bytes from the reactor as TLS does, and libpq does
  /// not tell of them.
  /// - Parameter environment: libpq's variables count as if they stood in the address.
  func checkEncryption(_ environment: [String: String]) throws(StatementError) {
    if let mode = parameters["gssencmode"], mode != "disable" {
      throw StatementError(.connection, message: "gssencmode is not supported: say sslmode instead")
    }
    func value(_ keyword: String, _ variable: String) -> String? {
      let value = parameters[keyword] ?? environment[variable]
      return value?.isEmpty == false ? value : nil
    }
    // libpq alone knows the contents of a service file.
    if value("sslmode", "PGSSLMODE") != nil || value("service", "PGSERVICE") != nil { return }
    let hosts = value("hostaddr", "PGHOSTADDR") ?? value("host", "PGHOST") ?? ""
    let remote = hosts.split(separator: ",").first { !Self.isLocal($0) }
    guard let remote else { return }
    throw StatementError(
      .connection,
      message: """
        the database is on another machine (\(remote)) and its address does not say how to protect what is sent there: \
        add sslmode=verify-full, and sslrootcert with the file of the authority that signed its certificate; \
        sslmode=disable only where nobody else can reach the network between
        """)
  }

  /// Whether connections to a host, as libpq reads it, do not leave the machine.
  private static func isLocal(_ host: Substring) -> Bool {
    // A folder with a socket, or a socket without a file.
    if host.hasPrefix("/") || host.hasPrefix("@") { return true }
    if host == "localhost" || host == "::1" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }
}
