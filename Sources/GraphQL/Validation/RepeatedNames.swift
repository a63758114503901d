/// The names that occur more than once, with all their positions, in order of their first position.
func repeatedNames(_ names: [Name]) -> [(name: String, positions: [SourcePosition])] {
  // Most lists of names are this short.
  if names.count < 2 { return [] }
  var order: [String] = []
  var positions: [String: [SourcePosition]] = [:]
  for name in names {
    if positions[name.value] == nil { order.append(name.value) }
    positions[name.value, default: []].append(name.position)
  }
  return order.compactMap { name in
    guard let found = positions[name], found.count > 1 else { return nil }
    return (name, found)
  }
}
