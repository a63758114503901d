-- The body of a notice in a language, such as `de` or `de-AT`. A language without texts reads English, and an event
-- without a text its name.
--
-- Written from Sources/Domain/Core/Notices: HATCHED_RECORD_NOTICES=1 scripts/test --filter NoticeFileTests
CREATE OR REPLACE FUNCTION notice_body(event text, arguments text, language text) RETURNS text
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  given jsonb := arguments::jsonb;
  student text := given ->> 'student';
  assignment text := given ->> 'assignment';
  person text := given ->> 'person';
  recipient text := given ->> 'recipient';
  reason text := given ->> 'reason';
  message text := given ->> 'message';
  due_date text := given ->> 'dueDate';
  time text := given ->> 'time';
  school text := given ->> 'school';
  title text := given ->> 'title';
  words text;
BEGIN
  CASE lower(substring(language FROM '^[A-Za-z]+'))
    WHEN 'de' THEN
      words := CASE event
        WHEN 'HELP_REQUEST' THEN coalesce(assignment || ': ' || message, assignment)
        WHEN 'JOIN_REQUEST' THEN 'Bitte innerhalb von 14 Tagen annehmen oder ablehnen.'
        WHEN 'OVERDUE' THEN student || ', fällig am ' || due_date
        WHEN 'WAITS_FOR_GRADE' THEN student || ', erledigt, fällig am ' || due_date
        WHEN 'PICKUP' THEN 'Es gibt Neues zur Abholung von ' || student || '.'
        WHEN 'PICKUP_REQUESTED' THEN person || ' holt ' || student || ' ab.'
        WHEN 'PICKUP_CANCELLED' THEN coalesce(person || ' hat sie abgesagt: ' || reason, person || ' hat sie abgesagt.', 'Sie wurde abgesagt.')
        WHEN 'PICKUP_READY' THEN coalesce(person || ' wartet mit ' || student || ' bei der Abholung.', student || ' ist bei der Abholung.')
        WHEN 'PICKUP_NOT_READY' THEN student || ' ist noch nicht bei der Abholung.'
        WHEN 'PICKUP_CONFIRMED' THEN coalesce(person || ' hat ' || student || ' an ' || recipient || ' übergeben.', person || ' hat ' || student || ' abgeholt.', student || ' wurde abgeholt.')
        WHEN 'PICKUP_REOPENED' THEN coalesce(person || ' hat die Bestätigung zurückgenommen: ' || reason, person || ' hat die Bestätigung zurückgenommen.', 'Die Bestätigung wurde zurückgenommen.')
        WHEN 'PICKUP_ABSENT' THEN coalesce(person || ' hat ' || student || ' heute als abwesend eingetragen.', student || ' ist heute abwesend.')
        WHEN 'PICKUP_ABSENT_CANCELLED' THEN coalesce(person || ' hat ' || student || ' heute als abwesend eingetragen: Die Abholung wurde abgesagt.', student || ' ist heute abwesend: Die Abholung wurde abgesagt.')
        WHEN 'PICKUP_PRESENT' THEN coalesce(person || ' hat die Abwesenheit von ' || student || ' heute zurückgenommen.', student || ' ist heute nicht abwesend.')
        WHEN 'PICKUP_LEFT_WAITING' THEN 'Die Abholzeit der Schule ist vorbei, und ' || student || ' ist noch dort.'
        WHEN 'NEW_PARENT' THEN person || ' sieht alles in der Familie und darf Kinder abholen, sobald deren Schulen es bestätigt haben.'
        WHEN 'CLASS_REQUEST' THEN person || ' holt ' || student || ' ab.'
        WHEN 'ABSENCE' THEN coalesce(person || ' hat die Abwesenheit entschuldigt: ' || reason, person || ' hat die Abwesenheit entschuldigt.')
        WHEN 'ABSENCE_UNEXCUSED' THEN coalesce(person || ' hat die Abwesenheit nicht entschuldigt: ' || reason, person || ' hat die Abwesenheit nicht entschuldigt.')
        WHEN 'CLASS_ABSENCE' THEN 'Die Eltern von ' || student || ' haben eine Abwesenheit gemeldet, geändert oder zurückgezogen.'
        WHEN 'ANNOUNCEMENT' THEN coalesce(message, title)
        WHEN 'SCHOOL_EVENT' THEN coalesce(message, title)
        WHEN 'SCHOOL_POST' THEN 'Die Schule hat ihn freigegeben.'
        WHEN 'POST_REJECTED' THEN coalesce('Der Grund: ' || reason, 'Die Schule hat keinen Grund genannt.')
        WHEN 'CONTENT_HIDDEN' THEN coalesce('Der Grund: ' || reason, 'Andere sehen ihn nicht mehr.')
        WHEN 'CONTENT_SHOWN' THEN 'Andere sehen ihn wieder.'
        WHEN 'CONTENT_REMOVED' THEN coalesce('Der Grund: ' || reason, 'Sie können Einspruch erheben.')
        WHEN 'TICKET_CLOSED' THEN 'Die Anfrage wurde geschlossen.'
        WHEN 'CLASS_TICKET' THEN coalesce(student || ': ' || title, title)
        WHEN 'CONVERSATION' THEN 'Sie steht in einem Gespräch Ihrer Schule.'
        WHEN 'REMINDER' THEN coalesce(due_date || ', ' || time, due_date)
        WHEN 'MEMBER_MESSAGE' THEN 'Sie steht in einem Gespräch Ihrer Familie.'
        WHEN 'GROUP_MESSAGE' THEN 'Sie steht in einem Gespräch mit einer Familie aus einer Gruppe.'
        WHEN 'PROVIDER_MESSAGE' THEN 'Sie steht in einem Gespräch mit einem Anbieter.'
        WHEN 'CLIENT_MESSAGE' THEN 'Sie steht in einem Gespräch mit einer Familie.'
        WHEN 'GROUP_REQUEST' THEN 'Nehmen Sie die Familie auf, oder lehnen Sie ab.'
        WHEN 'GROUP_JOINED' THEN 'Ihre Familie gehört jetzt zur Gruppe.'
        WHEN 'GROUP' THEN person || ' hat ihn geschrieben.'
        WHEN 'GROUP_COMMENT' THEN person || ' hat ihn zu Ihrem Beitrag geschrieben.'
        WHEN 'GROUP_REPORT' THEN coalesce('Der Grund: ' || reason, 'Ein Grund steht nicht dabei.')
        WHEN 'GROUP_HIDDEN' THEN 'Andere sehen ihn nicht mehr.'
        WHEN 'BOOKING' THEN due_date || ', ' || time || '. Bestätige die Buchung oder lehne sie ab.'
        WHEN 'BOOKING_MOVED' THEN 'Jetzt am ' || due_date || ', ' || time || '. Bestätige die Buchung oder lehne sie ab.'
        WHEN 'BOOKING_CANCELLED' THEN coalesce(person || ', ' || due_date || ', ' || time || ': ' || reason, due_date || ', ' || time)
        WHEN 'BOOKING_CONFIRMED' THEN person || ', ' || due_date || ', ' || time
        WHEN 'BOOKING_DONE' THEN person || ', ' || due_date || ', ' || time
        WHEN 'PROVIDER_BOOKING' THEN coalesce(title || ', ' || due_date || ', ' || time, title)
        WHEN 'PROVIDER_CONVERSATION' THEN person || ' hat geschrieben.'
      END;
    WHEN 'es' THEN
      words := CASE event
        WHEN 'HELP_REQUEST' THEN coalesce(assignment || ': ' || message, assignment)
        WHEN 'JOIN_REQUEST' THEN 'Acepte o rechace la solicitud en un plazo de 14 días.'
        WHEN 'OVERDUE' THEN student || ', para el ' || due_date
        WHEN 'WAITS_FOR_GRADE' THEN student || ', hecho, para el ' || due_date
        WHEN 'PICKUP' THEN 'Hay novedades de la recogida de ' || student || '.'
        WHEN 'PICKUP_REQUESTED' THEN person || ' ha pedido a ' || student || '.'
        WHEN 'PICKUP_CANCELLED' THEN coalesce(person || ' la ha cancelado: ' || reason, person || ' la ha cancelado.', 'Se ha cancelado.')
        WHEN 'PICKUP_READY' THEN coalesce(person || ' espera con ' || student || ' en el punto de recogida.', student || ' está en el punto de recogida.')
        WHEN 'PICKUP_NOT_READY' THEN student || ' aún no está en el punto de recogida.'
        WHEN 'PICKUP_CONFIRMED' THEN coalesce(person || ' ha entregado a ' || student || ' a ' || recipient || '.', person || ' ha recogido a ' || student || '.', 'Han recogido a ' || student || '.')
        WHEN 'PICKUP_REOPENED' THEN coalesce(person || ' ha retirado la confirmación: ' || reason, person || ' ha retirado la confirmación.', 'Se ha retirado la confirmación.')
        WHEN 'PICKUP_ABSENT' THEN coalesce(person || ' ha anotado hoy la ausencia de ' || student || '.', student || ' falta hoy.')
        WHEN 'PICKUP_ABSENT_CANCELLED' THEN coalesce(person || ' ha anotado hoy la ausencia de ' || student || ': la recogida se ha cancelado.', student || ' falta hoy: la recogida se ha cancelado.')
        WHEN 'PICKUP_PRESENT' THEN coalesce(person || ' ha retirado la ausencia de ' || student || ' de hoy.', student || ' no falta hoy.')
        WHEN 'PICKUP_LEFT_WAITING' THEN 'El horario de recogida de la escuela ha terminado y ' || student || ' sigue allí.'
        WHEN 'NEW_PARENT' THEN person || ' ve toda la familia y podrá recoger a los estudiantes cuando sus escuelas lo hayan confirmado.'
        WHEN 'CLASS_REQUEST' THEN person || ' ha pedido a ' || student || '.'
        WHEN 'ABSENCE' THEN coalesce(person || ' ha justificado la ausencia: ' || reason, person || ' ha justificado la ausencia.')
        WHEN 'ABSENCE_UNEXCUSED' THEN coalesce(person || ' no ha justificado la ausencia: ' || reason, person || ' no ha justificado la ausencia.')
        WHEN 'CLASS_ABSENCE' THEN 'La familia de ' || student || ' ha comunicado, cambiado o retirado una ausencia.'
        WHEN 'ANNOUNCEMENT' THEN coalesce(message, title)
        WHEN 'SCHOOL_EVENT' THEN coalesce(message, title)
        WHEN 'SCHOOL_POST' THEN 'La escuela la ha aprobado.'
        WHEN 'POST_REJECTED' THEN coalesce('El motivo: ' || reason, 'La escuela no ha dado ningún motivo.')
        WHEN 'CONTENT_HIDDEN' THEN coalesce('El motivo: ' || reason, 'Los demás ya no lo ven.')
        WHEN 'CONTENT_SHOWN' THEN 'Los demás lo ven de nuevo.'
        WHEN 'CONTENT_REMOVED' THEN coalesce('El motivo: ' || reason, 'Puede presentar un recurso.')
        WHEN 'TICKET_CLOSED' THEN 'La consulta se ha cerrado.'
        WHEN 'CLASS_TICKET' THEN coalesce(student || ': ' || title, title)
        WHEN 'CONVERSATION' THEN 'Está en una conversación de su escuela.'
        WHEN 'REMINDER' THEN coalesce(due_date || ', ' || time, due_date)
        WHEN 'MEMBER_MESSAGE' THEN 'Está en una conversación de su familia.'
        WHEN 'GROUP_MESSAGE' THEN 'Está en una conversación con una familia de un grupo.'
        WHEN 'PROVIDER_MESSAGE' THEN 'Está en una conversación con un proveedor.'
        WHEN 'CLIENT_MESSAGE' THEN 'Está en una conversación con una familia.'
        WHEN 'GROUP_REQUEST' THEN 'Admita a la familia o rechace la solicitud.'
        WHEN 'GROUP_JOINED' THEN 'Su familia ya está en el grupo.'
        WHEN 'GROUP' THEN 'La ha escrito ' || person || '.'
        WHEN 'GROUP_COMMENT' THEN person || ' lo ha escrito en su publicación.'
        WHEN 'GROUP_REPORT' THEN coalesce('El motivo: ' || reason, 'No se ha dado ningún motivo.')
        WHEN 'GROUP_HIDDEN' THEN 'Los demás ya no lo ven.'
        WHEN 'BOOKING' THEN due_date || ', ' || time || '. Confirma la reserva o recházala.'
        WHEN 'BOOKING_MOVED' THEN 'Ahora el ' || due_date || ', ' || time || '. Confirma la reserva o recházala.'
        WHEN 'BOOKING_CANCELLED' THEN coalesce(person || ', ' || due_date || ', ' || time || ': ' || reason, due_date || ', ' || time)
        WHEN 'BOOKING_CONFIRMED' THEN person || ', ' || due_date || ', ' || time
        WHEN 'BOOKING_DONE' THEN person || ', ' || due_date || ', ' || time
        WHEN 'PROVIDER_BOOKING' THEN coalesce(title || ', ' || due_date || ', ' || time, title)
        WHEN 'PROVIDER_CONVERSATION' THEN person || ' ha escrito.'
      END;
    WHEN 'fr' THEN
      words := CASE event
        WHEN 'HELP_REQUEST' THEN coalesce(assignment || ' : ' || message, assignment)
        WHEN 'JOIN_REQUEST' THEN 'Acceptez ou refusez la demande dans les 14 jours.'
        WHEN 'OVERDUE' THEN student || ', à rendre le ' || due_date
        WHEN 'WAITS_FOR_GRADE' THEN student || ', fait, à rendre le ' || due_date
        WHEN 'PICKUP' THEN 'Il y a du nouveau sur la sortie de ' || student || '.'
        WHEN 'PICKUP_REQUESTED' THEN person || ' vient chercher ' || student || '.'
        WHEN 'PICKUP_CANCELLED' THEN coalesce(person || ' l’a annulée : ' || reason, person || ' l’a annulée.', 'Elle a été annulée.')
        WHEN 'PICKUP_READY' THEN coalesce(person || ' attend avec ' || student || ' à la sortie.', student || ' est à la sortie.')
        WHEN 'PICKUP_NOT_READY' THEN student || ' n’est pas encore à la sortie.'
        WHEN 'PICKUP_CONFIRMED' THEN coalesce(person || ' a confié ' || student || ' à ' || recipient || '.', person || ' est avec ' || student || '.', 'On est venu chercher ' || student || '.')
        WHEN 'PICKUP_REOPENED' THEN coalesce(person || ' a retiré la confirmation : ' || reason, person || ' a retiré la confirmation.', 'La confirmation a été retirée.')
        WHEN 'PICKUP_ABSENT' THEN coalesce(person || ' a noté l’absence de ' || student || ' aujourd’hui.', student || ' est absent aujourd’hui.')
        WHEN 'PICKUP_ABSENT_CANCELLED' THEN coalesce(person || ' a noté l’absence de ' || student || ' aujourd’hui : la sortie est annulée.', student || ' est absent aujourd’hui : la sortie est annulée.')
        WHEN 'PICKUP_PRESENT' THEN coalesce(person || ' a retiré l’absence de ' || student || ' aujourd’hui.', student || ' n’est pas absent aujourd’hui.')
        WHEN 'PICKUP_LEFT_WAITING' THEN 'Les heures de sortie de l’école sont passées et ' || student || ' y est encore.'
        WHEN 'NEW_PARENT' THEN person || ' voit toute la famille et pourra venir chercher les élèves quand leurs écoles l’auront confirmé.'
        WHEN 'CLASS_REQUEST' THEN person || ' vient chercher ' || student || '.'
        WHEN 'ABSENCE' THEN coalesce(person || ' a excusé l’absence : ' || reason, person || ' a excusé l’absence.')
        WHEN 'ABSENCE_UNEXCUSED' THEN coalesce(person || ' n’a pas excusé l’absence : ' || reason, person || ' n’a pas excusé l’absence.')
        WHEN 'CLASS_ABSENCE' THEN 'Un parent de ' || student || ' a signalé, modifié ou retiré une absence.'
        WHEN 'ANNOUNCEMENT' THEN coalesce(message, title)
        WHEN 'SCHOOL_EVENT' THEN coalesce(message, title)
        WHEN 'SCHOOL_POST' THEN 'L’école l’a approuvée.'
        WHEN 'POST_REJECTED' THEN coalesce('La raison : ' || reason, 'L’école n’a pas donné de raison.')
        WHEN 'CONTENT_HIDDEN' THEN coalesce('La raison : ' || reason, 'Les autres ne le voient plus.')
        WHEN 'CONTENT_SHOWN' THEN 'Les autres le voient de nouveau.'
        WHEN 'CONTENT_REMOVED' THEN coalesce('La raison : ' || reason, 'Vous pouvez faire appel.')
        WHEN 'TICKET_CLOSED' THEN 'La demande a été close.'
        WHEN 'CLASS_TICKET' THEN coalesce(student || ' : ' || title, title)
        WHEN 'CONVERSATION' THEN 'Il se trouve dans une conversation de votre école.'
        WHEN 'REMINDER' THEN coalesce(due_date || ', ' || time, due_date)
        WHEN 'MEMBER_MESSAGE' THEN 'Il se trouve dans une conversation de votre famille.'
        WHEN 'GROUP_MESSAGE' THEN 'Il se trouve dans une conversation avec une famille d’un groupe.'
        WHEN 'PROVIDER_MESSAGE' THEN 'Il se trouve dans une conversation avec un prestataire.'
        WHEN 'CLIENT_MESSAGE' THEN 'Il se trouve dans une conversation avec une famille.'
        WHEN 'GROUP_REQUEST' THEN 'Acceptez la famille ou refusez.'
        WHEN 'GROUP_JOINED' THEN 'Votre famille fait maintenant partie du groupe.'
        WHEN 'GROUP' THEN person || ' l’a écrite.'
        WHEN 'GROUP_COMMENT' THEN person || ' l’a écrit sous votre publication.'
        WHEN 'GROUP_REPORT' THEN coalesce('La raison : ' || reason, 'Aucune raison n’est donnée.')
        WHEN 'GROUP_HIDDEN' THEN 'Les autres ne le voient plus.'
        WHEN 'BOOKING' THEN due_date || ', ' || time || '. Confirmez la réservation ou refusez-la.'
        WHEN 'BOOKING_MOVED' THEN 'Maintenant le ' || due_date || ', ' || time || '. Confirmez la réservation ou refusez-la.'
        WHEN 'BOOKING_CANCELLED' THEN coalesce(person || ', ' || due_date || ', ' || time || ' : ' || reason, due_date || ', ' || time)
        WHEN 'BOOKING_CONFIRMED' THEN person || ', ' || due_date || ', ' || time
        WHEN 'BOOKING_DONE' THEN person || ', ' || due_date || ', ' || time
        WHEN 'PROVIDER_BOOKING' THEN coalesce(title || ', ' || due_date || ', ' || time, title)
        WHEN 'PROVIDER_CONVERSATION' THEN person || ' a écrit.'
      END;
    ELSE
      words := CASE event
        WHEN 'HELP_REQUEST' THEN coalesce(assignment || ': ' || message, assignment)
        WHEN 'JOIN_REQUEST' THEN 'Let the student in, or turn the request down, within 14 days.'
        WHEN 'OVERDUE' THEN student || ', due on ' || due_date
        WHEN 'WAITS_FOR_GRADE' THEN student || ', done, due on ' || due_date
        WHEN 'PICKUP' THEN 'There is news of the pickup of ' || student || '.'
        WHEN 'PICKUP_REQUESTED' THEN person || ' asked for ' || student || '.'
        WHEN 'PICKUP_CANCELLED' THEN coalesce(person || ' cancelled it: ' || reason, person || ' cancelled it.', 'It was cancelled.')
        WHEN 'PICKUP_READY' THEN coalesce(person || ' has ' || student || ' at the pickup.', student || ' is at the pickup.')
        WHEN 'PICKUP_NOT_READY' THEN student || ' is not at the pickup yet.'
        WHEN 'PICKUP_CONFIRMED' THEN coalesce(person || ' handed ' || student || ' to ' || recipient || '.', person || ' has ' || student || '.', student || ' was picked up.')
        WHEN 'PICKUP_REOPENED' THEN coalesce(person || ' took the confirmation back: ' || reason, person || ' took the confirmation back.', 'The confirmation was taken back.')
        WHEN 'PICKUP_ABSENT' THEN coalesce(person || ' marked ' || student || ' absent today.', student || ' is absent today.')
        WHEN 'PICKUP_ABSENT_CANCELLED' THEN coalesce(person || ' marked ' || student || ' absent today: the pickup was cancelled.', student || ' is absent today: the pickup was cancelled.')
        WHEN 'PICKUP_PRESENT' THEN coalesce(person || ' took back that ' || student || ' is absent today.', student || ' is not absent today.')
        WHEN 'PICKUP_LEFT_WAITING' THEN 'The school''s hours for pickup have ended, and ' || student || ' is still there.'
        WHEN 'NEW_PARENT' THEN person || ' sees all of the family, and may collect students once their schools have confirmed it.'
        WHEN 'CLASS_REQUEST' THEN person || ' asked for ' || student || '.'
        WHEN 'ABSENCE' THEN coalesce(person || ' excused the absence: ' || reason, person || ' excused the absence.')
        WHEN 'ABSENCE_UNEXCUSED' THEN coalesce(person || ' did not excuse the absence: ' || reason, person || ' did not excuse the absence.')
        WHEN 'CLASS_ABSENCE' THEN 'A parent of ' || student || ' reported, changed or withdrew an absence.'
        WHEN 'ANNOUNCEMENT' THEN coalesce(message, title)
        WHEN 'SCHOOL_EVENT' THEN coalesce(message, title)
        WHEN 'SCHOOL_POST' THEN 'Staff approved it.'
        WHEN 'POST_REJECTED' THEN coalesce('The reason: ' || reason, 'Staff gave no reason.')
        WHEN 'CONTENT_HIDDEN' THEN coalesce('The reason: ' || reason, 'Others do not see it any more.')
        WHEN 'CONTENT_SHOWN' THEN 'Others see it again.'
        WHEN 'CONTENT_REMOVED' THEN coalesce('The reason: ' || reason, 'You may appeal.')
        WHEN 'TICKET_CLOSED' THEN 'The ticket was closed.'
        WHEN 'CLASS_TICKET' THEN coalesce(student || ': ' || title, title)
        WHEN 'CONVERSATION' THEN 'It is in a conversation of your school.'
        WHEN 'REMINDER' THEN coalesce(due_date || ', ' || time, due_date)
        WHEN 'MEMBER_MESSAGE' THEN 'It is in a conversation of your family.'
        WHEN 'GROUP_MESSAGE' THEN 'It is in a conversation with a family of a group.'
        WHEN 'PROVIDER_MESSAGE' THEN 'It is in a conversation with a provider of services.'
        WHEN 'CLIENT_MESSAGE' THEN 'It is in a conversation with a family.'
        WHEN 'GROUP_REQUEST' THEN 'Let the family in, or decline.'
        WHEN 'GROUP_JOINED' THEN 'Your family is in the group now.'
        WHEN 'GROUP' THEN person || ' has written it.'
        WHEN 'GROUP_COMMENT' THEN person || ' has written it on your post.'
        WHEN 'GROUP_REPORT' THEN coalesce('The reason: ' || reason, 'There is no reason with it.')
        WHEN 'GROUP_HIDDEN' THEN 'Others do not see it any more.'
        WHEN 'BOOKING' THEN due_date || ', ' || time || '. Confirm the booking, or decline it.'
        WHEN 'BOOKING_MOVED' THEN 'Now on ' || due_date || ', ' || time || '. Confirm the booking, or decline it.'
        WHEN 'BOOKING_CANCELLED' THEN coalesce(person || ', ' || due_date || ', ' || time || ': ' || reason, due_date || ', ' || time)
        WHEN 'BOOKING_CONFIRMED' THEN person || ', ' || due_date || ', ' || time
        WHEN 'BOOKING_DONE' THEN person || ', ' || due_date || ', ' || time
        WHEN 'PROVIDER_BOOKING' THEN coalesce(title || ', ' || due_date || ', ' || time, title)
        WHEN 'PROVIDER_CONVERSATION' THEN person || ' has written.'
      END;
  END CASE;
  RETURN left(coalesce(words, event), 3000);
END
$$;
REVOKE ALL ON FUNCTION notice_body(text, text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION notice_body(text, text, text) TO hatched_app;
