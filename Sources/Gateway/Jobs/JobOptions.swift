/// The settings of the jobs.
package struct JobOptions: Sendable {
  /// The number of days that `Family.changes` reaches back.
  package var changeDays: Int
  /// The greatest number of objects that a family's changes are kept of.
  package var changedObjects: Int
  /// The number of days that an account stays which never confirmed an address.
  package var unconfirmedAccountDays: Int
  /// The number of days that dismissals and messages of schools are kept.
  package var pickupDays: Int
  /// The number of days that messages and pushes are kept that have ended.
  package var messageDays: Int

  package init(changeDays: Int, changedObjects: Int, unconfirmedAccountDays: Int, pickupDays: Int, messageDays: Int) {
    self.changeDays = changeDays
    self.changedObjects = changedObjects
    self.unconfirmedAccountDays = unconfirmedAccountDays
    self.pickupDays = pickupDays
    self.messageDays = messageDays
  }
}
