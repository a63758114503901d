import SampleData

/// A course drawn at random, with the grades that follow from its work by the definitions alone.
struct RandomCourse {
  struct Group {
    let id: String
    /// In ten-thousandths.
    let weight: UInt64
  }

  struct Work {
    let id: String
    let student: Int
    let group: Int?
    let isCounted: Bool
    let isExtraCredit: Bool
    let allowsBonus: Bool
    /// In ten-thousandths.
    let possible: UInt64
    let awarded: UInt64?
  }

  let id: String
  let isTotalPoints: Bool
  let groups: [Group]
  var works: [Work]

  /// - Parameter isPlain: whether it is a course as there were before weight groups.
  init(isPlain: Bool, using random: inout SplitMix64) {
    id = newID()
    isTotalPoints = !isPlain && random.draw(oneIn: 2)
    var groups: [Group] = []
    if !isPlain, !random.draw(oneIn: 3) {
      for _ in 0...random.draw(below: 4) {
        let weight = random.draw(oneIn: 2) ? 10_000 * (1 + random.draw(below: 60)) : 1 + random.draw(below: 1_000_000)
        groups.append(Group(id: newID(), weight: UInt64(weight)))
      }
    }
    self.groups = groups
    works = (0..<random.draw(below: 12)).map { _ in
      let isExtraCredit = !isPlain && random.draw(oneIn: 6)
      let allowsBonus = !isPlain && random.draw(oneIn: 6)
      let possible = random.draw(oneIn: 5)
        ? 1 + random.draw(below: 2_000_000) : 10_000 * random.draw(from: [1, 2, 3, 4, 5, 6, 7, 9, 10, 12, 16, 20, 30, 64, 100])
      let most = isExtraCredit || allowsBonus ? 2 * possible : possible
      let awarded = random.draw(oneIn: 2) ? random.draw(below: most + 1) : most / 10_000 * 10_000 * random.draw(below: 5) / 4
      return Work(
        id: newID(), student: random.draw(below: 2),
        group: groups.isEmpty || random.draw(oneIn: 6) ? nil : random.draw(below: groups.count),
        isCounted: isPlain || !random.draw(oneIn: 6), isExtraCredit: isExtraCredit, allowsBonus: allowsBonus,
        possible: UInt64(possible), awarded: random.draw(oneIn: 4) ? nil : UInt64(awarded))
    }
  }

  // MARK: Definitions

  /// The value of some of the work; null without ordinary work.
  func value(of works: [Work]) -> ExactFraction? {
    let graded = works.compactMap { work in work.awarded.flatMap { work.isCounted ? (work, $0) : nil } }
    let ordinary = graded.filter { !$0.0.isExtraCredit }
    if ordinary.isEmpty { return nil }
    let possible = ExactFraction(ordinary.reduce(0) { $0 + $1.0.possible })
    let base =
      isTotalPoints
      ? ExactFraction(100 * ordinary.reduce(0) { $0 + $1.1 }) / possible
      : ordinary.reduce(ExactFraction(0)) { $0 + ExactFraction(100 * $1.1, $1.0.possible) }
        / ExactFraction(UInt64(ordinary.count))
    let extra = graded.filter { $0.0.isExtraCredit }.reduce(0) { $0 + $1.1 }
    return base + ExactFraction(100 * extra) / possible
  }

  func works(of student: Int?) -> [Work] { works.filter { student == nil || $0.student == student } }

  /// The terms of the grade: those that have a value, with their weights.
  func terms(of student: Int?) -> [(weight: UInt64, value: ExactFraction)] {
    let works = works(of: student)
    if groups.isEmpty {
      guard let value = value(of: works) else { return [] }
      return [(weight: UInt64(1), value: value)]
    }
    return groups.indices.compactMap { index in
      value(of: works.filter { $0.group == index }).map { (groups[index].weight, $0) }
    }
  }

  /// The grade before it is rounded.
  func unroundedGrade(of student: Int?) -> ExactFraction? {
    let terms = terms(of: student)
    if terms.isEmpty { return nil }
    return terms.reduce(ExactFraction(0)) { $0 + ExactFraction($1.weight) * $1.value }
      / ExactFraction(terms.reduce(0) { $0 + $1.weight })
  }

  /// The grade, in hundredths.
  func grade(of student: Int?) -> Int128? { unroundedGrade(of: student)?.grade }

  /// The grade, and the number of ordinary works that it is of: those of a course with groups that are in none have no part.
  func mass(of student: Int?) -> (count: UInt64, grade: ExactFraction)? {
    guard let grade = unroundedGrade(of: student) else { return nil }
    let works = works(of: student).filter { work in
      work.isCounted && !work.isExtraCredit && work.awarded != nil && (groups.isEmpty || work.group != nil)
    }
    return (UInt64(works.count), grade)
  }

  // MARK: Rows

  /// SQL that adds the rows of the course.
  func script(family: String, subject: String, students: [String]) -> String {
    let method = isTotalPoints ? "TOTAL_POINTS" : "MEAN_OF_PERCENTAGES"
    var script = """
      INSERT INTO courses (family_id, id, subject_id, name, grading_method)
      VALUES ('\(family)', '\(id)', '\(subject)', 'Random', '\(method)');

      """
    for group in groups {
      script += """
        INSERT INTO weight_groups (family_id, id, course_id, name, weight)
        VALUES ('\(family)', '\(group.id)', '\(id)', 'G', round(\(group.weight) / 10000.0000, 4));

        """
    }
    for work in works {
      let group = work.group.map { "'\(groups[$0].id)'" } ?? "NULL"
      let awarded = work.awarded.map { "round(\($0) / 10000.0000, 4)" } ?? "NULL"
      script += """
        INSERT INTO assignments (family_id, id, student_id, course_id, title, weight_group_id, is_counted, is_extra_credit,
          allows_bonus, points_possible, points_awarded)
        VALUES ('\(family)', '\(work.id)', '\(students[work.student])', '\(id)', 'W', \(group), \(work.isCounted),
          \(work.isExtraCredit), \(work.allowsBonus), round(\(work.possible) / 10000.0000, 4), \(awarded));

        """
    }
    return script
  }
}
