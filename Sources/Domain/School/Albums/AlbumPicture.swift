import Planning

/// The pictures of albums, as changes of an album read them. No object of the schema shows it.
enum AlbumPicture: EntityType {
  enum Column: String, ColumnName {
    case id, state
    case albumID = "album_id"
    case fileID = "file_id"
  }

  static let entity = Entity<Viewer>(
    "AlbumPicture", table: "school_pictures", scope: .content, visibility: .contentOfAllAges, extent: .unbounded)
}
