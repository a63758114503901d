package import Planning

extension Area where Viewer == Domain.Viewer {
  /// Suggestions with their reasons (ME-15).
  package static var suggestions: Area {
    Area(types: [Suggestion.self], resolvers: ["Family.suggestions": .toMany(key: "family_id", access: .family)])
  }
}
