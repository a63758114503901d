-- The school by its key, and its rows by the indexes of their lists, under the same row-level security: an audience is compared as the
-- policies do, and row_to_json on whole rows is cheaper than json_build_object.
SELECT json_build_object('schools', (
  SELECT coalesce(json_agg(school), '[]') FROM (
    SELECT schools.name,
      (
        SELECT coalesce(json_agg(told), '[]') FROM (
          SELECT announcements.id, announcements.title, announcements.text, announcements.priority, (
            SELECT row_to_json(shown) FROM (
              SELECT files.id, files.name, files.width, files.height FROM files
              WHERE files.home_id = schools.id AND files.id = announcements.picture_id
            ) shown) AS picture
          FROM announcements
          WHERE announcements.school_id = schools.id AND announcements.audience && nullif(current_setting('hatched.audience_ids', true), '')::uuid[]
            AND (announcements.begins_at IS NULL OR announcements.begins_at <= now())
          ORDER BY announcements.rank, announcements.position, announcements.shown_from DESC, announcements.id
          LIMIT 5
        ) told
      ) AS announcements,
      (
        SELECT coalesce(json_agg(happening), '[]') FROM (
          SELECT school_events.id, school_events.title, school_events.category, school_events.starts_at AS start, school_events.place,
            school_events.latitude, school_events.longitude
          FROM school_events
          WHERE school_events.school_id = schools.id AND school_events.audience && nullif(current_setting('hatched.audience_ids', true), '')::uuid[]
          ORDER BY school_events.begins_at, school_events.id
          LIMIT 10
        ) happening
      ) AS events,
      (
        SELECT coalesce(json_agg(written), '[]') FROM (
          SELECT school_posts.id, school_posts.text, school_posts.created_at AS "createdAt", school_posts.author_name AS "authorName",
            (
              SELECT row_to_json(author) FROM (
                SELECT school_people.id, school_people.name, school_people.kind FROM school_people
                WHERE school_people.school_id = schools.id AND school_people.id = school_posts.author_id
              ) author) AS author,
            (
              SELECT coalesce(json_agg(shown), '[]') FROM (
                SELECT files.id, files.name, files.width, files.height
                FROM school_post_pictures uses JOIN files ON files.home_id = schools.id AND files.id = uses.file_id
                WHERE uses.school_id = schools.id AND uses.post_id = school_posts.id
                ORDER BY files.created_at, files.id
                LIMIT 3
              ) shown) AS pictures
          FROM school_posts
          WHERE school_posts.school_id = schools.id AND school_posts.audience && nullif(current_setting('hatched.audience_ids', true), '')::uuid[]
            AND NOT school_posts.hidden_keys && nullif(current_setting('hatched.hidden_ids', true), '')::uuid[]
            AND (school_posts.is_shown OR school_posts.author_id = ANY (nullif(current_setting('hatched.audience_ids', true), '')::uuid[]))
          ORDER BY school_posts.created_at DESC, school_posts.id
          LIMIT 20
        ) written
      ) AS posts
    FROM schools
    WHERE schools.id = ANY (nullif(current_setting('hatched.school_ids', true), '')::uuid[])
    ORDER BY schools.name, schools.id
    LIMIT 1
  ) school
)) AS answer;
