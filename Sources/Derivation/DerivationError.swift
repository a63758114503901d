/// The errors in directives that keep documents from expanding, in the order of the documents.
package struct DerivationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Each begins with the file and the element: `records.graphql: Resource.title: …`.
  package var problems: [String]

  package init(problems: [String]) { self.problems = problems }

  package var description: String { problems.joined(separator: "\n") }
}
