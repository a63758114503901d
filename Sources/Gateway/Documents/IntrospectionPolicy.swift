package import Domain

/// The policy for requests that ask for the schema: with `__schema` and `__type`, and through suggestions in messages.
package enum IntrospectionPolicy: String, CaseIterable, Sendable {
  /// Everyone's.
  case on
  /// Those with a valid token.
  case authenticated
  /// No request may ask.
  case off

  package func shows(schemaTo viewer: Viewer) -> Bool {
    switch (self, viewer) {
    case (.on, _), (.authenticated, .account): true
    case (.authenticated, .anonymous), (.authenticated, .reader), (.off, _): false
    }
  }
}
