-- The reason of a suggestion in a language, such as `de` or `de-AT`. A language without texts reads English.
--
-- subject: the name of the recipe, the service or the course. person: the name of the student. number: how often it was
-- planned or booked.
CREATE OR REPLACE FUNCTION suggestion_reason(rule text, subject text, person text, number int, language text) RETURNS text
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  words text;
BEGIN
  CASE split_part(lower(language), '-', 1)
    WHEN 'de' THEN
      words := CASE rule
        WHEN 'RECIPE_AGAIN' THEN '„%1$s“ war in den letzten 90 Tagen %3$s-mal geplant, und nicht innerhalb von 14 Tagen.'
        WHEN 'SERVICE_AGAIN' THEN '„%1$s“ war in den letzten 180 Tagen %3$s-mal gebucht, und keine Buchung ist offen.'
        WHEN 'SERVICE_WANTED' THEN '„%1$s“ ist von einer Art und aus einer Gegend, die die Familie in den letzten 180 Tagen gebucht hat.'
        WHEN 'STUDY_TIME' THEN 'In „%1$s“ bringt Lernen %2$s am meisten, und in den letzten 7 Tagen war keine Lernzeit.'
      END;
    WHEN 'es' THEN
      words := CASE rule
        WHEN 'RECIPE_AGAIN' THEN '«%1$s» se planificó %3$s veces en los últimos 90 días, y ninguna a menos de 14 días de hoy.'
        WHEN 'SERVICE_AGAIN' THEN '«%1$s» se reservó %3$s veces en los últimos 180 días, y no hay ninguna reserva abierta.'
        WHEN 'SERVICE_WANTED' THEN '«%1$s» es de un tipo y de una zona que la familia reservó en los últimos 180 días.'
        WHEN 'STUDY_TIME' THEN 'En «%1$s» es donde más gana %2$s si estudia, y no hubo estudio en los últimos 7 días.'
      END;
    WHEN 'fr' THEN
      words := CASE rule
        WHEN 'RECIPE_AGAIN' THEN '« %1$s » était au menu %3$s fois ces 90 derniers jours, et pas à moins de 14 jours d’aujourd’hui.'
        WHEN 'SERVICE_AGAIN' THEN '« %1$s » a été réservé %3$s fois ces 180 derniers jours, et aucune réservation n’est ouverte.'
        WHEN 'SERVICE_WANTED' THEN '« %1$s » est d’un genre et d’un quartier que la famille a réservés ces 180 derniers jours.'
        WHEN 'STUDY_TIME' THEN 'C’est en « %1$s » que %2$s gagne le plus à étudier, et rien ces 7 derniers jours.'
      END;
    ELSE
      words := CASE rule
        WHEN 'RECIPE_AGAIN' THEN '“%1$s” was planned %3$s times in the last 90 days, and not within 14 days.'
        WHEN 'SERVICE_AGAIN' THEN '“%1$s” was booked %3$s times in the last 180 days, and no booking is open.'
        WHEN 'SERVICE_WANTED' THEN '“%1$s” is of a kind, and in an area, that the family has booked in the last 180 days.'
        WHEN 'STUDY_TIME' THEN '“%1$s” is where study gains %2$s the most, and there was none in the last 7 days.'
      END;
  END CASE;
  RETURN format(words, subject, person, number);
END
$$;
REVOKE ALL ON FUNCTION suggestion_reason(text, text, text, integer, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION suggestion_reason(text, text, text, integer, text) TO hatched_app;
