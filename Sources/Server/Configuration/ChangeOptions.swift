import ArgumentParser

/// The flags that bound what `Family.changes` can tell, and what is kept of schools.
struct ChangeOptions: ParsableArguments {
  @Option(help: "For how many days a client can be offline and still ask for what changed. Needs background work.")
  var keepChanges = 90

  @Option(help: "The maximum number of objects whose changes are kept for a family: the latest.")
  var keepChangedObjects = 100_000

  @Option(help: "For how many days dismissals and messages of schools are kept. Needs background work.")
  var keepPickups = 400

  func validate() throws {
    try NumberRange("--keep-pickups", 1...3650, "days").check(keepPickups)
    try NumberRange("--keep-changes", 1...3650, "days").check(keepChanges)
    try NumberRange("--keep-changed-objects", 1000...10_000_000, "objects").check(keepChangedObjects)
  }
}
