import GraphQL
import Planning
import SQL

/// `recordSchoolAttendance` (TT-08): staff of the class record the attendance of students on a day, one record a student.
enum AttendanceRecording {
  private static let maximum = 100

  /// A record as the input gives it.
  private struct Given {
    let student: UUIDValue
    let state: SchoolAttendanceState
    let note: String?
    let path: [String]
  }

  /// A student as the change finds it.
  private struct Student {
    let family: UUIDValue
    let school: UUIDValue?
    let schoolClass: UUIDValue?
    /// Whether the day is in the future, in the school's time zone.
    let isTooEarly: Bool
  }

  /// A record that there is.
  private struct Known {
    let id: UUIDValue
    let recorded: String?
    let state: String?
    let note: String?
    let author: String?
  }

  static var resolver: Resolver<Viewer> {
    .staffMutation(entering: { input, rows throws(MutationFailure) in
      guard let day = try input.date("date") else { throw input.notFound("date") }
      let records = try records(input)
      let ids = records.map(\.student)
      let (places, _, names) = try await rows.read(rows.places(), StaffDismissal.locking(students: ids), rows.staffNames())
      let staff = rows.knowing(rows.viewer.at(places))
      let (students, known, excused) = try await staff.read(
        students(ids, on: day, staff), known(ids, on: day, staff), excused(ids, on: day, staff))
      var keys: [UUIDValue] = []
      var changes: [SQL] = []
      for record in records {
        guard let student = students[record.student] else { throw .notFound("There is no such student.", at: record.path) }
        try staff.requireTeaching(in: student.schoolClass, of: student.school, at: record.path)
        if student.isTooEarly {
          throw .invalid("\"date\" must not be after today in the school's time zone.", at: input.path(of: "date"))
        }
        let state = record.state.counted(isExcused: excused.contains(record.student))
        let author = names.name(at: student.school)
        let values = [
          ClassAttendance.set(.recordedState, .text(record.state.rawValue)), ClassAttendance.set(.state, .text(state.rawValue)),
          ClassAttendance.set(.note, record.note.map { .text($0) } ?? .null(.text)), ClassAttendance.set(.recordedBy, .text(author)),
        ]
        guard let former = known[record.student] else {
          let key = UUIDValue.timeOrdered()
          keys.append(key)
          let owners = [
            ClassAttendance.set(.familyID, .uuid(student.family)), ClassAttendance.set(.enrolmentID, .uuid(record.student)),
            ClassAttendance.set(.date, day),
          ]
          changes.append(staff.insertion(of: ClassAttendance.self, key: key, owners + values))
          continue
        }
        keys.append(former.id)
        // The same record sent again changes nothing.
        if former.recorded == record.state.rawValue, former.state == state.rawValue, former.note == record.note, former.author == author {
          continue
        }
        changes.append(staff.change(of: ClassAttendance.self, values) { "\($0[.id]) = \(bind: .uuid(former.id))" })
      }
      var changed: ChangedKeys = [:]
      changed[all: "records"] = keys
      return .changed(changed, finally: changes, viewer: staff.viewer)
    }).listing(atMost: maximum)
  }

  private static func records(_ input: MutationInput) throws(MutationFailure) -> [Given] {
    let items = try input.items("records", atLeast: 1, atMost: maximum)
    var records: [Given] = []
    for item in items {
      let student = try item.requiredID("studentId")
      let path = item.path(of: "studentId")
      if records.contains(where: { $0.student == student }) {
        throw .invalid("The student has another record in this input.", at: path)
      }
      guard let state = item.enumValue("state").flatMap(SchoolAttendanceState.init(rawValue:)) else { throw item.notFound("state") }
      let note = try item.optionalText("note", characters: 1...500, lines: .many)
      records.append(Given(student: student, state: state, note: note, path: path))
    }
    return records
  }

  /// The confirmed ones of some students whom the viewer sees as staff.
  private static func students(_ ids: [UUIDValue], on day: SQLValue, _ rows: ScopedRows<Viewer>) -> Reading<[UUIDValue: Student]> {
    rows.reading(
      ClassStudent.self, columns: [.id, .familyID, .staffSchoolID, .classID],
      computed: [
        { row in
          "EXISTS (SELECT 1 FROM pickup_days(ARRAY[\(row["id"])]) AS days WHERE days.day < \(bind: day))"
        }
      ]
    ) { row in
      "\(row[.id]) = ANY (\(bind: .uuidArray(ids))) AND \(row[.state]) = 'CONFIRMED'"
    } value: { found in
      var students: [UUIDValue: Student] = [:]
      for row in 0..<found.count {
        guard let id = found.uuid(row: row, column: 0), let family = found.uuid(row: row, column: 1) else { continue }
        students[id] = Student(
          family: family, school: found.uuid(row: row, column: 2), schoolClass: found.uuid(row: row, column: 3),
          isTooEarly: found.isTrue(row: row, column: 4))
      }
      return students
    }
  }

  /// The records of the day, by student.
  private static func known(_ ids: [UUIDValue], on day: SQLValue, _ rows: ScopedRows<Viewer>) -> Reading<[UUIDValue: Known]> {
    rows.reading(ClassAttendance.self, columns: [.id, .enrolmentID, .recordedState, .state, .note, .recordedBy]) { row in
      "\(row[.enrolmentID]) = ANY (\(bind: .uuidArray(ids))) AND \(row[.date]) = \(bind: day)"
    } value: { found in
      var known: [UUIDValue: Known] = [:]
      for row in 0..<found.count {
        guard let id = found.uuid(row: row, column: 0), let student = found.uuid(row: row, column: 1) else { continue }
        known[student] = Known(
          id: id, recorded: found.text(row: row, column: 2), state: found.text(row: row, column: 3),
          note: found.text(row: row, column: 4), author: found.text(row: row, column: 5))
      }
      return known
    }
  }

  /// The students whose absence on the day staff excused.
  private static func excused(_ ids: [UUIDValue], on day: SQLValue, _ rows: ScopedRows<Viewer>) -> Reading<Set<UUIDValue>> {
    rows.reading(ClassAbsenceReport.self, columns: [.enrolmentID]) { row in
      """
      \(row[.enrolmentID]) = ANY (\(bind: .uuidArray(ids))) AND \(row[.state]) = 'EXCUSED' \
      AND \(bind: day) BETWEEN \(row[.firstDay]) AND \(row[.lastDay])
      """
    } value: { found in Set((0..<found.count).compactMap { found.uuid(row: $0, column: 0) }) }
  }
}
