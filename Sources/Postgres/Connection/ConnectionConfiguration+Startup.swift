import SQL

extension ConnectionConfiguration {
  /// libpq's parameters for a new connection. Session settings go with the startup message: no extra round
  /// trip.
  var startupParameters: [(keyword: String, value: String)] {
    var parameters = address.parameters
    parameters["client_encoding"] = "UTF8"
    parameters["fallback_application_name"] = applicationName
    // Where Kerberos is at hand, libpq would otherwise prefer its encryption to TLS, and not look at `sslmode`.
    parameters["gssencmode"] = "disable"
    if preparedStatements {
      // The address's own options come last and win: PGOPTIONS-like overrides stay possible.
      let settings = sessionSettings.map { "-c \($0.name)=\(Self.escapeOption($0.value))" }
      parameters["options"] = (settings + [parameters["options"] ?? ""]).joined(separator: " ")
    }
    return parameters.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// `SELECT set_config('TimeZone', 'UTC', true), …`: the session settings for one transaction, where they
  /// could not go with the startup message.
  var settingsStatement: Statement? {
    if preparedStatements { return nil }
    let calls = sessionSettings.map { setting -> SQL in
      "set_config(\(bind: .text(setting.name)), \(bind: .text(setting.value)), true)"
    }
    let select: SQL = "SELECT \(calls.joined(separator: ", "))"
    return select.statement
  }

  /// Spaces end an option and backslashes escape — PostgreSQL documentation, libpq parameter `options`.
  private static func escapeOption(_ value: String) -> String {
    // By scalars: a backslash and an accent that follows it are one `Character`, and no backslash.
    var escaped = "".unicodeScalars
    for scalar in value.unicodeScalars {
      if scalar == "\\" || scalar.properties.isWhitespace { escaped.append("\\") }
      escaped.append(scalar)
    }
    return String(escaped)
  }
}
