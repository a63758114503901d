extension NoticeText {
  static let german: [String: NoticeText] = [
    "HELP_REQUEST": NoticeText("{student} bittet um Hilfe", "{assignment}: {message}", "{assignment}"),
    "JOIN_REQUEST": NoticeText(
      "{person} möchte in die Familie", "Bitte innerhalb von 14 Tagen annehmen oder ablehnen."),
    "OVERDUE": NoticeText("Überfällig: {assignment}", "{student}, fällig am {dueDate}"),
    "WAITS_FOR_GRADE": NoticeText("Wartet auf eine Note: {assignment}", "{student}, erledigt, fällig am {dueDate}"),
    "MESSAGE": NoticeText(),
    "PICKUP": NoticeText("{student}: Neues zur Abholung", "Es gibt Neues zur Abholung von {student}."),
    "PICKUP_REQUESTED": NoticeText("{student} soll abgeholt werden", "{person} holt {student} ab."),
    "PICKUP_CANCELLED": NoticeText(
      "{student}: Abholung abgesagt", "{person} hat sie abgesagt: {reason}", "{person} hat sie abgesagt.", "Sie wurde abgesagt."),
    "PICKUP_READY": NoticeText("{student} ist bereit", "{person} wartet mit {student} bei der Abholung.", "{student} ist bei der Abholung."),
    "PICKUP_NOT_READY": NoticeText("{student} ist noch nicht bereit", "{student} ist noch nicht bei der Abholung."),
    "PICKUP_CONFIRMED": NoticeText(
      "{student} wurde abgeholt", "{person} hat {student} an {recipient} übergeben.", "{person} hat {student} abgeholt.",
      "{student} wurde abgeholt."),
    "PICKUP_REOPENED": NoticeText(
      "{student} ist wieder bereit", "{person} hat die Bestätigung zurückgenommen: {reason}",
      "{person} hat die Bestätigung zurückgenommen.", "Die Bestätigung wurde zurückgenommen."),
    "PICKUP_ABSENT": NoticeText(
      "{student} wurde als abwesend eingetragen", "{person} hat {student} heute als abwesend eingetragen.",
      "{student} ist heute abwesend."),
    "PICKUP_ABSENT_CANCELLED": NoticeText(
      "{student} wurde als abwesend eingetragen",
      "{person} hat {student} heute als abwesend eingetragen: Die Abholung wurde abgesagt.",
      "{student} ist heute abwesend: Die Abholung wurde abgesagt."),
    "PICKUP_PRESENT": NoticeText(
      "{student} ist nicht abwesend", "{person} hat die Abwesenheit von {student} heute zurückgenommen.",
      "{student} ist heute nicht abwesend."),
    "PICKUP_LEFT_WAITING": NoticeText(
      "{student} ist noch in der Schule", "Die Abholzeit der Schule ist vorbei, und {student} ist noch dort."),
    "SCHOOL_MESSAGE": NoticeText("{person} über {student}"),
    "NEW_PARENT": NoticeText(
      "{person} gehört jetzt zu den Eltern Ihrer Familie",
      "{person} sieht alles in der Familie und darf Kinder abholen, sobald deren Schulen es bestätigt haben."),
    "CLASS_REQUEST": NoticeText("{student} soll abgeholt werden", "{person} holt {student} ab."),
    "CLASS_MESSAGE": NoticeText("{person} über {student}"),
    "ABSENCE": NoticeText(
      "{student}: Die Abwesenheit ist entschuldigt", "{person} hat die Abwesenheit entschuldigt: {reason}",
      "{person} hat die Abwesenheit entschuldigt."),
    "ABSENCE_UNEXCUSED": NoticeText(
      "{student}: Die Abwesenheit ist nicht entschuldigt", "{person} hat die Abwesenheit nicht entschuldigt: {reason}",
      "{person} hat die Abwesenheit nicht entschuldigt."),
    "CLASS_ABSENCE": NoticeText(
      "{student}: Neues zu einer Abwesenheit",
      "Die Eltern von {student} haben eine Abwesenheit gemeldet, geändert oder zurückgezogen."),
    "ANNOUNCEMENT": NoticeText("{school}: {title}", "{message}", "{title}"),
    "SCHOOL_EVENT": NoticeText("{school}: {title}", "{message}", "{title}"),
    "SCHOOL_POST": NoticeText("Ihr Beitrag ist veröffentlicht", "Die Schule hat ihn freigegeben."),
    "POST_REJECTED": NoticeText("Ihr Beitrag wurde nicht freigegeben", "Der Grund: {reason}", "Die Schule hat keinen Grund genannt."),
    "CONTENT_HIDDEN": NoticeText("Ihr Text wurde verborgen", "Der Grund: {reason}", "Andere sehen ihn nicht mehr."),
    "CONTENT_SHOWN": NoticeText("Ihr Text ist wieder zu sehen", "Andere sehen ihn wieder."),
    "CONTENT_REMOVED": NoticeText("Ihr Text wurde entfernt", "Der Grund: {reason}", "Sie können Einspruch erheben."),
    "TICKET": NoticeText("{person}, {school}: {title}"),
    "TICKET_CLOSED": NoticeText("{school}: {title}", "Die Anfrage wurde geschlossen."),
    "CLASS_TICKET": NoticeText("Neues zu einer Anfrage", "{student}: {title}", "{title}"),
    "CONVERSATION": NoticeText("Neue Nachricht von {person}", "Sie steht in einem Gespräch Ihrer Schule."),
    "REMINDER": NoticeText("Erinnerung: {title}", "{dueDate}, {time}", "{dueDate}"),
    "MEMBER_MESSAGE": NoticeText("Neue Nachricht von {person}", "Sie steht in einem Gespräch Ihrer Familie."),
    "GROUP_MESSAGE": NoticeText("Neue Nachricht von {person}", "Sie steht in einem Gespräch mit einer Familie aus einer Gruppe."),
    "PROVIDER_MESSAGE": NoticeText("Neue Nachricht von {person}", "Sie steht in einem Gespräch mit einem Anbieter."),
    "CLIENT_MESSAGE": NoticeText("Neue Nachricht von {person}", "Sie steht in einem Gespräch mit einer Familie."),
    "GROUP_REQUEST": NoticeText("{person} möchte zu {title}", "Nehmen Sie die Familie auf, oder lehnen Sie ab."),
    "GROUP_JOINED": NoticeText("Willkommen bei {title}", "Ihre Familie gehört jetzt zur Gruppe."),
    "GROUP": NoticeText("Neuer Beitrag in {title}", "{person} hat ihn geschrieben."),
    "GROUP_COMMENT": NoticeText("Neuer Kommentar in {title}", "{person} hat ihn zu Ihrem Beitrag geschrieben."),
    "GROUP_REPORT": NoticeText("Eine Meldung in {title}", "Der Grund: {reason}", "Ein Grund steht nicht dabei."),
    "GROUP_HIDDEN": NoticeText("Ihr Text in {title} wurde verborgen", "Andere sehen ihn nicht mehr."),
    "BOOKING": NoticeText("{person} bucht: {title}", "{dueDate}, {time}. Bestätige die Buchung oder lehne sie ab."),
    "BOOKING_MOVED": NoticeText("{person} verschiebt: {title}", "Jetzt am {dueDate}, {time}. Bestätige die Buchung oder lehne sie ab."),
    "BOOKING_CANCELLED": NoticeText("Abgesagt: {title}", "{person}, {dueDate}, {time}: {reason}", "{dueDate}, {time}"),
    "BOOKING_CONFIRMED": NoticeText("Bestätigt: {title}", "{person}, {dueDate}, {time}"),
    "BOOKING_DONE": NoticeText("Erledigt: {title}", "{person}, {dueDate}, {time}"),
    "PROVIDER_BOOKING": NoticeText("Neues zu einer Buchung", "{title}, {dueDate}, {time}", "{title}"),
    "PROVIDER_CONVERSATION": NoticeText("Neues in einem Gespräch", "{person} hat geschrieben."),
  ]
}
