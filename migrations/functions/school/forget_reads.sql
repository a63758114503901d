-- Forgets how far accounts have read conversations that are gone.
--
-- Owner's rights: the rows are those of other accounts.
CREATE OR REPLACE FUNCTION forget_reads() RETURNS trigger
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  DELETE FROM public.conversation_reads AS reads WHERE reads.id IN (SELECT changed.id FROM changed);
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION forget_reads() FROM PUBLIC;

CREATE OR REPLACE TRIGGER reads_forgotten AFTER DELETE ON conversations REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION forget_reads();
