/// Different names in order of first occurrence, each with its position. While they are few they are searched one by
/// one, which is faster than to hash them.
struct NameTable {
  private(set) var names: [String] = []
  /// Empty while there are few names.
  private var positions: [String: Int] = [:]

  private static let few = 16

  func position(of name: String) -> Int? {
    names.count <= NameTable.few ? names.firstIndex(of: name) : positions[name]
  }

  /// - Returns: The position of the name, and whether it is new.
  mutating func insert(_ name: String) -> (position: Int, isNew: Bool) {
    if let position = position(of: name) { return (position, false) }
    names.append(name)
    if names.count == NameTable.few + 1 {
      for (position, name) in names.enumerated() { positions[name] = position }
    } else if names.count > NameTable.few {
      positions[name] = names.count - 1
    }
    return (names.count - 1, true)
  }
}
