package import Planning

extension Area where Viewer == School.Viewer {
  /// How much a family keeps, and how much it may.
  package static var storage: Area {
    Area(
      entities: [.storageUse],
      resolvers: ["Family.storage": .toMany(key: "family_id", access: .parents)])
  }
}
