package import Planning
import SQL

extension Area where Viewer == Domain.Viewer {
  /// The menu (REQ-NAV-002…004) and what can be set (REQ-VIEW-003).
  package static func settings(_ services: IdentityServices?) -> Area {
    let listed = services?.providers ?? []
    return Area(
      types: [MemberSettings.self],
      resolvers: [
        "Viewer.menu": .expression(.textArray, access: .signedIn) { row, _ in MenuItem.items(of: row.viewer(.role)) },
        "Viewer.settings": .own(.memberID, access: .signedIn),
        "MemberSettings.linkedAccounts": .expression(.textArray, access: .family) { row, _ in LinkedAccounts.names(of: row, listed) },
      ])
  }
}

/// The items of a client's menu.
enum MenuItem {
  /// The items of a role, in the order of the menu: who has no family yet can only set things up.
  ///
  ///     CASE $1 WHEN 'PARENT' THEN ARRAY['DASHBOARD', …] WHEN 'STUDENT' THEN … ELSE ARRAY['SETTINGS'] END
  static func items(of role: SQL) -> SQL {
    """
    CASE \(role) \
    WHEN 'PARENT' \
    THEN ARRAY['DASHBOARD', 'PLANNER', 'CURRICULUM', 'REPORT_CARDS', 'PORTFOLIO', 'RESOURCES', 'SETTINGS'] \
    WHEN 'STUDENT' THEN ARRAY['DASHBOARD', 'PLANNER', 'REPORT_CARDS', 'PORTFOLIO', 'RESOURCES', 'SETTINGS'] \
    ELSE ARRAY['SETTINGS'] END
    """
  }
}
