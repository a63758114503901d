import GraphQL
import Planning
package import SQL

/// The order in which every transaction that changes something locks rows. Two transactions that keep to it wait for each
/// other, and never in a circle.
///
/// | | rows | lock | taken by |
/// | --- | --- | --- | --- |
/// | 1 | sessions of one account, by id | `FOR SHARE`; of those that the change ends, `FOR NO KEY UPDATE` | `MembershipCheck`, `refreshSession` |
/// | 1 | the card reader, where one sends the request | `FOR SHARE` | `ReaderCheck` |
/// | 2 | families, by id | `FOR NO KEY UPDATE` | `MembershipCheck`, `lockedPlace`, `OverdueCheck`, `finish_pushes`, `lock_home`, `end_files`, `lock_author`, `lock_ticket_as_staff`, `close_silent_tickets`, `forget_class_wishes`, `lock_lists`, `accept_list_code`, `lock_group`, `tell_groups`, `tell_messages`, `lock_booking`, `lock_account_homes` |
/// | 3 | accounts, by id | `FOR NO KEY UPDATE` | `lockedPlace`, `claim_account`, `lock_home`, `end_uploads`, `mirror_block`, `accept_list_code`, `lock_account_homes`, `note_ended_memberships` |
/// | 3 | the provider of a service, or the account's own: whoever has it holds the times that are taken | `FOR NO KEY UPDATE` | `hold_slot`, `lock_booking`, `add_busy_time`, `ProviderWriting` |
/// | 3 | the account of a provider who is told of a message | `FOR KEY SHARE` | `tell_messages` |
/// | 3 | the provider of a conversation that begins, or that goes with its account | `FOR SHARE`; of one that goes `FOR UPDATE` | `start_provider_talk`, `leave_clients` |
/// | 4 | members and other rows of a locked family, in any order: nobody else has them | as statements do | the change |
/// | 5 | requests to join that go, or end, with an account or a family, by key | `FOR UPDATE`; of those that end `FOR NO KEY UPDATE` | `lock_join_requests` of `lock_family_end` and `lock_account_homes`, `claim_account` |
/// | 6 | addresses, passwords, devices and codes of a locked account, in any order: nobody else has them | as statements do | the functions of migrations/0049_sign_in.sql and 0073_proofs_and_budgets.sql |
/// | 7 | schools, by id, and then what is of a locked school: classes, staff, invitations | `FOR NO KEY UPDATE` | `StaffWriting`, the functions of migrations/0051_schools.sql, `forget_class_wishes`, `lock_home`, `lock_account_homes`; an entry of the list, then its codes: `create_enrolment_code`, `enroll_student` |
/// | 7 | posts, then comments, then reports, by key: a change holds no school | as statements do | ``Content``, `copy_post`, `follow_post` |
/// | 8 | groups of families, by id, and then what is of a locked group | `FOR NO KEY UPDATE` | `lock_group`, `own_group`, `accept_group_code`, `request_group`, `leave_group`, `leave_groups`, `lock_family_end` |
/// | 8 | conversations of families, of whose members the change holds the family, and of families and providers | as statements do | `start_direct`, `start_provider_talk`, `leave_clients`, `leave_conversations`, `lock_family_end`, `MessageSending`, `ProviderMessage` |
/// | 9 | versions of accounts, by id, that of the directory, and those of families | as statements do | triggers; before a statement whose rows would come to them in another order, `bump_before_places`, `accept_staff_invitation`, `note_ended_memberships` and `lock_family_end` |
/// | 9 | then versions of places: of classes, of schools, of the directory of groups, of audiences of classes, each by id; and as the transaction ends those of administrations | as statements do | triggers by `bump_places`; before such a statement `lock_class_versions`, `lock_families_as_staff`, `lock_family_end`, `enter_card`, `expire_dismissals`, `notify_left_waiting`, `forget_pickups`; `bump_administration` and `bump_desk` |
/// | 10 | counts of attempts: each kind is counted either before all versions, or after them; of messages that of the kind before that of the address | as statements do | `count_attempt`, `enqueue_message` |
///
/// `take_over_device` locks the families that lose a device out of this order, and `lock_further_families` of `lock_account_homes` and
/// `lock_author` those that are before the family of the change: they wait for none (`SKIP LOCKED`), and their transaction runs again
/// where another has one.
///
/// A change of one family locks the versions of all its classes before that of a school: its rows come to them in any order. Changes of
/// several families, by staff or a worker, lock those of the rows alone, so that the pickups of one class do not wait for those of another.
///
/// Rows that refer to a class or a school are made and changed late, and their foreign keys lock it `FOR KEY SHARE`. That waits for no
/// change of the class, since no column that changes is in one of its keys: a unique index of a name has a condition.
///
/// Transactions run at READ COMMITTED, and each lock is a statement of its own: what is counted or compared is read by a
/// *later* statement, whose snapshot has all that was committed before the lock was had. A `NOT EXISTS` in the statement that
/// waits for a lock reads the rows of before.
///
/// So changes of one family follow each other, whatever process makes them: under the lock nothing of the family changes but
/// by this transaction, and its statements see one state, those that read the payload included. The lock on a family lets
/// foreign keys refer to it (`FOR KEY SHARE`). Work that has no membership yet finds its family without a lock, locks, and
/// looks again.
package enum LockOrder {
  /// The rows that changes of a scope lock first, by their line in the table above.
  package enum Step: Int, Sendable {
    case family = 2
    case account = 3
    case school = 7
    case group = 8
  }

  /// The time for which a change waits for one lock before PostgreSQL gives it up with `lock_not_available`. Changes
  /// take some milliseconds: who waits that long waits for something that is stuck.
  package static let timeout = Duration.seconds(2)

  /// For a transaction that has no scope yet. Where an operator has set a timeout, for the role or the database, that one
  /// holds.
  ///
  ///     SELECT CASE WHEN current_setting('lock_timeout') = '0' THEN set_config('lock_timeout', '2000ms', true) END
  package static let timeoutStatement = Statement(text: "SELECT \(setTimeout(to: "$1"))", binds: [timeoutValue])

  /// The scope of a transaction that is about to lock. It belongs to the transaction and not to the connection, since
  /// PgBouncer in transaction mode may give the next transaction another connection.
  static func scopeStatement(of viewer: Viewer) -> Statement {
    var statement = viewer.scopeStatement
    statement.binds.append(timeoutValue)
    statement.text += ", \(setTimeout(to: "$\(statement.binds.count)"))"
    return statement
  }

  private static func setTimeout(to parameter: String) -> String {
    "CASE WHEN current_setting('lock_timeout') = '0' THEN set_config('lock_timeout', \(parameter), true) END"
  }

  private static let timeoutValue = SQLValue.text("\(timeout.components.seconds * 1000)ms")
}

extension ScopedRows where Viewer == Domain.Viewer {
  /// Locks the family of the account in scope, and then the account.
  ///
  /// Where the token names the account's family that one is locked already, and no other is locked after it.
  /// - Parameter family: a family that the account is about to join.
  /// - Returns: the place in a family that the account has, whatever its token says, and keeps until the transaction ends.
  /// - Throws: a serialization failure when the account came into another family meanwhile: the change runs again.
  func lockedPlace(joining family: UUIDValue? = nil) async throws(MutationFailure) -> Membership? {
    let joined = viewer.membership == nil ? family : nil
    guard let found = try await call(.lockOwnPlace(joined: joined)).first, let role = Role(rawValue: found.role) else { return nil }
    return Membership(familyID: found.familyID, memberID: found.memberID, role: role)
  }

  /// Locks the account, so that it gets no further session, and the sessions that began after the change had locked all
  /// there were: see `EndedSessions.all`.
  /// - Returns: the place that the account has.
  /// - Throws: as `lockedPlace`; a serialization failure also when such a session is at work, maybe waiting for this change.
  @discardableResult
  func lockSessions() async throws(MutationFailure) -> Membership? {
    let place = try await lockedPlace()
    try await call(.lockOwnSessions())
    return place
  }
}
