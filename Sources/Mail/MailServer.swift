/// A mail server that takes messages for delivery, and how it is spoken to.
package struct MailServer: Sendable {
  package enum Encryption: String, CaseIterable, Sendable {
    /// STARTTLS before anything else is said, or TLS from the first byte with `smtps`.
    case required
    /// Clear text. For a server on this machine, and for trying things.
    case off
  }

  /// A user and a password. Never part of a description.
  package struct Credentials: Sendable {
    let user: String
    let password: String

    package init(user: String, password: String) {
      self.user = user
      self.password = password
    }
  }

  package let url: String
  package let encryption: Encryption
  package let credentials: Credentials?
  /// The file with the authorities that certify the server; nil for those of the system.
  package let authorities: String?
  package let sender: MailAddress
  /// The time that one message takes at most, in seconds.
  package let timeout: Int

  package var hasCredentials: Bool { credentials != nil }

  /// - Parameter url: as `smtp://mail.example.org:587` or `smtps://mail.example.org`, without a path.
  package init(
    url: String, encryption: Encryption, credentials: Credentials?, authorities: String?, sender: MailAddress, timeout: Int
  ) {
    self.url = url
    self.encryption = encryption
    self.credentials = credentials
    self.authorities = authorities
    self.sender = sender
    self.timeout = timeout
  }
}

extension MailServer.Credentials: CustomReflectable, CustomStringConvertible {
  package var description: String { "Credentials" }
  package var customMirror: Mirror { Mirror(self, children: [:]) }
}
