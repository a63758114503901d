import ArgumentParser
import Foundation
import HTTPTypes

/// Options of the HTTP side besides GraphQL.
struct HTTPOptions: ParsableArguments {
  @Option(
    name: .customLong("cors-origin"),
    help: """
      An origin whose pages may read answers, as in https://app.example.org; more by commas or by repeating \
      the option. (HATCHED_CORS_ORIGINS) [none]
      """)
  var corsOrigins: [String] = []

  @Option(help: "Whether large answers are compressed (gzip) for clients that accept it: on or off.")
  var compression: Switch = .on

  @Option(
    help: ArgumentHelp(
      """
      The header in which the proxy before the server names the client's address, as in X-Forwarded-For: its last entry \
      counts. Only where every request comes by that proxy. (HATCHED_CLIENT_ADDRESS_HEADER) [the connection's address]
      """, valueName: "name"))
  var clientAddressHeader: String?

  /// In lower case; nil for none.
  /// - Throws: when the name is not one of a header.
  func clientAddressHeaderName() throws -> String? {
    guard let given = clientAddressHeader ?? EnvironmentVariable.clientAddressHeader.value else { return nil }
    guard let name = HTTPField.Name(given) else { throw ValidationError("\"\(given)\" is not the name of a header.") }
    return name.canonicalName
  }

  /// - Throws: when an origin is none.
  func crossOriginPolicy() throws -> CrossOriginPolicy? {
    let given = corsOrigins.isEmpty ? [EnvironmentVariable.corsOrigins.value ?? ""] : corsOrigins
    let origins = try given.flatMap { $0.split(separator: ",") }.map { try Self.origin(String($0)) }
    return origins.isEmpty ? nil : CrossOriginPolicy(origins: Set(origins))
  }

  /// An origin as browsers write it — the HTML standard, "serialization of an origin": in lower case, without
  /// the scheme's own port.
  private static func origin(_ text: String) throws -> String {
    let name = text.lowercased().trimmingCharacters(in: .whitespaces)
    let form = #/(?<scheme>[a-z][a-z0-9+.\-]*)://(?<host>[a-z0-9._\-]+|\[[0-9a-f:.]+\])(:(?<port>[0-9]{1,5}))?/#
    guard let parts = name.wholeMatch(of: form) else {
      throw ValidationError(
        "\"\(text)\" is not an origin: use a scheme, a host and perhaps a port, without a path, as in "
          + "https://app.example.org. There is no wildcard.")
    }
    guard let port = parts.port else { return name }
    guard let number = Int(port), (1...65_535).contains(number) else {
      throw ValidationError("\"\(text)\" is not an origin: a port is a number from 1 to 65535.")
    }
    let ownPort = ["http": 80, "https": 443][String(parts.scheme)]
    return "\(parts.scheme)://\(parts.host)" + (number == ownPort ? "" : ":\(number)")
  }
}
