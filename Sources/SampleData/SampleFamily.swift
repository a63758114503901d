import SQL

/// One family of a sample: what all its rows have in common, drawn anew whenever a row is written.
struct SampleFamily: Sendable {
  let index: Int
  let sample: SampleFamilies

  let id: UUIDValue
  let created: Moment
  let parentCount: Int
  let subjectCount: Int
  let courseCount: Int
  let timeZone: String
  /// A bit for each student: who has an account. The first student always does.
  let studentAccountBits: UInt64
  /// Random bits that choose the electives and the courses.
  let curriculumBits: UInt64

  init(index: Int, sample: SampleFamilies) {
    self.index = index
    self.sample = sample
    var generator = Self.generator(.family, 0, family: index, seed: sample.seed)
    // More than 100 days before the reference day even with the weeks that a family takes to set up.
    let age = 130 * Moment.day + generator.draw(below: 900 * Moment.day)
    created = Moment(sample.referenceDay) + -age
    id = UUIDValue(version7At: created, using: &generator)
    parentCount = generator.draw(below: 3) == 0 ? 1 : 2
    subjectCount = 4 + generator.draw(below: 3)
    courseCount = 5 + generator.draw(below: 3)
    timeZone = generator.draw(from: Self.timeZones)
    studentAccountBits = generator.next() | 1
    curriculumBits = generator.next()
  }

  /// People are numbered parents first.
  var personCount: Int {
    parentCount + sample.studentsPerFamily
  }

  /// Where homeschooling families are: mostly North America, all of them names of the IANA database.
  private static let timeZones = [
    "America/New_York", "America/Chicago", "America/Denver", "America/Phoenix", "America/Los_Angeles",
    "America/Anchorage", "Pacific/Honolulu", "America/Toronto", "America/Halifax", "America/St_Johns",
    "Europe/London", "Europe/Lisbon", "Africa/Johannesburg", "Asia/Kolkata", "Australia/Adelaide",
    "Pacific/Auckland",
  ]
}
