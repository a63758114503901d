extension ReportCardWords {
  static let german = ReportCardWords(
    title: "Zeugnis", student: "Schülerin oder Schüler", family: "Unterricht zu Hause der Familie", schoolYear: "Schuljahr",
    term: "Abschnitt", allCourses: "Alle Kurse", withoutTerm: "Ohne Abschnitt", course: "Kurs", code: "Kennung", subject: "Fach",
    instructor: "Lehrkraft", level: "Niveau",
    levels: ["REGULAR": "Regulär", "HONORS": "Vertieft", "ADVANCED": "Fortgeschritten"],
    credits: "Credits", percent: "Prozent", grade: "Note", graded: "Bewertet", assignments: "Aufgaben", total: "Summe",
    noGrade: "noch nicht bewertet", noCourses: "Keine Kurse.", average: "Notendurchschnitt (GPA)", weighted: "nach Niveau gewichtet",
    unweighted: "ungewichtet", attendance: "Anwesenheit in Tagen",
    attendanceStates: [
      "PRESENT": "Anwesend", "PARTIAL": "Teilweise anwesend", "EXCUSED": "Entschuldigt gefehlt", "ABSENT": "Unentschuldigt gefehlt",
    ],
    gradeScale: "Notenskala",
    gradeScales: [
      "PLAIN": "4,0", "PLUS_MINUS": "4,0 mit Plus und Minus", "PLUS_MINUS_ABOVE_FOUR": "4,3 mit Plus und Minus",
      "PASS_FAIL": "Bestanden oder nicht",
    ],
    from: "ab", gradePoints: "Notenpunkte", certification: "Die Richtigkeit dieser Angaben wird bestätigt.",
    parent: "Unterschrift eines Elternteils", schoolOfficial: "Unterschrift für die Schule", date: "Datum", issued: "Ausgestellt am",
    page: "Seite", pageOf: "von",
    months: [
      "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November", "Dezember",
    ])
}
