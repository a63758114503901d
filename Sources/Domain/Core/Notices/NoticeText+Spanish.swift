extension NoticeText {
  static let spanish: [String: NoticeText] = [
    "HELP_REQUEST": NoticeText("{student} pide ayuda", "{assignment}: {message}", "{assignment}"),
    "JOIN_REQUEST": NoticeText(
      "{person} pide unirse a la familia", "Acepte o rechace la solicitud en un plazo de 14 días."),
    "OVERDUE": NoticeText("Atrasado: {assignment}", "{student}, para el {dueDate}"),
    "WAITS_FOR_GRADE": NoticeText("Pendiente de nota: {assignment}", "{student}, hecho, para el {dueDate}"),
    "MESSAGE": NoticeText(),
    "PICKUP": NoticeText("{student}: novedades de la recogida", "Hay novedades de la recogida de {student}."),
    "PICKUP_REQUESTED": NoticeText("Han pedido a {student}", "{person} ha pedido a {student}."),
    "PICKUP_CANCELLED": NoticeText(
      "{student}: recogida cancelada", "{person} la ha cancelado: {reason}", "{person} la ha cancelado.", "Se ha cancelado."),
    "PICKUP_READY": NoticeText(
      "Ya pueden recoger a {student}", "{person} espera con {student} en el punto de recogida.",
      "{student} está en el punto de recogida."),
    "PICKUP_NOT_READY": NoticeText(
      "Aún no pueden recoger a {student}", "{student} aún no está en el punto de recogida."),
    "PICKUP_CONFIRMED": NoticeText(
      "Han recogido a {student}", "{person} ha entregado a {student} a {recipient}.", "{person} ha recogido a {student}.",
      "Han recogido a {student}."),
    "PICKUP_REOPENED": NoticeText(
      "Ya pueden recoger a {student} de nuevo", "{person} ha retirado la confirmación: {reason}",
      "{person} ha retirado la confirmación.", "Se ha retirado la confirmación."),
    "PICKUP_ABSENT": NoticeText(
      "{student}: ausencia anotada", "{person} ha anotado hoy la ausencia de {student}.", "{student} falta hoy."),
    "PICKUP_ABSENT_CANCELLED": NoticeText(
      "{student}: ausencia anotada", "{person} ha anotado hoy la ausencia de {student}: la recogida se ha cancelado.",
      "{student} falta hoy: la recogida se ha cancelado."),
    "PICKUP_PRESENT": NoticeText(
      "{student} no falta", "{person} ha retirado la ausencia de {student} de hoy.", "{student} no falta hoy."),
    "PICKUP_LEFT_WAITING": NoticeText(
      "{student} sigue en la escuela", "El horario de recogida de la escuela ha terminado y {student} sigue allí."),
    "SCHOOL_MESSAGE": NoticeText("{person} sobre {student}"),
    "NEW_PARENT": NoticeText(
      "{person} es ahora padre o madre en su familia",
      "{person} ve toda la familia y podrá recoger a los estudiantes cuando sus escuelas lo hayan confirmado."),
    "CLASS_REQUEST": NoticeText("Han pedido a {student}", "{person} ha pedido a {student}."),
    "CLASS_MESSAGE": NoticeText("{person} sobre {student}"),
    "ABSENCE": NoticeText(
      "{student}: ausencia justificada", "{person} ha justificado la ausencia: {reason}", "{person} ha justificado la ausencia."),
    "ABSENCE_UNEXCUSED": NoticeText(
      "{student}: ausencia no justificada", "{person} no ha justificado la ausencia: {reason}",
      "{person} no ha justificado la ausencia."),
    "CLASS_ABSENCE": NoticeText(
      "{student}: novedades de una ausencia", "La familia de {student} ha comunicado, cambiado o retirado una ausencia."),
    "ANNOUNCEMENT": NoticeText("{school}: {title}", "{message}", "{title}"),
    "SCHOOL_EVENT": NoticeText("{school}: {title}", "{message}", "{title}"),
    "SCHOOL_POST": NoticeText("Su publicación ya se ve", "La escuela la ha aprobado."),
    "POST_REJECTED": NoticeText("Su publicación no ha sido aprobada", "El motivo: {reason}", "La escuela no ha dado ningún motivo."),
    "CONTENT_HIDDEN": NoticeText("Su texto ha sido ocultado", "El motivo: {reason}", "Los demás ya no lo ven."),
    "CONTENT_SHOWN": NoticeText("Su texto se ve de nuevo", "Los demás lo ven de nuevo."),
    "CONTENT_REMOVED": NoticeText("Su texto ha sido retirado", "El motivo: {reason}", "Puede presentar un recurso."),
    "TICKET": NoticeText("{person}, {school}: {title}"),
    "TICKET_CLOSED": NoticeText("{school}: {title}", "La consulta se ha cerrado."),
    "CLASS_TICKET": NoticeText("Novedades de una consulta", "{student}: {title}", "{title}"),
    "CONVERSATION": NoticeText("Nuevo mensaje de {person}", "Está en una conversación de su escuela."),
    "REMINDER": NoticeText("Recordatorio: {title}", "{dueDate}, {time}", "{dueDate}"),
    "MEMBER_MESSAGE": NoticeText("Nuevo mensaje de {person}", "Está en una conversación de su familia."),
    "GROUP_MESSAGE": NoticeText("Nuevo mensaje de {person}", "Está en una conversación con una familia de un grupo."),
    "PROVIDER_MESSAGE": NoticeText("Nuevo mensaje de {person}", "Está en una conversación con un proveedor."),
    "CLIENT_MESSAGE": NoticeText("Nuevo mensaje de {person}", "Está en una conversación con una familia."),
    "GROUP_REQUEST": NoticeText("{person} quiere entrar en {title}", "Admita a la familia o rechace la solicitud."),
    "GROUP_JOINED": NoticeText("Bienvenidos a {title}", "Su familia ya está en el grupo."),
    "GROUP": NoticeText("Nueva publicación en {title}", "La ha escrito {person}."),
    "GROUP_COMMENT": NoticeText("Nuevo comentario en {title}", "{person} lo ha escrito en su publicación."),
    "GROUP_REPORT": NoticeText("Un aviso en {title}", "El motivo: {reason}", "No se ha dado ningún motivo."),
    "GROUP_HIDDEN": NoticeText("Se ha ocultado lo que escribió en {title}", "Los demás ya no lo ven."),
    "BOOKING": NoticeText("{person} reserva: {title}", "{dueDate}, {time}. Confirma la reserva o recházala."),
    "BOOKING_MOVED": NoticeText("{person} cambia la hora: {title}", "Ahora el {dueDate}, {time}. Confirma la reserva o recházala."),
    "BOOKING_CANCELLED": NoticeText("Cancelada: {title}", "{person}, {dueDate}, {time}: {reason}", "{dueDate}, {time}"),
    "BOOKING_CONFIRMED": NoticeText("Confirmada: {title}", "{person}, {dueDate}, {time}"),
    "BOOKING_DONE": NoticeText("Terminada: {title}", "{person}, {dueDate}, {time}"),
    "PROVIDER_BOOKING": NoticeText("Novedades de una reserva", "{title}, {dueDate}, {time}", "{title}"),
    "PROVIDER_CONVERSATION": NoticeText("Novedades en una conversación", "{person} ha escrito."),
  ]
}
