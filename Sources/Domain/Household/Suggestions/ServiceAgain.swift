import Planning
import SQL

/// `SERVICE_AGAIN`: booked and done at least twice in 180 days, with no booking that is open. Parents see it, while the service is offered.
enum ServiceAgain {
  /// - Returns: rows of `day`, in whose scope they stand.
  static func rows(of family: SQL, _ viewer: (Viewer.Attribute) -> SQL) -> SQL {
    """
    SELECT 'SERVICE_AGAIN' AS rule, 2 AS rank, offered.name AS subject, NULL::text AS person, known.times AS number, \
    NULL::uuid AS recipe_id, offered.id AS service_id, NULL::uuid AS student_id \
    FROM (SELECT booked.service_id, \(BookedService.doneCount)::int4 AS times FROM (\(BookedService.rows(of: family))) booked \
    GROUP BY booked.service_id HAVING \(BookedService.doneCount) >= 2 AND \(BookedService.openCount) = 0) known \
    JOIN \(BookedService.services) offered ON offered.id = known.service_id AND offered.ended_at IS NULL \
    JOIN \(BookedService.providers) offering ON offering.id = offered.provider_id AND offering.is_listed \
    WHERE \(viewer(.role)) = 'PARENT'
    """
  }
}
