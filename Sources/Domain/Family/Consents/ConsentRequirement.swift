import GraphQL
package import Planning
import SQL

extension MutationRequirement where Viewer == Domain.Viewer {
  /// A student who is not of age has a parent's consent to write to others: `CONSENT_REQUIRED`. For what students post, comment and write.
  ///
  /// Age is full years of today, at the school of the student where it is earliest. A student born on 29 February is a year older on 1 March.
  /// Without a birthday a student is not of age.
  package static func consentToMessages(_ services: IdentityServices?) -> MutationRequirement {
    let age = services?.consentAge ?? IdentityServices.consentAge
    return MutationRequirement("CONSENT") { rows throws(MutationFailure) in
      guard rows.viewer.planClass == .student, let student = rows.viewer.membership?.memberID else { return }
      // Those of the schools of the student are seen in its places.
      _ = try await rows.read(rows.places())
      let lacking = try await rows.found(Student.self, columns: [.id]) { row in
        """
        \(row[.id]) = \(bind: .uuid(student)) AND NOT coalesce(\(isOfAge(age, row[.birthday], family: row[.familyID], student: row[.id])), false) \
        AND NOT \(Consent.counts(.messages, family: row[.familyID], student: row[.id]))
        """
      }
      guard lacking.count == 0 else {
        throw .refused(
          "You need the consent of a parent to write to others: a parent gives it with giveConsent.", code: .consentRequired)
      }
    }
  }

  private static func isOfAge(_ age: Int32, _ birthday: SQL, family: SQL, student: SQL) -> SQL {
    """
    (SELECT extract(year FROM age(min((now() AT TIME ZONE place.time_zone)::date)::timestamp, \(birthday)::timestamp)) >= \(bind: .int4(age)) \
    FROM enrolments own JOIN schools place ON place.id = own.school_id \
    WHERE own.family_id = \(family) AND own.student_id = \(student) AND own.state = 'CONFIRMED')
    """
  }
}
