import Planning
import SQL

/// `SERVICE_WANTED`: a service that the family has never booked, of a kind of which a booking was done in 180 days, by a provider in the
/// same area. None of this kind and area is open. At most three of each kind and area, by name, so that a large directory is no long list.
enum ServiceWanted {
  /// - Returns: rows of `day`, in whose scope they stand.
  static func rows(of family: SQL, _ viewer: (Viewer.Attribute) -> SQL) -> SQL {
    """
    SELECT 'SERVICE_WANTED' AS rule, 3 AS rank, wanted.name AS subject, NULL::text AS person, NULL::int4 AS number, \
    NULL::uuid AS recipe_id, wanted.id AS service_id, NULL::uuid AS student_id \
    FROM (SELECT other.id, other.name, row_number() OVER (PARTITION BY liked.kind, liked.area ORDER BY other.name, other.id) AS place \
    FROM (\(preferred(by: family))) liked \
    JOIN \(BookedService.services) other ON other.kind = liked.kind AND other.ended_at IS NULL \
    JOIN \(BookedService.providers) others ON others.id = other.provider_id AND others.is_listed AND lower(others.area) = liked.area \
    WHERE NOT EXISTS (SELECT 1 FROM bookings tried WHERE tried.family_id = \(family) AND tried.service_id = other.id)) wanted \
    WHERE wanted.place <= 3 AND \(viewer(.role)) = 'PARENT'
    """
  }

  /// The kinds and areas of what the family had done.
  private static func preferred(by family: SQL) -> SQL {
    """
    SELECT offered.kind, lower(offering.area) AS area FROM (\(BookedService.rows(of: family))) booked \
    JOIN \(BookedService.services) offered ON offered.id = booked.service_id \
    JOIN \(BookedService.providers) offering ON offering.id = offered.provider_id AND offering.area IS NOT NULL \
    GROUP BY offered.kind, lower(offering.area) HAVING \(BookedService.doneCount) >= 1 AND \(BookedService.openCount) = 0
    """
  }
}
