package import Domain

/// Whose requests may ask for the schema: with `__schema` and `__type`, and by what messages suggest.
package enum IntrospectionPolicy: String, CaseIterable, Sendable {
  /// Everyone's.
  case on
  /// Those with a valid token.
  case authenticated
  /// Nobody's.
  case off

  package func shows(schemaTo viewer: Viewer) -> Bool {
    switch (self, viewer) {
    case (.on, _), (.authenticated, .account): true
    case (.authenticated, .anonymous), (.authenticated, .reader), (.off, _): false
    }
  }
}
