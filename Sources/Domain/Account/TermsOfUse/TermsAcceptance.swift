import GraphQL
package import Planning
import SQL

/// `acceptTerms` (TT-12), and what follows from it.
enum TermsAcceptance {
  static var accept: Resolver<Viewer> {
    .mutation(access: .signedIn) { input, rows throws(MutationFailure) in
      let ids = try input.ids("ids", atMost: 50) ?? []
      _ = try await rows.lockedPlace()
      let known = try await rows.call(.knownTerms())
      if let index = ids.firstIndex(where: { id in !known.contains { $0.id == id } }) {
        throw .notFound("There are no such terms.", at: input.path(of: "ids") + ["\(index)"])
      }
      var accepted = known.filter(\.isAccepted).map { Version($0) }
      for terms in known where ids.contains(terms.id) && !accepted.contains(Version(terms)) {
        accepted.append(Version(terms))
        try await rows.insert(AcceptedTerms.self, key: terms.id, [])
      }
      return [:]
    }
  }

  /// The same in all languages.
  private struct Version: Equatable {
    let kind: String
    let name: String

    init(_ terms: KnownTermsRow) { (kind, name) = (terms.kind, terms.version) }
  }
}

extension MutationRequirement where Viewer == Domain.Viewer {
  /// The account has accepted the terms that are in effect: `TERMS_NOT_ACCEPTED`. For all that people write to schools.
  package static var termsAccepted: MutationRequirement {
    MutationRequirement("TERMS") { rows throws(MutationFailure) in
      guard try await !rows.call(.acceptsTerms()) else { return }
      throw .refused(
        "There are terms to accept first: read Viewer.termsToAccept, and send acceptTerms.", code: .termsNotAccepted)
    }
  }
}
