package import Planning

extension Area where Viewer == Domain.Viewer {
  /// How much a family keeps, and how much it may.
  package static var storage: Area {
    Area(
      types: [StorageUse.self],
      resolvers: ["Family.storage": .toMany(access: .parents)])
  }
}
