package import Planning

extension Area where Viewer == Domain.Viewer {
  /// The albums of schools (TT-10).
  package static var albums: Area {
    Area(
      types: [SchoolAlbum.self, SchoolPicture.self],
      hidden: [AlbumPicture.self],
      resolvers: [
        "School.albums": .toMany(access: .schoolPeople),
        "SchoolAlbum.pictures": .toMany(key: "album_id", access: .schoolPeople),

        "Mutation.addSchoolPictures": PictureAdding.resolver,
      ],
      requirements: [.termsAccepted])
  }
}
