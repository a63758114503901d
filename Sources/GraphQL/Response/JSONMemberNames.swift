/// The member names of one object while it is parsed, to tell which occur twice.
///
/// A few names are compared one by one, many are looked up by hash. Names are equal when their bytes are:
/// Swift would also take canonically equivalent texts for the same.
struct JSONMemberNames {
  private struct Name: Hashable {
    var text: String

    static func == (left: Name, right: Name) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    func hash(into hasher: inout Hasher) {
      var text = text
      text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
  }

  private static let maxCompared = 8
  private var names: Set<Name> = []

  /// Adds `name`, unless `members`, which are all those before it, have it already; says whether it did.
  mutating func insert(_ name: String, after members: [JSONValue.Member]) -> Bool {
    if members.count < Self.maxCompared {
      return !members.contains { $0.key.utf8.elementsEqual(name.utf8) }
    }
    if members.count == Self.maxCompared {
      names = Set(members.map { Name(text: $0.key) })
    }
    return names.insert(Name(text: name)).inserted
  }
}
