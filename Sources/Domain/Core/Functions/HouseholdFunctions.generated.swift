// Written by scripts/functions from migrations/functions/household/.

package import Planning
package import SQL

/// How `accept_group_code` ended.
package enum AcceptGroupCodeOutcome: String, FunctionValue {
  case done = "DONE", none = "NONE", limit = "LIMIT"
}

/// A row of `accept_group_code`.
package struct AcceptGroupCodeRow: FunctionRow {
  package let outcome: AcceptGroupCodeOutcome
  package let groupID: UUIDValue?

  package init(_ cells: inout FunctionCells) throws(MutationFailure) {
    outcome = try cells.next()
    groupID = try cells.next()
  }
}

extension FunctionCall<AcceptGroupCodeRow> {
  package static func acceptGroupCode(hash: SQLValue?, display: String) -> Self {
    Self("accept_group_code", [hash ?? .null(.bytea), .text(display)])
  }
}

/// How `accept_list_code` ended.
package enum AcceptListCodeOutcome: String, FunctionValue {
  case done = "DONE", none = "NONE", known = "KNOWN", limit = "LIMIT"
}

/// A row of `accept_list_code`.
package struct AcceptListCodeRow: FunctionRow {
  package let outcome: AcceptListCodeOutcome
  package let listID: UUIDValue?

  package init(_ cells: inout FunctionCells) throws(MutationFailure) {
    outcome = try cells.next()
    listID = try cells.next()
  }
}

extension FunctionCall<AcceptListCodeRow> {
  package static func acceptListCode(hash: SQLValue?, guest: UUIDValue, guestName: String) -> Self {
    Self("accept_list_code", [hash ?? .null(.bytea), .uuid(guest), .text(guestName)])
  }
}

/// How `add_busy_time` ended.
package enum AddBusyTimeOutcome: String, FunctionValue {
  case done = "DONE", none = "NONE", length = "LENGTH", past = "PAST", used = "USED", limit = "LIMIT"
}

extension FunctionCall<AddBusyTimeOutcome> {
  package static func addBusyTime(slot: UUIDValue, startsAt: SQLValue, endsAt: SQLValue) -> Self {
    Self("add_busy_time", [.uuid(slot), startsAt, endsAt])
  }
}

/// How `add_item_as_guest` ended.
package enum AddItemAsGuestOutcome: String, FunctionValue {
  case done = "DONE", known = "KNOWN", none = "NONE", used = "USED"
}

extension FunctionCall<AddItemAsGuestOutcome> {
  package static func addItemAsGuest(
    list: UUIDValue, item: UUIDValue, input: String, itemName: String, quantity: SQLValue?, unit: String?, category: String?, note: String?
  ) -> Self {
    Self("add_item_as_guest", [
      .uuid(list), .uuid(item), .text(input), .text(itemName), quantity ?? .null(.numeric), unit.map(SQLValue.text) ?? .null(.text), category.map(SQLValue.text) ?? .null(.text), note.map(SQLValue.text) ?? .null(.text)
    ])
  }
}

/// A row of `add_meals`.
package struct AddMealsRow: FunctionRow {
  package let added: Int32
  package let changed: Int32

  package init(_ cells: inout FunctionCells) throws(MutationFailure) {
    added = try cells.next()
    changed = try cells.next()
  }
}

extension FunctionCall<AddMealsRow> {
  package static func addMeals(family: UUIDValue, list: UUIDValue, fromDay: SQLValue, days: Int32) -> Self {
    Self("add_meals", [.uuid(family), .uuid(list), fromDay, .int4(days)])
  }
}

/// How `answer_group_request` ended.
package enum AnswerGroupRequestOutcome: String, FunctionValue {
  case done = "DONE", none = "NONE", limit = "LIMIT"
}

/// A row of `answer_group_request`.
package struct AnswerGroupRequestRow: FunctionRow {
  package let outcome: AnswerGroupRequestOutcome
  package let groupID: UUIDValue?

  package init(_ cells: inout FunctionCells) throws(MutationFailure) {
    outcome = try cells.next()
    groupID = try cells.next()
  }
}

extension FunctionCall<AnswerGroupRequestRow> {
  package static func answerGroupRequest(request: UUIDValue, accepts: Bool) -> Self {
    Self("answer_group_request", [.uuid(request), .bool(accepts)])
  }
}

/// A row of `asked_provider`.
package struct AskedProviderRow: FunctionRow {
  package let state: String
  package let conversationID: UUIDValue?
  package let isOwn: Bool

  package init(_ cells: inout FunctionCells) throws(MutationFailure) {
    state = try cells.next()
    conversationID = try cells.next()
    isOwn = try cells.next()
  }
}

extension FunctionCall<[AskedProviderRow]> {
  package static func askedProvider(provider: UUIDValue) -> Self {
    Self("asked_provider", [.uuid(provider)])
  }
}

/// How `block_group_family` ended.
package enum BlockGroupFamilyOutcome: String, FunctionValue {
  case done = "DONE", none = "NONE", own = "OWN", limit = "LIMIT"
}

/// A row of `block_group_family`.
package struct BlockGroupFamilyRow: FunctionRow {
  package let outcome: BlockGroupFamilyOutcome
  package let groupID: UUIDValue?

  package init(_ cells: inout FunctionCells) throws(MutationFailure) {
    outcome = try cells.next()
    groupID = try cells.next()
  }
}

extension FunctionCall<BlockGroupFamilyRow> {
  package static func blockGroupFamily(blocked: UUIDValue, blocks: Bool) -> Self {
    Self("block_group_family", [.uuid(blocked), .bool(blocks)])
  }
}

/// How `change_group` ended.
package enum ChangeGroupOutcome: String, FunctionValue {
  case done = "DONE", none = "NONE", moderators = "MODERATORS"
}

extension FunctionCall<ChangeGroupOutcome> {
  package static func changeGroup(named: UUIDValue, groupName: String?, description: String?, policy: String?) -> Self {
    Self("change_group", [
      .uuid(named), groupName.map(SQLValue.text) ?? .null(.text), description.map(SQLValue.text) ?? .null(.text), policy.map(SQLValue.text) ?? .null(.text)
    ])
  }
}

/// How `create_group` ended.
package enum CreateGroupOutcome: String, FunctionValue {
  case done = "DONE", limit = "LIMIT"
}

extension FunctionCall<CreateGroupOutcome> {
  package static func createGroup(
    newGroup: UUIDValue, groupName: String, description: String?, policy: String, display: String
  ) -> Self {
    Self("create_group", [
      .uuid(newGroup), .text(groupName), description.map(SQLValue.text) ?? .null(.text), .text(policy), .text(display)
    ])
  }
}

/// How `create_group_code` ended.
package enum CreateGroupCodeOutcome: String, FunctionValue {
  case done = "DONE", none = "NONE", moderators = "MODERATORS", limit = "LIMIT"
}

extension FunctionCall<CreateGroupCodeOutcome> {
  package static func createGroupCode(named: UUIDValue, hash: SQLValue) -> Self {
    Self("create_group_code", [.uuid(named), hash])
  }
}

/// How `create_list_code` ended.
package enum CreateListCodeOutcome: String, FunctionValue {
  case done = "DONE", none = "NONE", limit = "LIMIT"
}

extension FunctionCall<CreateListCodeOutcome> {
  package static func createListCode(list: UUIDValue, hash: SQLValue) -> Self {
    Self("create_list_code", [.uuid(list), hash])
  }
}

extension FunctionCall<Bool> {
  package static func deleteBusyTime(slot: UUIDValue) -> Self {
    Self("delete_busy_time", [.uuid(slot)])
  }
}

/// How `hold_slot` ended.
package enum HoldSlotOutcome: String, FunctionValue {
  case free = "FREE", none = "NONE", length = "LENGTH", past = "PAST", far = "FAR", closed = "CLOSED", taken = "TAKEN", limit = "LIMIT"
}

extension FunctionCall<HoldSlotOutcome> {
  package static func holdSlot(service: UUIDValue, booking: UUIDValue, startsAt: SQLValue, endsAt: SQLValue) -> Self {
    Self("hold_slot", [.uuid(service), .uuid(booking), startsAt, endsAt])
  }
}

/// How `leave_group` ended.
package enum LeaveGroupOutcome: String, FunctionValue {
  case done = "DONE", none = "NONE", moderators = "MODERATORS"
}

extension FunctionCall<LeaveGroupOutcome> {
  package static func leaveGroup(named: UUIDValue, allFamilies: Bool) -> Self {
    Self("leave_group", [.uuid(named), .bool(allFamilies)])
  }
}

extension FunctionCall<Bool> {
  package static func lockBooking(booking: UUIDValue) -> Self {
    Self("lock_booking", [.uuid(booking)])
  }
}

/// A row of `lock_group`.
package struct LockGroupRow: FunctionRow {
  package let familyID: UUIDValue
  package let memberID: UUIDValue
  package let role: String

  package init(_ cells: inout FunctionCells) throws(MutationFailure) {
    familyID = try cells.next()
    memberID = try cells.next()
    role = try cells.next()
  }
}

extension FunctionCall<[LockGroupRow]> {
  package static func lockGroup(named: [UUIDValue], allFamilies: Bool) -> Self {
    Self("lock_group", [.uuidArray(named), .bool(allFamilies)])
  }
}

/// A row of `lock_lists`.
package struct LockListsRow: FunctionRow {
  package let familyID: UUIDValue
  package let memberID: UUIDValue
  package let role: String

  package init(_ cells: inout FunctionCells) throws(MutationFailure) {
    familyID = try cells.next()
    memberID = try cells.next()
    role = try cells.next()
  }
}

extension FunctionCall<[LockListsRow]> {
  package static func lockLists(lists: [UUIDValue], items: [UUIDValue]) -> Self {
    Self("lock_lists", [.uuidArray(lists), .uuidArray(items)])
  }
}

/// A row of `provider_talk`.
package struct ProviderTalkRow: FunctionRow {
  package let side: String
  package let personID: UUIDValue
  package let personName: String
  package let state: String

  package init(_ cells: inout FunctionCells) throws(MutationFailure) {
    side = try cells.next()
    personID = try cells.next()
    personName = try cells.next()
    state = try cells.next()
  }
}

extension FunctionCall<[ProviderTalkRow]> {
  package static func providerTalk(conversation: UUIDValue) -> Self {
    Self("provider_talk", [.uuid(conversation)])
  }
}

/// How `remove_group_family` ended.
package enum RemoveGroupFamilyOutcome: String, FunctionValue {
  case done = "DONE", none = "NONE", moderators = "MODERATORS", own = "OWN"
}

/// A row of `remove_group_family`.
package struct RemoveGroupFamilyRow: FunctionRow {
  package let outcome: RemoveGroupFamilyOutcome
  package let groupID: UUIDValue?

  package init(_ cells: inout FunctionCells) throws(MutationFailure) {
    outcome = try cells.next()
    groupID = try cells.next()
  }
}

extension FunctionCall<RemoveGroupFamilyRow> {
  package static func removeGroupFamily(removed: UUIDValue) -> Self {
    Self("remove_group_family", [.uuid(removed)])
  }
}

/// How `report_group_content` ended.
package enum ReportGroupContentOutcome: String, FunctionValue {
  case done = "DONE", none = "NONE", own = "OWN"
}

/// A row of `report_group_content`.
package struct ReportGroupContentRow: FunctionRow {
  package let outcome: ReportGroupContentOutcome
  package let groupID: UUIDValue?

  package init(_ cells: inout FunctionCells) throws(MutationFailure) {
    outcome = try cells.next()
    groupID = try cells.next()
  }
}

extension FunctionCall<ReportGroupContentRow> {
  package static func reportGroupContent(subject: UUIDValue, reason: String?) -> Self {
    Self("report_group_content", [.uuid(subject), reason.map(SQLValue.text) ?? .null(.text)])
  }
}

/// How `request_group` ended.
package enum RequestGroupOutcome: String, FunctionValue {
  case done = "DONE", none = "NONE", limit = "LIMIT"
}

extension FunctionCall<RequestGroupOutcome> {
  package static func requestGroup(named: UUIDValue, display: String) -> Self {
    Self("request_group", [.uuid(named), .text(display)])
  }
}

/// How `rotate_webhook_secret` ended.
package enum RotateWebhookSecretOutcome: String, FunctionValue {
  case done = "DONE", none = "NONE", limit = "LIMIT"
}

extension FunctionCall<RotateWebhookSecretOutcome> {
  package static func rotateWebhookSecret(webhook: UUIDValue, secretID: UUIDValue, given: SQLValue) -> Self {
    Self("rotate_webhook_secret", [.uuid(webhook), .uuid(secretID), given])
  }
}

extension FunctionCall<Bool> {
  package static func setWebhookSecret(webhook: UUIDValue, given: SQLValue) -> Self {
    Self("set_webhook_secret", [.uuid(webhook), given])
  }
}

/// How `start_direct` ended.
package enum StartDirectOutcome: String, FunctionValue {
  case done = "DONE", none = "NONE", own = "OWN"
}

/// A row of `start_direct`.
package struct StartDirectRow: FunctionRow {
  package let outcome: StartDirectOutcome
  package let conversationID: UUIDValue?

  package init(_ cells: inout FunctionCells) throws(MutationFailure) {
    outcome = try cells.next()
    conversationID = try cells.next()
  }
}

extension FunctionCall<StartDirectRow> {
  package static func startDirect(other: UUIDValue) -> Self {
    Self("start_direct", [.uuid(other)])
  }
}

/// How `start_members` ended.
package enum StartMembersOutcome: String, FunctionValue {
  case done = "DONE", none = "NONE", own = "OWN", used = "USED"
}

extension FunctionCall<StartMembersOutcome> {
  package static func startMembers(conversation: UUIDValue, members: [UUIDValue], title: String?) -> Self {
    Self("start_members", [.uuid(conversation), .uuidArray(members), title.map(SQLValue.text) ?? .null(.text)])
  }
}

/// How `start_provider_talk` ended.
package enum StartProviderTalkOutcome: String, FunctionValue {
  case done = "DONE", none = "NONE", used = "USED"
}

extension FunctionCall<StartProviderTalkOutcome> {
  package static func startProviderTalk(provider: UUIDValue, conversation: UUIDValue) -> Self {
    Self("start_provider_talk", [.uuid(provider), .uuid(conversation)])
  }
}

/// How `test_webhook` ended.
package enum TestWebhookOutcome: String, FunctionValue {
  case done = "DONE", none = "NONE", inactive = "INACTIVE", limit = "LIMIT"
}

extension FunctionCall<TestWebhookOutcome> {
  package static func testWebhook(webhook: UUIDValue, made: UUIDValue) -> Self {
    Self("test_webhook", [.uuid(webhook), .uuid(made)])
  }
}
