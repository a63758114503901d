import Planning
import SQL

/// `SignInProvider` (TT-02): the OpenID Connect providers that the operator has listed. Reading them needs no token.
package enum SignInProvider {
  /// A provider with its verifier.
  package struct Listed: Sendable {
    /// The name that clients send.
    package let id: String
    /// The name that people read.
    package let name: String
    package let issuer: String
    package let verifier: any IdentityVerifier

    package init(id: String, name: String, issuer: String, verifier: any IdentityVerifier) {
      self.id = id
      self.name = name
      self.issuer = issuer
      self.verifier = verifier
    }
  }

  /// The rows of the list: they are configuration, so that a restart alone changes them.
  ///
  ///     SELECT * FROM (VALUES ('00000000-…'::uuid, 1, 'school', 'School account', 'https://id.example.org')) AS listed (…)
  static func entity(_ listed: [Listed]) -> Entity<Viewer> {
    Entity(
      computed: "SignInProvider", named: "sign_in_providers", key: "id", .text, scope: .everyone, order: [.ascending("position")],
      stored: [.anyone: ["name", "issuer"]], resolvers: ["id": .column("id", .text, access: .anyone)]
    ) { _, viewer in
      let rows = listed.enumerated().map { index, provider -> SQL in
        "(\(bind: .int4(Int32(index))), \(bind: .text(provider.id)), \(bind: .text(provider.name)), \(bind: .text(provider.issuer)))"
      }
      let none: SQL = "(NULL::int, NULL::text, NULL::text, NULL::text)"
      return """
        SELECT \(viewer(.everyone)) AS everyone, listed.* \
        FROM (VALUES \((rows.isEmpty ? [none] : rows).joined(separator: ", "))) AS listed (position, id, name, issuer) \
        WHERE listed.id IS NOT NULL
        """
    }
  }
}
