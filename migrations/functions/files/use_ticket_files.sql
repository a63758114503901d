-- Ties files of its school to a new message of a ticket that the account in scope sees. Returns those that are no files
-- of the school, or that the account has neither sent nor sees in a row: then the caller fails. The family is locked.
--
-- Owner's rights: the files of a school are seen through its rows alone, and a file that no row uses through none.
CREATE OR REPLACE FUNCTION use_ticket_files(message uuid, wanted uuid[]) RETURNS SETOF uuid
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  account uuid := nullif(current_setting('hatched.account_id', true), '')::uuid;
  known public.ticket_messages;
  own public.members;
BEGIN
  SELECT * INTO known FROM public.ticket_messages told
  WHERE told.id = message AND public.ticket_is_seen(told.family_id, told.ticket_id);
  SELECT * INTO own FROM public.members
  WHERE members.account_id = account AND members.family_id = nullif(current_setting('hatched.family_id', true), '')::uuid;
  INSERT INTO public.ticket_files (family_id, id, message_id, file_id)
  SELECT known.family_id, gen_random_uuid(), message, files.id FROM public.files
  WHERE files.home_id = known.school_id AND files.id = ANY (wanted) AND (
    files.owner_id = account
    OR files.unused_since IS NULL
      AND public.school_file_is_seen(known.school_id, files.id, NULL, NULL, coalesce(own.role = 'STUDENT', false), own.birthday));
  RETURN QUERY
    SELECT named.id FROM unnest(wanted) AS named (id) WHERE NOT EXISTS (
      SELECT 1 FROM public.ticket_files uses
      WHERE uses.family_id = known.family_id AND uses.message_id = message AND uses.file_id = named.id);
END
$$;
REVOKE ALL ON FUNCTION use_ticket_files(uuid, uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION use_ticket_files(uuid, uuid[]) TO hatched_app;
