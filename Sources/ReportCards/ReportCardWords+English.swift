extension ReportCardWords {
  static let english = ReportCardWords(
    title: "Report card", student: "Student", family: "Home school of the family", schoolYear: "School year", term: "Term",
    allCourses: "All courses", withoutTerm: "Without a term", course: "Course", code: "Code", subject: "Subject", instructor: "Instructor",
    level: "Level", levels: ["REGULAR": "Regular", "HONORS": "Honors", "ADVANCED": "Advanced"],
    credits: "Credits", percent: "Percent", grade: "Grade", graded: "Graded", assignments: "Assignments", total: "Total",
    noGrade: "not graded yet", noCourses: "No courses.", average: "Grade point average", weighted: "weighted by level",
    unweighted: "unweighted", attendance: "Attendance, in days",
    attendanceStates: ["PRESENT": "Present", "PARTIAL": "Late or left early", "EXCUSED": "Absent, excused", "ABSENT": "Absent"],
    gradeScale: "Grading scale",
    gradeScales: [
      "PLAIN": "4.0", "PLUS_MINUS": "4.0, with plus and minus", "PLUS_MINUS_ABOVE_FOUR": "4.3, with plus and minus",
      "PASS_FAIL": "Pass or fail",
    ],
    from: "from", gradePoints: "Grade points", certification: "I certify that this is a true record of the student's work.",
    parent: "Signature of parent or guardian", schoolOfficial: "Signature of school official", date: "Date", issued: "Issued on",
    page: "Page", pageOf: "of",
    months: [
      "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
    ])
}
