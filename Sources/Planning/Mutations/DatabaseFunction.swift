/// A function of the database that runs with its owner's rights: one of a short list that migrations define.
package struct DatabaseFunction: Hashable, Sendable {
  package let name: String

  package init(_ name: String) { self.name = name }
}
