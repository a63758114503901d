/// The names that occur again, each time with the place of the first and of this one, as they stand in the texts.
func duplicates(_ names: [(String, SDLPlace)]) -> [(String, [SDLPlace])] {
  var firstPlaces: [String: SDLPlace] = [:]
  var repeated: [(String, [SDLPlace])] = []
  let ordered = names.sorted { one, other in
    (one.1.source, one.1.position.offset) < (other.1.source, other.1.position.offset)
  }
  for (name, place) in ordered {
    if let first = firstPlaces[name] {
      repeated.append((name, [first, place]))
    } else {
      firstPlaces[name] = place
    }
  }
  return repeated
}
