/// The viewers who may create, update or delete objects of a type: a value of the enum `Writers` in `schema/directives.graphql`. The
/// domain declares which there are, each with its access rule.
package struct Writers: Hashable, Sendable {
  /// The directive of fields that lead to the rows of the writer's own.
  package enum Claim: String, Hashable, Sendable {
    case owner, keeper
  }

  /// The value of the enum: `PARENTS`.
  package let name: String
  /// The sentence in descriptions of mutations: `Parents only.`
  package let sentence: String
  /// The directive that the type needs too; nil where the writers do not depend on the row.
  package let claim: Claim?
  /// Whether they write as staff of a school, outside of a family.
  package let isStaff: Bool

  package init(_ name: String, _ sentence: String, claim: Claim? = nil, isStaff: Bool = false) {
    self.name = name
    self.sentence = sentence
    self.claim = claim
    self.isStaff = isStaff
  }
}
