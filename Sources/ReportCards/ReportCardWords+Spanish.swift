extension ReportCardWords {
  static let spanish = ReportCardWords(
    title: "Boletín de calificaciones", student: "Estudiante", family: "Educación en casa de la familia", schoolYear: "Año escolar",
    term: "Periodo", allCourses: "Todos los cursos", withoutTerm: "Sin periodo", course: "Curso", code: "Clave", subject: "Materia",
    instructor: "Docente", level: "Nivel",
    levels: ["REGULAR": "Regular", "HONORS": "Honores", "ADVANCED": "Avanzado"],
    credits: "Créditos", percent: "Porcentaje", grade: "Calificación", graded: "Calificadas", assignments: "Tareas", total: "Total",
    noGrade: "sin calificar", noCourses: "Sin cursos.", average: "Promedio de calificaciones (GPA)", weighted: "ponderado por nivel",
    unweighted: "sin ponderar", attendance: "Asistencia, en días",
    attendanceStates: [
      "PRESENT": "Presente", "PARTIAL": "Retraso o salida anticipada", "EXCUSED": "Falta justificada", "ABSENT": "Falta",
    ],
    gradeScale: "Escala de calificaciones",
    gradeScales: [
      "PLAIN": "4.0", "PLUS_MINUS": "4.0, con más y menos", "PLUS_MINUS_ABOVE_FOUR": "4.3, con más y menos",
      "PASS_FAIL": "Aprobado o no",
    ],
    from: "desde", gradePoints: "Puntos", certification: "Certifico que este boletín es fiel al trabajo de la persona nombrada.",
    parent: "Firma del padre, de la madre o del tutor", schoolOfficial: "Firma por la escuela", date: "Fecha", issued: "Emitido el",
    page: "Página", pageOf: "de",
    months: [
      "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre",
    ])
}
