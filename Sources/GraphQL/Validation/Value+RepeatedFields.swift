extension Value {
  /// The fields that an object in this value, or this value itself, has already: each time the positions of the
  /// first one with the name and of this one.
  var repeatedFields: [(name: String, positions: [SourcePosition])] {
    var repeated: [(String, [SourcePosition])] = []
    appendRepeatedFields(to: &repeated)
    return repeated
  }

  private func appendRepeatedFields(to repeated: inout [(String, [SourcePosition])]) {
    switch kind {
    case .list(let items):
      for item in items { item.appendRepeatedFields(to: &repeated) }
    case .object(let fields):
      var known: [String: SourcePosition] = [:]
      for field in fields {
        let name = field.name
        if let first = known[name.value] {
          repeated.append((name.value, [first, name.position]))
        } else {
          known[name.value] = name.position
        }
        field.value.appendRepeatedFields(to: &repeated)
      }
    case .variable, .int, .float, .string, .boolean, .null, .enum:
      break
    }
  }
}
