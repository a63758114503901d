import SQL

/// The students whom an event of a school is for.
enum SchoolEventMember {
  /// Whether an event is for the student of an enrolment that counts for the viewer: its school, its class or its grade is told.
  static func isFor(_ event: SQL, _ enrolment: SQL, _ viewer: (Viewer.Attribute) -> SQL) -> SQL {
    """
    \(enrolment).school_id = \(event).school_id AND \(enrolment).state = 'CONFIRMED' \
    AND (\(viewer(.role)) = 'PARENT' OR \(enrolment).student_id = \(viewer(.memberID))) \
    AND (\(event).grades = '{}' AND \(event).class_ids = '{}' OR \(enrolment).class_id = ANY (\(event).class_ids) \
    OR EXISTS (SELECT 1 FROM school_classes told WHERE told.school_id = \(event).school_id AND told.id = \(enrolment).class_id \
    AND told.grade = ANY (\(event).grades)))
    """
  }
}
