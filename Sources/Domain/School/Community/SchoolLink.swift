import Planning
import SQL

/// `SchoolLink` (TT-07): a link of a piece of information, which has them as JSON.
enum SchoolLink: EntityType {
  /// The most links of a piece of information.
  static let maximum = 20

  static let entity = Entity<Viewer>(
    computed: "SchoolLink", named: "school_links", key: "link_id", .uuid, scope: .community, extent: .unbounded,
    order: [.ascending("number")],
    resolvers: [
      "title": .column("title", .text, access: .schoolPeople),
      "url": .column("url", .text, access: .schoolPeople),
    ]
  ) { _, viewer in
    """
    SELECT known.school_id, known.id AS information_id, md5(known.id::text || link.number::text)::uuid AS link_id, link.number, \
    link.value ->> 'title' AS title, link.value ->> 'url' AS url FROM school_information known \
    CROSS JOIN LATERAL jsonb_array_elements(known.links) WITH ORDINALITY AS link (value, number) \
    WHERE known.school_id = ANY (\(viewer(.audienceIDs)))
    """
  }

  /// The column of the links that an input gives. A new row has none where it gives none.
  static func values(_ input: MutationInput, isNew: Bool) throws(MutationFailure) -> [ColumnValue] {
    guard isNew || input.isGiven("links") else { return [] }
    var objects: [String] = []
    for item in try input.items("links", atMost: maximum) {
      guard let title = try item.text("title", characters: 1...200, lines: .name), case .text(let url)? = try item.url("url") else {
        throw .invalid("A link needs a \"title\" and a \"url\".", at: input.path(of: "links"))
      }
      objects.append(#"{"title": \#(quoted(title)), "url": \#(quoted(url))}"#)
    }
    return [ColumnValue("links", .literal("[\(objects.joined(separator: ", "))]", .jsonb))]
  }

  /// A text as JSON. It has no control characters.
  private static func quoted(_ text: String) -> String {
    "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }
}
