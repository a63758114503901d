-- The accounts whose versions change with what members of a family wrote at schools, and with the conversations of these
-- members and of classes: of those who commented, and of those who take part.
CREATE OR REPLACE FUNCTION accounts_beside(concerned uuid[], classes uuid[]) RETURNS uuid[]
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN ARRAY(
    SELECT people.account_id FROM public.school_people authors
    JOIN public.school_posts posts ON posts.school_id = authors.school_id AND posts.author_id = authors.id
    JOIN public.school_comments comments ON comments.school_id = posts.school_id AND comments.post_id = posts.id
    JOIN public.school_people people ON people.school_id = comments.school_id AND people.id = comments.author_id
    WHERE authors.member_id = ANY (concerned)
    UNION SELECT people.account_id FROM public.school_people persons
    JOIN public.conversation_people named ON named.home_id = persons.school_id AND named.person_id = persons.id
    JOIN public.conversation_people talking ON talking.home_id = named.home_id AND talking.conversation_id = named.conversation_id
    JOIN public.school_people people ON people.school_id = talking.home_id AND people.id = talking.person_id
    WHERE persons.member_id = ANY (concerned)
    UNION SELECT people.account_id FROM public.conversations talk
    JOIN public.conversation_people talking ON talking.home_id = talk.home_id AND talking.conversation_id = talk.id
    JOIN public.school_people people ON people.school_id = talking.home_id AND people.id = talking.person_id
    WHERE talk.class_id = ANY (classes));
END
$$;
REVOKE ALL ON FUNCTION accounts_beside(uuid[], uuid[]) FROM PUBLIC;
