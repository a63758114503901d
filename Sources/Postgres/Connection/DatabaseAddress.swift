internal import CLibpq
import Foundation
package import SQL

/// Where a database is and who connects to it, read from a `postgresql://` URI or a `keyword=value` string.
///
/// Its description has no password, and `redact` takes the password out of libpq's messages. One of another machine
/// says how connections to it are encrypted: see `checkEncryption`.
package struct DatabaseAddress: Sendable {
  /// Values by libpq's parameter keywords, only those that were given.
  private(set) var parameters: [String: String]

  /// - Throws: `.connection` if libpq cannot read it, or it leaves open whether connections are encrypted. The message
  ///   does not repeat the text, which may hold a password.
  package init(_ text: String) throws(StatementError) {
    try self.init(text, environment: ProcessInfo.processInfo.environment)
  }

  /// - Parameter environment: the variables that libpq falls back to where the text is silent.
  init(_ text: String, environment: [String: String]) throws(StatementError) {
    var message: UnsafeMutablePointer<CChar>?
    guard let options = PQconninfoParse(text, &message) else {
      PQfreemem(message)
      throw StatementError(
        .connection,
        message: "the database address is neither postgresql://user@host:port/database nor keyword=value pairs")
    }
    defer { PQconninfoFree(options) }
    parameters = [:]
    var option = options
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.val { parameters[String(cString: keyword)] = String(cString: value) }
      option += 1
    }
    try Self.refuseMisreadPassword(in: text, parameters)
    try checkEncryption(environment)
  }

  /// An `@`, `/` or `:` of a password that is not percent-encoded ends it too early: the rest of it would be taken for a
  /// host or a database, which messages name.
  private static func refuseMisreadPassword(
    in text: String, _ parameters: [String: String]
  ) throws(StatementError) {
    guard text.hasPrefix("postgres"), text.contains("://"), !text.contains("%40"),
      ["host", "port", "dbname"].contains(where: { parameters[$0]?.contains("@") == true })
    else { return }
    throw StatementError(
      .connection,
      message: "the database address has an @ that is not between user and host: in a password it is written %40, "
        + "and / is written %2F")
  }

  /// Whether it has a secret in it.
  package var hasPassword: Bool {
    ["password", "sslpassword"].contains { parameters[$0]?.isEmpty == false }
  }

  /// The same server and user, another database.
  package func database(_ name: String) -> DatabaseAddress {
    var address = self
    address.parameters["dbname"] = name
    return address
  }

  /// The same server and database, another user, without the password of this one.
  package func user(_ name: String) -> DatabaseAddress {
    var address = self
    address.parameters["user"] = name
    address.parameters["password"] = nil
    return address
  }

  func redact(_ message: String) -> String {
    var message = message
    for keyword in ["password", "sslpassword"] {
      if let secret = parameters[keyword], !secret.isEmpty { message = message.replacing(secret, with: "***") }
    }
    while message.last?.isWhitespace == true { message.removeLast() }
    return message
  }
}

extension DatabaseAddress: CustomStringConvertible, CustomDebugStringConvertible {
  /// Such as `host=localhost dbname=hatched user=app`.
  package var description: String {
    ["host", "hostaddr", "port", "dbname", "user", "sslmode", "sslrootcert", "sslcert", "sslkey"]
      .compactMap { keyword in parameters[keyword].map { "\(keyword)=\($0)" } }
      .joined(separator: " ")
  }

  package var debugDescription: String { description }
}
