import Planning
import SQL

/// The boundaries of time that several types have. Those of one type stand with it, such as `Invitation.expiry`.
///
/// Row-level security narrows the rows down to those that the viewer may see. A boundary may have more moments than the field that
/// declares it: then the answer is read once more, and is the same. It must not have fewer.
extension Boundary {
  /// The next of the moments that a column holds, of the rows of a scope.
  ///
  ///     (SELECT min(ends.expires_at) FROM invitations ends WHERE ends.family_id = … AND ends.expires_at > now())
  ///
  /// Where there are several owners, it looks up the first moment of each: an index of owner and column gives it without reading the
  /// others.
  ///
  ///     (SELECT min((SELECT ends.day_ends_at FROM dismissals ends WHERE ends.class_id = owners.id
  ///      AND ends.day_ends_at > now() ORDER BY ends.day_ends_at LIMIT 1)) FROM unnest(…) AS owners (id))
  ///
  /// - Parameters:
  ///   - name: tells it from the boundary of the same column in another scope.
  ///   - condition: which of the rows; nil for all.
  static func next(
    _ column: String, of table: String, in scope: RowScope<Viewer>, _ name: String? = nil,
    where condition: (RowReference<Viewer>) -> SQL? = { _ in nil }
  ) -> Boundary {
    let row = RowReference<Viewer>(inScope: "ends")
    func rows(_ owned: SQL) -> SQL {
      let conditions = [owned, "\(row[column]) > now()"] + [condition(row)].compactMap(\.self)
      return "FROM \(identifier: table) ends WHERE \(conditions.joined(separator: " AND "))"
    }
    // A query for each of two owners of rows: by an index of its own.
    let moments = scope.owners.map { owner -> SQL in
      guard owner.attribute.isList else { return "(SELECT min(\(row[column])) \(rows(owner.condition(on: row))))" }
      return """
        (SELECT min((SELECT \(row[column]) \(rows("\(row[owner.column]) = owners.id")) ORDER BY \(row[column]) LIMIT 1)) \
        FROM unnest(\(row.viewer(owner.attribute))) AS owners (id))
        """
    }
    return Boundary(name ?? "\(table).\(column)", next: moments.count == 1 ? moments[0] : "least(\(moments.joined(separator: ", ")))")
  }

  /// Midnight where the viewer's family lives.
  static let familyMidnight = Boundary(
    "families.midnight",
    next: """
      (SELECT \(midnight(in: "home.time_zone")) FROM families home WHERE home.family_id = \(Viewer.Attribute.familyID.inScope))
      """)

  /// Midnight at each school that the viewer knows: as one of its staff, or as a parent or a student there.
  static let schoolMidnight = Boundary(
    "schools.midnight",
    next: """
      (SELECT min(\(midnight(in: "known.time_zone"))) FROM schools known WHERE known.id = ANY (\(Viewer.Attribute.schoolIDs.inScope)))
      """)

  /// The next beginning of a day. PostgreSQL takes a midnight that comes twice for the second one.
  private static func midnight(in zone: SQL) -> SQL {
    let today: SQL = "(now() AT TIME ZONE \(zone))::date"
    let second: SQL = "(\(today) + 1)::timestamp AT TIME ZONE \(zone)"
    return """
      (SELECT min(moment) FROM unnest(ARRAY[\(second) - interval '1 hour', \(second)]) AS moment \
      WHERE (moment AT TIME ZONE \(zone))::date > \(today))
      """
  }
}

extension RowReference where Viewer == Domain.Viewer {
  /// A row inside a statement that binds nothing: the values of the viewer are the settings of the transaction.
  init(inScope alias: String) { self.init(alias: alias) { $0.inScope } }
}

extension Viewer.Attribute {
  /// The value as the settings of a transaction have it, which row-level security compares with.
  var inScope: SQL {
    switch self {
    case .accountID, .familyID: "\(unescaped: "nullif(current_setting('\(scopeSetting ?? "")', true), '')::uuid")"
    // No policy knows them.
    case .memberID, .role, .everyone, .directoryID: "NULL"
    case .schoolIDs, .administeredSchoolIDs, .staffSchoolIDs, .staffClassIDs, .audienceIDs, .hiddenIDs, .readerSchoolIDs:
      planned(for: Viewer.self)
    }
  }
}
