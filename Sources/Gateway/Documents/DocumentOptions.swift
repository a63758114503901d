/// Which documents the gateway executes.
package struct DocumentOptions: Sendable {
  package var trusted = TrustedDocuments()
  /// Whether trusted documents are all that is executed.
  package var acceptsTrustedOnly = false
  /// Whether clients may have their documents kept, to name them by hash from then on.
  package var keepsClientDocuments = true
  package var introspection = IntrospectionPolicy.on

  package init() {}
}
