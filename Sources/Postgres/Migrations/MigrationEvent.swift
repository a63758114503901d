/// An event that a run of migrations reports as it goes.
package enum MigrationEvent: Sendable, Equatable {
  /// A dry run: this one would be applied.
  case wouldApply(String)
  case applying(String)
  case applied(String, Duration)
  /// The function files that were applied, in one transaction.
  case appliedFunctions([String], Duration)
  /// Nothing was to be done.
  case upToDate
}
