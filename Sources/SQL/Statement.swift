/// A statement ready to be sent: text with `$1`, `$2`, … and the value for each.
package struct Statement: Hashable, Sendable {
  package var text: String
  package var binds: [SQLValue]

  package init(text: String, binds: [SQLValue] = []) {
    self.text = text
    self.binds = binds
  }
}
