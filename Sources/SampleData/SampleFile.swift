import SQL

/// The file of a note. Its bytes are in no store but the demonstration's.
enum SampleFile {
  static let columns = [
    "home_id", "id", "owner_id", "name", "media_type", "kind", "bytes", "sha256", "stored_bytes", "declared_bytes", "created_at",
  ]
  static let useColumns = ["family_id", "id", "file_id", "note_id", "created_at"]
  static let name = "Creek.txt"
  static let text = "Two herons, one kingfisher.\n"
  static let mediaType = "text/plain"
  static let bytes = "28"
  static let sha256 = "\\x92b5fc17746d63405ce9eea16b89af271d47abdb8e772c489f04b31bf26b567b"
}

extension SampleFamily {
  /// A file of the first note.
  static let files = TableOutline(
    name: "files", columns: SampleFile.columns, rowCount: { _ in 1 },
    write: { family, number, text in
      let row = family.identity(.file, number)
      let owner: String? = nil
      text.appendRow(
        family.id, row.id, owner, SampleFile.name, SampleFile.mediaType, "DOCUMENT", SampleFile.bytes, SampleFile.sha256, SampleFile.bytes,
        SampleFile.bytes, row.created)
    })

  static let fileUses = TableOutline(
    name: "file_uses", columns: SampleFile.useColumns, rowCount: { _ in 1 },
    write: { family, number, text in
      let row = family.identity(.fileUse, number)
      text.appendRow(family.id, row.id, family.identity(.file, number).id, family.identity(.note, 0).id, row.created)
    })
}

extension DemonstrationFamily {
  /// A file of Leo's note on birds, and pictures of the family and the school. Those who store the bytes write down what they are once they are stored.
  var filesTable: SampleTable {
    let leo = DemonstrationPerson.leo.accountID, administrator = DemonstrationStaff.administrator.accountID
    let files: [(home: UUIDValue, id: UUIDValue, owner: UUIDValue, name: String, isPicture: Bool)] =
      [(Self.id, Self.key(.file, 1), leo, SampleFile.name, false)]
      + DemonstrationPicture.allCases.map {
        ($0.isOfSchool ? Self.schoolID : Self.id, $0.id, $0.isOfSchool ? administrator : leo, $0.name, true)
      }
    return table("files", SampleFile.columns + ["width", "height"], files) { [created = made] file, text in
      let side: String? = file.isPicture ? "\(DemonstrationPicture.side)" : nil
      text.appendRow(
        file.home, file.id, file.owner, file.name, file.isPicture ? "image/png" : SampleFile.mediaType,
        file.isPicture ? "PICTURE" : "DOCUMENT", SampleFile.bytes, SampleFile.sha256, SampleFile.bytes, SampleFile.bytes, created, side,
        side)
    }
  }

  var fileUsesTable: SampleTable {
    table("file_uses", SampleFile.useColumns, [3]) { [created = made] note, text in
      text.appendRow(Self.id, Self.key(.fileUse, 1), Self.key(.file, 1), Self.key(.note, note), created)
    }
  }

  private var made: Moment { Moment(referenceDay.adding(days: -3), offset: 20 * Moment.hour) }
}
