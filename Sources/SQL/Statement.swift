/// A statement ready to be sent: text with `$1`, `$2`, … and the value for each.
public struct Statement: Hashable, Sendable {
  public var text: String
  public var binds: [SQLValue]

  public init(text: String, binds: [SQLValue] = []) {
    self.text = text
    self.binds = binds
  }
}
