import Planning
import SQL

/// `SchoolPassage` (TT-07): a passage of a school's information that fits a search.
///
///     SELECT place.id AS school_id, found.passage_id, found.information_id, found.place FROM schools place
///     CROSS JOIN LATERAL search_school(place.id, $2, $3) AS found WHERE place.id = ANY ($1)
enum SchoolPassage: EntityType {
  static let entity = Entity<Viewer>(
    computed: "SchoolPassage", named: "found_passages", key: "passage_id", .uuid, scope: .community, extent: .unbounded,
    order: [.ascending("place")],
    resolvers: [
      "information": .toOne(foreignKey: "information_id", access: .schoolPeople),
      "excerpt": .toMany(key: "passage_id", access: .schoolPeople),
    ]
  ) { arguments, viewer in
    // Those that a new ticket offers are named by their ids.
    guard arguments.isGiven("text") else {
      return """
        SELECT known.school_id, known.id AS passage_id, known.information_id, known.number AS place FROM school_passages known \
        WHERE known.school_id = ANY (\(viewer(.audienceIDs)))
        """
    }
    return """
      SELECT place.id AS school_id, found.passage_id, found.information_id, found.place FROM schools place \
      CROSS JOIN LATERAL search_school(place.id, \(words(arguments)), \(arguments.value("first", as: .first))) AS found \
      WHERE place.id = ANY (\(viewer(.audienceIDs)))
      """
  }

  /// The words to look for.
  static func words(_ arguments: ArgumentReferences) -> SQL { "\(arguments.value("text", as: .textWithin(1...200)))" }
}

/// `ExcerptPart`: a part of a passage around its first match.
///
///     SELECT passage.school_id, passage.id AS passage_id, part.* FROM school_passages passage JOIN schools place …
///     CROSS JOIN LATERAL excerpt_of(passage.passage, place.language, $2) AS part
enum ExcerptPart: EntityType {
  static let entity = Entity<Viewer>(
    computed: "ExcerptPart", named: "excerpt_parts", key: "part_id", .uuid, scope: .community, extent: .unbounded,
    order: [.ascending("number")],
    resolvers: [
      "text": .column("part", .text, access: .schoolPeople),
      "isMatch": .column("is_match", .bool, access: .schoolPeople),
    ]
  ) { arguments, viewer in
    // Those that a new ticket offers are marked by its text: see offer_passages().
    let asked: SQL = "coalesce(current_setting('hatched.searched_text', true), '')"
    let text = arguments.ofParent.flatMap { $0.isGiven("text") ? SchoolPassage.words($0) : nil } ?? asked
    return """
      SELECT passage.school_id, passage.id AS passage_id, md5(passage.id::text || part.number::text)::uuid AS part_id, \
      part.number, part.part, part.is_match FROM school_passages passage JOIN schools place ON place.id = passage.school_id \
      CROSS JOIN LATERAL excerpt_of(passage.passage, place.language, \(text)) AS part \
      WHERE passage.school_id = ANY (\(viewer(.audienceIDs)))
      """
  }
}
