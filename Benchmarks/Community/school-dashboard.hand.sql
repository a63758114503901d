-- Each list by the index that has its order, and what belongs to a row by its key, for the rows of the page alone: five, and twenty. The
-- audience, what is shown and what the viewer has hidden are conditions of the policies, which are not written twice. To read the posts first,
-- and then the authors and the pictures of all of them together, takes a quarter longer, for the groups. A join of the pictures' uses with files
-- is planned as if a school had few: OFFSET 0 has each file read by its id.
SELECT json_build_object('school', (
  SELECT json_build_object(
    'name', schools.name,
    'announcements', (
      SELECT coalesce(json_agg(announcement), '[]') FROM (
        SELECT id, title, text, priority, begins_at AS "from", ends_at AS "until", (
          SELECT row_to_json(picture) FROM (
            SELECT files.id, files.media_type AS "mediaType", files.width, files.height FROM files
            WHERE files.id = announcements.picture_id
          ) picture
        ) AS picture
        FROM announcements
        WHERE announcements.school_id = schools.id AND (begins_at IS NULL OR begins_at <= now()) AND (ends_at IS NULL OR ends_at > now())
        ORDER BY rank, position, shown_from DESC, id
        LIMIT 5
      ) announcement
    ),
    'events', (
      SELECT coalesce(json_agg(event), '[]') FROM (
        SELECT id, title, category, starts_at AS "start", ends_at AS "end", first_day AS "firstDay", last_day AS "lastDay", place, latitude,
          longitude
        FROM school_events
        WHERE school_events.school_id = schools.id AND closes_at > now()
        ORDER BY begins_at, id
        LIMIT 10
      ) event
    ),
    'posts', (
      SELECT coalesce(json_agg(post), '[]') FROM (
        SELECT id, text, date, created_at AS "createdAt", (
          SELECT row_to_json(author) FROM (
            SELECT people.name, people.kind, (
              SELECT row_to_json(picture) FROM (
                SELECT files.id, files.media_type AS "mediaType", files.width, files.height FROM files
                WHERE files.id = people.picture_id
              ) picture
            ) AS picture
            FROM school_people people
            WHERE people.school_id = school_posts.school_id AND people.id = school_posts.author_id
          ) author
        ) AS author, (
          SELECT coalesce(json_agg(picture), '[]') FROM (
            SELECT file.id, file.media_type AS "mediaType", file.width, file.height
            FROM school_post_pictures uses
            CROSS JOIN LATERAL (SELECT id, media_type, width, height, created_at FROM files WHERE files.id = uses.file_id OFFSET 0) file
            WHERE uses.school_id = school_posts.school_id AND uses.post_id = school_posts.id
            ORDER BY file.created_at, file.id
            LIMIT 10
          ) picture
        ) AS pictures
        FROM school_posts
        WHERE school_posts.school_id = schools.id
        ORDER BY created_at DESC, id
        LIMIT 20
      ) post
    )
  )
  FROM schools
  WHERE schools.id = :id::uuid AND schools.id = ANY (nullif(current_setting('hatched.school_ids', true), '')::uuid[])
)) AS answer;
