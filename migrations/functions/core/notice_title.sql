-- The title of a notice in a language, such as `de` or `de-AT`. A language without texts reads English, and an event
-- without a text its name.
--
-- Written from Sources/Domain/Core/Notices: HATCHED_RECORD_NOTICES=1 scripts/test --filter NoticeFileTests
CREATE OR REPLACE FUNCTION notice_title(event text, arguments text, language text) RETURNS text
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
        WHEN 'HELP_REQUEST' THEN student || ' bittet um Hilfe'
        WHEN 'JOIN_REQUEST' THEN person || ' möchte in die Familie'
        WHEN 'OVERDUE' THEN 'Überfällig: ' || assignment
        WHEN 'WAITS_FOR_GRADE' THEN 'Wartet auf eine Note: ' || assignment
        WHEN 'PICKUP' THEN student || ': Neues zur Abholung'
        WHEN 'PICKUP_REQUESTED' THEN student || ' soll abgeholt werden'
        WHEN 'PICKUP_CANCELLED' THEN student || ': Abholung abgesagt'
        WHEN 'PICKUP_READY' THEN student || ' ist bereit'
        WHEN 'PICKUP_NOT_READY' THEN student || ' ist noch nicht bereit'
        WHEN 'PICKUP_CONFIRMED' THEN student || ' wurde abgeholt'
        WHEN 'PICKUP_REOPENED' THEN student || ' ist wieder bereit'
        WHEN 'PICKUP_ABSENT' THEN student || ' wurde als abwesend eingetragen'
        WHEN 'PICKUP_ABSENT_CANCELLED' THEN student || ' wurde als abwesend eingetragen'
        WHEN 'PICKUP_PRESENT' THEN student || ' ist nicht abwesend'
        WHEN 'PICKUP_LEFT_WAITING' THEN student || ' ist noch in der Schule'
        WHEN 'SCHOOL_MESSAGE' THEN person || ' über ' || student
        WHEN 'NEW_PARENT' THEN person || ' gehört jetzt zu den Eltern Ihrer Familie'
        WHEN 'CLASS_REQUEST' THEN student || ' soll abgeholt werden'
        WHEN 'CLASS_MESSAGE' THEN person || ' über ' || student
        WHEN 'ABSENCE' THEN student || ': Die Abwesenheit ist entschuldigt'
        WHEN 'ABSENCE_UNEXCUSED' THEN student || ': Die Abwesenheit ist nicht entschuldigt'
        WHEN 'CLASS_ABSENCE' THEN student || ': Neues zu einer Abwesenheit'
        WHEN 'ANNOUNCEMENT' THEN school || ': ' || title
        WHEN 'SCHOOL_EVENT' THEN school || ': ' || title
        WHEN 'SCHOOL_POST' THEN 'Ihr Beitrag ist veröffentlicht'
        WHEN 'POST_REJECTED' THEN 'Ihr Beitrag wurde nicht freigegeben'
        WHEN 'CONTENT_HIDDEN' THEN 'Ihr Text wurde verborgen'
        WHEN 'CONTENT_SHOWN' THEN 'Ihr Text ist wieder zu sehen'
        WHEN 'CONTENT_REMOVED' THEN 'Ihr Text wurde entfernt'
        WHEN 'TICKET' THEN person || ', ' || school || ': ' || title
        WHEN 'TICKET_CLOSED' THEN school || ': ' || title
        WHEN 'CLASS_TICKET' THEN 'Neues zu einer Anfrage'
        WHEN 'CONVERSATION' THEN 'Neue Nachricht von ' || person
        WHEN 'REMINDER' THEN 'Erinnerung: ' || title
        WHEN 'MEMBER_MESSAGE' THEN 'Neue Nachricht von ' || person
        WHEN 'GROUP_MESSAGE' THEN 'Neue Nachricht von ' || person
        WHEN 'PROVIDER_MESSAGE' THEN 'Neue Nachricht von ' || person
        WHEN 'CLIENT_MESSAGE' THEN 'Neue Nachricht von ' || person
        WHEN 'GROUP_REQUEST' THEN person || ' möchte zu ' || title
        WHEN 'GROUP_JOINED' THEN 'Willkommen bei ' || title
        WHEN 'GROUP' THEN 'Neuer Beitrag in ' || title
        WHEN 'GROUP_COMMENT' THEN 'Neuer Kommentar in ' || title
        WHEN 'GROUP_REPORT' THEN 'Eine Meldung in ' || title
        WHEN 'GROUP_HIDDEN' THEN 'Ihr Text in ' || title || ' wurde verborgen'
        WHEN 'BOOKING' THEN person || ' bucht: ' || title
        WHEN 'BOOKING_MOVED' THEN person || ' verschiebt: ' || title
        WHEN 'BOOKING_CANCELLED' THEN 'Abgesagt: ' || title
        WHEN 'BOOKING_CONFIRMED' THEN 'Bestätigt: ' || title
        WHEN 'BOOKING_DONE' THEN 'Erledigt: ' || title
        WHEN 'PROVIDER_BOOKING' THEN 'Neues zu einer Buchung'
        WHEN 'PROVIDER_CONVERSATION' THEN 'Neues in einem Gespräch'
      END;
    WHEN 'es' THEN
      words := CASE event
        WHEN 'HELP_REQUEST' THEN student || ' pide ayuda'
        WHEN 'JOIN_REQUEST' THEN person || ' pide unirse a la familia'
        WHEN 'OVERDUE' THEN 'Atrasado: ' || assignment
        WHEN 'WAITS_FOR_GRADE' THEN 'Pendiente de nota: ' || assignment
        WHEN 'PICKUP' THEN student || ': novedades de la recogida'
        WHEN 'PICKUP_REQUESTED' THEN 'Han pedido a ' || student
        WHEN 'PICKUP_CANCELLED' THEN student || ': recogida cancelada'
        WHEN 'PICKUP_READY' THEN 'Ya pueden recoger a ' || student
        WHEN 'PICKUP_NOT_READY' THEN 'Aún no pueden recoger a ' || student
        WHEN 'PICKUP_CONFIRMED' THEN 'Han recogido a ' || student
        WHEN 'PICKUP_REOPENED' THEN 'Ya pueden recoger a ' || student || ' de nuevo'
        WHEN 'PICKUP_ABSENT' THEN student || ': ausencia anotada'
        WHEN 'PICKUP_ABSENT_CANCELLED' THEN student || ': ausencia anotada'
        WHEN 'PICKUP_PRESENT' THEN student || ' no falta'
        WHEN 'PICKUP_LEFT_WAITING' THEN student || ' sigue en la escuela'
        WHEN 'SCHOOL_MESSAGE' THEN person || ' sobre ' || student
        WHEN 'NEW_PARENT' THEN person || ' es ahora padre o madre en su familia'
        WHEN 'CLASS_REQUEST' THEN 'Han pedido a ' || student
        WHEN 'CLASS_MESSAGE' THEN person || ' sobre ' || student
        WHEN 'ABSENCE' THEN student || ': ausencia justificada'
        WHEN 'ABSENCE_UNEXCUSED' THEN student || ': ausencia no justificada'
        WHEN 'CLASS_ABSENCE' THEN student || ': novedades de una ausencia'
        WHEN 'ANNOUNCEMENT' THEN school || ': ' || title
        WHEN 'SCHOOL_EVENT' THEN school || ': ' || title
        WHEN 'SCHOOL_POST' THEN 'Su publicación ya se ve'
        WHEN 'POST_REJECTED' THEN 'Su publicación no ha sido aprobada'
        WHEN 'CONTENT_HIDDEN' THEN 'Su texto ha sido ocultado'
        WHEN 'CONTENT_SHOWN' THEN 'Su texto se ve de nuevo'
        WHEN 'CONTENT_REMOVED' THEN 'Su texto ha sido retirado'
        WHEN 'TICKET' THEN person || ', ' || school || ': ' || title
        WHEN 'TICKET_CLOSED' THEN school || ': ' || title
        WHEN 'CLASS_TICKET' THEN 'Novedades de una consulta'
        WHEN 'CONVERSATION' THEN 'Nuevo mensaje de ' || person
        WHEN 'REMINDER' THEN 'Recordatorio: ' || title
        WHEN 'MEMBER_MESSAGE' THEN 'Nuevo mensaje de ' || person
        WHEN 'GROUP_MESSAGE' THEN 'Nuevo mensaje de ' || person
        WHEN 'PROVIDER_MESSAGE' THEN 'Nuevo mensaje de ' || person
        WHEN 'CLIENT_MESSAGE' THEN 'Nuevo mensaje de ' || person
        WHEN 'GROUP_REQUEST' THEN person || ' quiere entrar en ' || title
        WHEN 'GROUP_JOINED' THEN 'Bienvenidos a ' || title
        WHEN 'GROUP' THEN 'Nueva publicación en ' || title
        WHEN 'GROUP_COMMENT' THEN 'Nuevo comentario en ' || title
        WHEN 'GROUP_REPORT' THEN 'Un aviso en ' || title
        WHEN 'GROUP_HIDDEN' THEN 'Se ha ocultado lo que escribió en ' || title
        WHEN 'BOOKING' THEN person || ' reserva: ' || title
        WHEN 'BOOKING_MOVED' THEN person || ' cambia la hora: ' || title
        WHEN 'BOOKING_CANCELLED' THEN 'Cancelada: ' || title
        WHEN 'BOOKING_CONFIRMED' THEN 'Confirmada: ' || title
        WHEN 'BOOKING_DONE' THEN 'Terminada: ' || title
        WHEN 'PROVIDER_BOOKING' THEN 'Novedades de una reserva'
        WHEN 'PROVIDER_CONVERSATION' THEN 'Novedades en una conversación'
      END;
    WHEN 'fr' THEN
      words := CASE event
        WHEN 'HELP_REQUEST' THEN student || ' demande de l’aide'
        WHEN 'JOIN_REQUEST' THEN person || ' demande à rejoindre la famille'
        WHEN 'OVERDUE' THEN 'En retard : ' || assignment
        WHEN 'WAITS_FOR_GRADE' THEN 'En attente d’une note : ' || assignment
        WHEN 'PICKUP' THEN student || ' : du nouveau sur la sortie'
        WHEN 'PICKUP_REQUESTED' THEN student || ' est demandé à la sortie'
        WHEN 'PICKUP_CANCELLED' THEN student || ' : sortie annulée'
        WHEN 'PICKUP_READY' THEN student || ' attend à la sortie'
        WHEN 'PICKUP_NOT_READY' THEN student || ' n’attend pas encore'
        WHEN 'PICKUP_CONFIRMED' THEN 'On est venu chercher ' || student
        WHEN 'PICKUP_REOPENED' THEN student || ' attend de nouveau à la sortie'
        WHEN 'PICKUP_ABSENT' THEN student || ' : absence notée'
        WHEN 'PICKUP_ABSENT_CANCELLED' THEN student || ' : absence notée'
        WHEN 'PICKUP_PRESENT' THEN student || ' n’est pas absent'
        WHEN 'PICKUP_LEFT_WAITING' THEN student || ' est encore à l’école'
        WHEN 'SCHOOL_MESSAGE' THEN person || ' à propos de ' || student
        WHEN 'NEW_PARENT' THEN person || ' est maintenant parent dans votre famille'
        WHEN 'CLASS_REQUEST' THEN student || ' est demandé à la sortie'
        WHEN 'CLASS_MESSAGE' THEN person || ' à propos de ' || student
        WHEN 'ABSENCE' THEN student || ' : absence excusée'
        WHEN 'ABSENCE_UNEXCUSED' THEN student || ' : absence non excusée'
        WHEN 'CLASS_ABSENCE' THEN student || ' : une absence'
        WHEN 'ANNOUNCEMENT' THEN school || ' : ' || title
        WHEN 'SCHOOL_EVENT' THEN school || ' : ' || title
        WHEN 'SCHOOL_POST' THEN 'Votre publication est en ligne'
        WHEN 'POST_REJECTED' THEN 'Votre publication n’a pas été approuvée'
        WHEN 'CONTENT_HIDDEN' THEN 'Votre texte a été masqué'
        WHEN 'CONTENT_SHOWN' THEN 'Votre texte est de nouveau visible'
        WHEN 'CONTENT_REMOVED' THEN 'Votre texte a été retiré'
        WHEN 'TICKET' THEN person || ', ' || school || ' : ' || title
        WHEN 'TICKET_CLOSED' THEN school || ' : ' || title
        WHEN 'CLASS_TICKET' THEN 'Du nouveau sur une demande'
        WHEN 'CONVERSATION' THEN 'Nouveau message de ' || person
        WHEN 'REMINDER' THEN 'Rappel : ' || title
        WHEN 'MEMBER_MESSAGE' THEN 'Nouveau message de ' || person
        WHEN 'GROUP_MESSAGE' THEN 'Nouveau message de ' || person
        WHEN 'PROVIDER_MESSAGE' THEN 'Nouveau message de ' || person
        WHEN 'CLIENT_MESSAGE' THEN 'Nouveau message de ' || person
        WHEN 'GROUP_REQUEST' THEN person || ' demande à rejoindre ' || title
        WHEN 'GROUP_JOINED' THEN 'Bienvenue dans ' || title
        WHEN 'GROUP' THEN 'Nouvelle publication dans ' || title
        WHEN 'GROUP_COMMENT' THEN 'Nouveau commentaire dans ' || title
        WHEN 'GROUP_REPORT' THEN 'Un signalement dans ' || title
        WHEN 'GROUP_HIDDEN' THEN 'Votre texte dans ' || title || ' a été masqué'
        WHEN 'BOOKING' THEN person || ' réserve : ' || title
        WHEN 'BOOKING_MOVED' THEN person || ' déplace : ' || title
        WHEN 'BOOKING_CANCELLED' THEN 'Annulé : ' || title
        WHEN 'BOOKING_CONFIRMED' THEN 'Confirmé : ' || title
        WHEN 'BOOKING_DONE' THEN 'Terminé : ' || title
        WHEN 'PROVIDER_BOOKING' THEN 'Du nouveau sur une réservation'
        WHEN 'PROVIDER_CONVERSATION' THEN 'Du nouveau dans une conversation'
      END;
    ELSE
      words := CASE event
        WHEN 'HELP_REQUEST' THEN student || ' asks for help'
        WHEN 'JOIN_REQUEST' THEN person || ' asks to join the family'
        WHEN 'OVERDUE' THEN 'Overdue: ' || assignment
        WHEN 'WAITS_FOR_GRADE' THEN 'Waits for a grade: ' || assignment
        WHEN 'PICKUP' THEN student || ': news of the pickup'
        WHEN 'PICKUP_REQUESTED' THEN student || ' was asked for'
        WHEN 'PICKUP_CANCELLED' THEN student || ': the pickup was cancelled'
        WHEN 'PICKUP_READY' THEN student || ' is ready'
        WHEN 'PICKUP_NOT_READY' THEN student || ' is not ready yet'
        WHEN 'PICKUP_CONFIRMED' THEN student || ' was picked up'
        WHEN 'PICKUP_REOPENED' THEN student || ' is ready again'
        WHEN 'PICKUP_ABSENT' THEN student || ' was marked absent'
        WHEN 'PICKUP_ABSENT_CANCELLED' THEN student || ' was marked absent'
        WHEN 'PICKUP_PRESENT' THEN student || ' is not absent'
        WHEN 'PICKUP_LEFT_WAITING' THEN student || ' is still at school'
        WHEN 'SCHOOL_MESSAGE' THEN person || ' on ' || student
        WHEN 'NEW_PARENT' THEN person || ' is a parent of your family now'
        WHEN 'CLASS_REQUEST' THEN student || ' was asked for'
        WHEN 'CLASS_MESSAGE' THEN person || ' on ' || student
        WHEN 'ABSENCE' THEN student || ': the absence is excused'
        WHEN 'ABSENCE_UNEXCUSED' THEN student || ': the absence is not excused'
        WHEN 'CLASS_ABSENCE' THEN student || ': news of an absence'
        WHEN 'ANNOUNCEMENT' THEN school || ': ' || title
        WHEN 'SCHOOL_EVENT' THEN school || ': ' || title
        WHEN 'SCHOOL_POST' THEN 'Your post is published'
        WHEN 'POST_REJECTED' THEN 'Your post was not approved'
        WHEN 'CONTENT_HIDDEN' THEN 'What you wrote was hidden'
        WHEN 'CONTENT_SHOWN' THEN 'What you wrote is shown again'
        WHEN 'CONTENT_REMOVED' THEN 'What you wrote was removed'
        WHEN 'TICKET' THEN person || ', ' || school || ': ' || title
        WHEN 'TICKET_CLOSED' THEN school || ': ' || title
        WHEN 'CLASS_TICKET' THEN 'News of a ticket'
        WHEN 'CONVERSATION' THEN 'New message from ' || person
        WHEN 'REMINDER' THEN 'Reminder: ' || title
        WHEN 'MEMBER_MESSAGE' THEN 'New message from ' || person
        WHEN 'GROUP_MESSAGE' THEN 'New message from ' || person
        WHEN 'PROVIDER_MESSAGE' THEN 'New message from ' || person
        WHEN 'CLIENT_MESSAGE' THEN 'New message from ' || person
        WHEN 'GROUP_REQUEST' THEN person || ' asks to join ' || title
        WHEN 'GROUP_JOINED' THEN 'Welcome to ' || title
        WHEN 'GROUP' THEN 'New post in ' || title
        WHEN 'GROUP_COMMENT' THEN 'New comment in ' || title
        WHEN 'GROUP_REPORT' THEN 'A report in ' || title
        WHEN 'GROUP_HIDDEN' THEN 'What you wrote in ' || title || ' was hidden'
        WHEN 'BOOKING' THEN person || ' books: ' || title
        WHEN 'BOOKING_MOVED' THEN person || ' moves: ' || title
        WHEN 'BOOKING_CANCELLED' THEN 'Cancelled: ' || title
        WHEN 'BOOKING_CONFIRMED' THEN 'Confirmed: ' || title
        WHEN 'BOOKING_DONE' THEN 'Done: ' || title
        WHEN 'PROVIDER_BOOKING' THEN 'News of a booking'
        WHEN 'PROVIDER_CONVERSATION' THEN 'News in a conversation'
      END;
  END CASE;
  RETURN left(coalesce(words, event), 300);
END
$$;
REVOKE ALL ON FUNCTION notice_title(text, text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION notice_title(text, text, text) TO hatched_app;
