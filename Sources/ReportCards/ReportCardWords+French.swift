extension ReportCardWords {
  static let french = ReportCardWords(
    title: "Bulletin scolaire", student: "Élève", family: "Instruction en famille", schoolYear: "Année scolaire", term: "Période",
    allCourses: "Tous les cours", withoutTerm: "Sans période", course: "Cours", code: "Code", subject: "Matière",
    instructor: "Enseignant", level: "Niveau",
    levels: ["REGULAR": "Ordinaire", "HONORS": "Renforcé", "ADVANCED": "Avancé"],
    credits: "Crédits", percent: "Pourcentage", grade: "Note", graded: "Notés", assignments: "Travaux", total: "Total",
    noGrade: "pas encore noté", noCourses: "Aucun cours.", average: "Moyenne générale (GPA)", weighted: "pondérée par niveau",
    unweighted: "non pondérée", attendance: "Assiduité, en jours",
    attendanceStates: [
      "PRESENT": "Présences", "PARTIAL": "Présences partielles", "EXCUSED": "Absences justifiées", "ABSENT": "Absences non justifiées",
    ],
    gradeScale: "Barème",
    gradeScales: [
      "PLAIN": "4,0", "PLUS_MINUS": "4,0 avec plus et moins", "PLUS_MINUS_ABOVE_FOUR": "4,3 avec plus et moins",
      "PASS_FAIL": "Admis ou refusé",
    ],
    from: "dès", gradePoints: "Points", certification: "Je certifie l'exactitude de ce bulletin.",
    parent: "Signature d'un parent", schoolOfficial: "Signature pour l'établissement", date: "Date", issued: "Délivré le",
    page: "Page", pageOf: "sur",
    months: [
      "janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre", "décembre",
    ])
}
