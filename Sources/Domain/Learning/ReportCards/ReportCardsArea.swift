package import Planning
import SQL

extension Area where Viewer == Domain.Viewer {
  /// Report cards as documents.
  /// - Parameter identity: has the secrets that sign addresses. Without them there are none.
  package static func reportCards(_ identity: IdentityServices?) -> Area {
    let signer = identity.map { ReportCardAddress.Signer($0.secrets) }
    let form = AddressForm("report cards") { signer?.address(signing: $0) }
    return Area(resolvers: ["Student.reportCardAddress": .address(form, access: .family, ReportCardAddress.claim)])
  }
}

extension ReportCardAddress {
  /// The most characters of a language that count, as in the settings of a member.
  private static let languageLength = 35

  /// The claim of an address; null for a term or a school year that the family does not have.
  ///
  ///     int4send(…) || '\x01'::bytea || uuid_send($1) || uuid_send($2) || uuid_send($3) || uuid_send(members_1.id)
  ///     || (SELECT uuid_send(asked.id) FROM terms asked WHERE asked.family_id = $2 AND asked.id = $4)
  ///     || convert_to(concat_ws(' ', $5, $6, '-', ''), 'UTF8')
  static func claim(_ student: RowReference<Viewer>, _ arguments: ArgumentReferences) -> SQL {
    var flags: UInt8 = 0
    var ids: [SQL] = [
      "uuid_send(\(student.viewer(.accountID)))", "uuid_send(\(student.viewer(.familyID)))", "uuid_send(\(student.viewer(.memberID)))",
      "uuid_send(\(student["id"]))",
    ]
    if arguments.isGiven("termId") {
      flags |= Scope.term.rawValue
      ids.append(key("terms", arguments.value("termId", as: .uuid), student))
    }
    if arguments.isGiven("schoolYearId") {
      flags |= Scope.schoolYear.rawValue
      ids.append(key("school_years", arguments.value("schoolYearId", as: .uuid), student))
    }
    let paper: SQL = arguments.isGiven("paper") ? "\(arguments.value("paper", as: .operand(.text)))" : "'-'"
    let format: SQL = arguments.isGiven("format") ? "\(arguments.value("format", as: .operand(.text)))" : "'PDF'"
    let language: SQL =
      arguments.isGiven("language")
      ? "left(\(arguments.value("language", as: .operand(.text))), \(unescaped: "\(languageLength)"))" : "''"
    let words: SQL = """
      convert_to(concat_ws(' ', \(student.viewer(.role)), \(format), \(paper), \(language)), 'UTF8')
      """
    let parts: [SQL] = [AddressSlot.bytes, "\(unescaped: "'\\x0\(flags)'::bytea")"] + ids + [words]
    return "(\(parts.joined(separator: " || ")))"
  }

  private static func key(_ table: String, _ id: SQL, _ row: RowReference<Viewer>) -> SQL {
    """
    (SELECT uuid_send(asked.id) FROM \(identifier: table) asked \
    WHERE asked.family_id = \(row.viewer(.familyID)) AND asked.id = \(id))
    """
  }
}
