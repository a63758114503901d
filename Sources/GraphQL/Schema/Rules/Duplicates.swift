/// The names that occur more than once, with all their places, in order of their first place.
func duplicates(_ names: [(String, SDLPlace)]) -> [(String, [SDLPlace])] {
  var order: [String] = []
  var places: [String: [SDLPlace]] = [:]
  for (name, place) in names {
    if places[name] == nil { order.append(name) }
    places[name, default: []].append(place)
  }
  return order.compactMap { name in
    guard let found = places[name], found.count > 1 else { return nil }
    return (name, found)
  }
}
