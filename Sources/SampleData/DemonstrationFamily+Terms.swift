import SQL

/// The terms of the demonstration family's school year.
enum DemonstrationTerm: String, CaseIterable, Sendable {
  case fall = "Fall"
  case spring = "Spring"

  /// In days after the reference day.
  var days: ClosedRange<Int> {
    switch self {
    case .fall: -42...103
    case .spring: 119...280
    }
  }

  var id: UUIDValue { DemonstrationFamily.key(.schoolTerm, self == .fall ? 1 : 2) }
}

extension DemonstrationCourse {
  /// Watercolor goes on all year.
  var term: DemonstrationTerm? {
    switch self {
    case .algebra, .preAlgebra, .biology, .nature, .composition: .fall
    case .worldHistory: .spring
    case .watercolor: nil
    }
  }
}

extension DemonstrationFamily {
  /// One school year with two terms: courses refer to them.
  var termsTables: [SampleTable] { [schoolYearsTable, termsTable] }

  private var schoolYearsTable: SampleTable {
    table(
      "school_years", ["family_id", "id", "name", "first_day", "last_day", "created_at", "updated_at"], [-42...280]
    ) { [created, referenceDay] days, text in
      let first = referenceDay.adding(days: days.lowerBound)
      text.appendRow(
        Self.id, Self.key(.schoolYear, 1), "School year \(first.civil.year)", first,
        referenceDay.adding(days: days.upperBound), created, created)
    }
  }

  private var termsTable: SampleTable {
    table(
      "terms",
      ["family_id", "id", "school_year_id", "name", "first_day", "last_day", "created_at", "updated_at"],
      DemonstrationTerm.allCases
    ) { [created, referenceDay] term, text in
      text.appendRow(
        Self.id, term.id, Self.key(.schoolYear, 1), term.rawValue, referenceDay.adding(days: term.days.lowerBound),
        referenceDay.adding(days: term.days.upperBound), created, created)
    }
  }
}
