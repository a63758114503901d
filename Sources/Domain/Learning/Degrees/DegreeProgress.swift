import Planning
import SQL

/// `DegreeProgress` (GT-16): of each degree and each group, under its id.
enum DegreeProgress: EntityType {
  static let entity: Entity<Viewer> = {
    Entity(
      computed: "DegreeProgress", named: "degree_progress", key: "progress_id", .uuid, scope: .family,
      stored: [.family: ["completed", "underWay", "missing"]], resolvers: [:]
    ) { _, viewer in
      let family = viewer(.familyID)
      let inGroup: SQL = """
        SELECT g.family_id, g.degree_id, g.id, count(DISTINCT taken.id) FILTER (WHERE \(Course.isCompleted("taken"))) AS completed, \
        count(DISTINCT taken.id) FILTER (WHERE \(Course.isActive("taken"))) AS under_way, \
        coalesce(g.minimum_courses, count(DISTINCT coalesce(taken.id, listed.id))) AS wanted \
        FROM degree_groups g \
        LEFT JOIN degree_courses listed ON listed.family_id = \(family) AND listed.degree_group_id = g.id \
        LEFT JOIN courses taken ON taken.family_id = \(family) AND taken.id = listed.course_id \
        WHERE g.family_id = \(family) GROUP BY g.family_id, g.degree_id, g.id, g.minimum_courses
        """
      return """
        WITH in_group AS (\(inGroup)) \
        SELECT family_id, id AS progress_id, completed::int4, under_way::int4, \
        greatest(wanted - completed - under_way, 0)::int4 AS missing FROM in_group WHERE in_group.family_id = \(family) \
        UNION ALL SELECT d.family_id, d.id, coalesce(sum(completed), 0)::int4, coalesce(sum(under_way), 0)::int4, \
        coalesce(sum(greatest(wanted - completed - under_way, 0)), 0)::int4 \
        FROM degrees d LEFT JOIN in_group ON in_group.family_id = \(family) AND in_group.degree_id = d.id \
        WHERE d.family_id = \(family) GROUP BY d.family_id, d.id
        """
    }
  }()
}
