extension NoticeText {
  static let french: [String: NoticeText] = [
    "HELP_REQUEST": NoticeText("{student} demande de l’aide", "{assignment} : {message}", "{assignment}"),
    "JOIN_REQUEST": NoticeText(
      "{person} demande à rejoindre la famille", "Acceptez ou refusez la demande dans les 14 jours."),
    "OVERDUE": NoticeText("En retard : {assignment}", "{student}, à rendre le {dueDate}"),
    "WAITS_FOR_GRADE": NoticeText("En attente d’une note : {assignment}", "{student}, fait, à rendre le {dueDate}"),
    "MESSAGE": NoticeText(),
    "PICKUP": NoticeText("{student} : du nouveau sur la sortie", "Il y a du nouveau sur la sortie de {student}."),
    "PICKUP_REQUESTED": NoticeText("{student} est demandé à la sortie", "{person} vient chercher {student}."),
    "PICKUP_CANCELLED": NoticeText(
      "{student} : sortie annulée", "{person} l’a annulée : {reason}", "{person} l’a annulée.", "Elle a été annulée."),
    "PICKUP_READY": NoticeText("{student} attend à la sortie", "{person} attend avec {student} à la sortie.", "{student} est à la sortie."),
    "PICKUP_NOT_READY": NoticeText("{student} n’attend pas encore", "{student} n’est pas encore à la sortie."),
    "PICKUP_CONFIRMED": NoticeText(
      "On est venu chercher {student}", "{person} a confié {student} à {recipient}.", "{person} est avec {student}.",
      "On est venu chercher {student}."),
    "PICKUP_REOPENED": NoticeText(
      "{student} attend de nouveau à la sortie", "{person} a retiré la confirmation : {reason}",
      "{person} a retiré la confirmation.", "La confirmation a été retirée."),
    "PICKUP_ABSENT": NoticeText(
      "{student} : absence notée", "{person} a noté l’absence de {student} aujourd’hui.", "{student} est absent aujourd’hui."),
    "PICKUP_ABSENT_CANCELLED": NoticeText(
      "{student} : absence notée", "{person} a noté l’absence de {student} aujourd’hui : la sortie est annulée.",
      "{student} est absent aujourd’hui : la sortie est annulée."),
    "PICKUP_PRESENT": NoticeText(
      "{student} n’est pas absent", "{person} a retiré l’absence de {student} aujourd’hui.", "{student} n’est pas absent aujourd’hui."),
    "PICKUP_LEFT_WAITING": NoticeText(
      "{student} est encore à l’école", "Les heures de sortie de l’école sont passées et {student} y est encore."),
    "SCHOOL_MESSAGE": NoticeText("{person} à propos de {student}"),
    "NEW_PARENT": NoticeText(
      "{person} est maintenant parent dans votre famille",
      "{person} voit toute la famille et pourra venir chercher les élèves quand leurs écoles l’auront confirmé."),
    "CLASS_REQUEST": NoticeText("{student} est demandé à la sortie", "{person} vient chercher {student}."),
    "CLASS_MESSAGE": NoticeText("{person} à propos de {student}"),
    "ABSENCE": NoticeText(
      "{student} : absence excusée", "{person} a excusé l’absence : {reason}", "{person} a excusé l’absence."),
    "ABSENCE_UNEXCUSED": NoticeText(
      "{student} : absence non excusée", "{person} n’a pas excusé l’absence : {reason}", "{person} n’a pas excusé l’absence."),
    "CLASS_ABSENCE": NoticeText(
      "{student} : une absence", "Un parent de {student} a signalé, modifié ou retiré une absence."),
    "ANNOUNCEMENT": NoticeText("{school} : {title}", "{message}", "{title}"),
    "SCHOOL_EVENT": NoticeText("{school} : {title}", "{message}", "{title}"),
    "SCHOOL_POST": NoticeText("Votre publication est en ligne", "L’école l’a approuvée."),
    "POST_REJECTED": NoticeText("Votre publication n’a pas été approuvée", "La raison : {reason}", "L’école n’a pas donné de raison."),
    "CONTENT_HIDDEN": NoticeText("Votre texte a été masqué", "La raison : {reason}", "Les autres ne le voient plus."),
    "CONTENT_SHOWN": NoticeText("Votre texte est de nouveau visible", "Les autres le voient de nouveau."),
    "CONTENT_REMOVED": NoticeText("Votre texte a été retiré", "La raison : {reason}", "Vous pouvez faire appel."),
    "TICKET": NoticeText("{person}, {school} : {title}"),
    "TICKET_CLOSED": NoticeText("{school} : {title}", "La demande a été close."),
    "CLASS_TICKET": NoticeText("Du nouveau sur une demande", "{student} : {title}", "{title}"),
    "CONVERSATION": NoticeText("Nouveau message de {person}", "Il se trouve dans une conversation de votre école."),
    "REMINDER": NoticeText("Rappel : {title}", "{dueDate}, {time}", "{dueDate}"),
    "MEMBER_MESSAGE": NoticeText("Nouveau message de {person}", "Il se trouve dans une conversation de votre famille."),
    "GROUP_MESSAGE": NoticeText("Nouveau message de {person}", "Il se trouve dans une conversation avec une famille d’un groupe."),
    "PROVIDER_MESSAGE": NoticeText("Nouveau message de {person}", "Il se trouve dans une conversation avec un prestataire."),
    "CLIENT_MESSAGE": NoticeText("Nouveau message de {person}", "Il se trouve dans une conversation avec une famille."),
    "GROUP_REQUEST": NoticeText("{person} demande à rejoindre {title}", "Acceptez la famille ou refusez."),
    "GROUP_JOINED": NoticeText("Bienvenue dans {title}", "Votre famille fait maintenant partie du groupe."),
    "GROUP": NoticeText("Nouvelle publication dans {title}", "{person} l’a écrite."),
    "GROUP_COMMENT": NoticeText("Nouveau commentaire dans {title}", "{person} l’a écrit sous votre publication."),
    "GROUP_REPORT": NoticeText("Un signalement dans {title}", "La raison : {reason}", "Aucune raison n’est donnée."),
    "GROUP_HIDDEN": NoticeText("Votre texte dans {title} a été masqué", "Les autres ne le voient plus."),
    "BOOKING": NoticeText("{person} réserve : {title}", "{dueDate}, {time}. Confirmez la réservation ou refusez-la."),
    "BOOKING_MOVED": NoticeText("{person} déplace : {title}", "Maintenant le {dueDate}, {time}. Confirmez la réservation ou refusez-la."),
    "BOOKING_CANCELLED": NoticeText("Annulé : {title}", "{person}, {dueDate}, {time} : {reason}", "{dueDate}, {time}"),
    "BOOKING_CONFIRMED": NoticeText("Confirmé : {title}", "{person}, {dueDate}, {time}"),
    "BOOKING_DONE": NoticeText("Terminé : {title}", "{person}, {dueDate}, {time}"),
    "PROVIDER_BOOKING": NoticeText("Du nouveau sur une réservation", "{title}, {dueDate}, {time}", "{title}"),
    "PROVIDER_CONVERSATION": NoticeText("Du nouveau dans une conversation", "{person} a écrit."),
  ]
}
