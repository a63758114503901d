import Planning

/// The texts of an input that changes an occurrence, or splits a series. Each is nil where the input does not give it.
struct SeriesTexts {
  let title: String??
  let text: String??
  let place: String??

  init(_ input: MutationInput) throws(MutationFailure) {
    title = input.isGiven("title") ? .some(try input.text("title", characters: 1...500, lines: .name)) : nil
    text = input.isGiven("text") ? .some(try input.optionalText("text", characters: 0...10_000, lines: .many)) : nil
    place = input.isGiven("place") ? .some(try input.optionalText("place", characters: 0...500, lines: .name)) : nil
  }
}
