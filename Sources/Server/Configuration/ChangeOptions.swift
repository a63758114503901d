import ArgumentParser

/// The flags that bound what `Family.changes` can tell.
struct ChangeOptions: ParsableArguments {
  @Option(help: "For how many days a client can be offline and still ask for what changed. Needs background work.")
  var keepChanges = 90

  @Option(help: "Of how many objects a family's changes are kept at most: the latest.")
  var keepChangedObjects = 100_000

  func validate() throws {
    try NumberRange("--keep-changes", 1...3650, "days").check(keepChanges)
    try NumberRange("--keep-changed-objects", 1000...10_000_000, "objects").check(keepChangedObjects)
  }
}
