/// The migrations to apply to a database, from the files there are and the records it has.
struct MigrationPlan {
  struct Record: Equatable {
    var name: String
    var checksum: String
  }

  /// Indices of the files to apply, in order.
  let pending: [Int]

  /// - Parameters:
  ///   - files: sorted by name.
  ///   - applied: the migrations that the database has recorded.
  /// - Throws: the first contradiction between the two.
  init(files: [Record], applied: [Record]) throws(MigrationError) {
    let recorded = Dictionary(applied.map { ($0.name, $0.checksum) }, uniquingKeysWith: { first, _ in first })
    let names = Set(files.map(\.name))
    for record in applied.sorted(by: { $0.name < $1.name }) where !names.contains(record.name) {
      if let last = files.last?.name, record.name > last { throw .later(record.name, last: last) }
      throw .missing(record.name)
    }
    let last = recorded.keys.max()
    var pending: [Int] = []
    for (index, file) in files.enumerated() {
      if let checksum = recorded[file.name] {
        if checksum != file.checksum { throw .changed(file.name) }
      } else if let last, file.name < last {
        throw .outOfOrder(file.name, after: last)
      } else {
        pending.append(index)
      }
    }
    self.pending = pending
  }
}
