/// `StudentsKeep` of the SDL, `families.students_keep` of the database.
enum StudentsKeep: String {
  case notesAndTime = "NOTES_AND_TIME"
  case coursesAndGrades = "COURSES_AND_GRADES"
}
