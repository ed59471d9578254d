-- Returns the reactions to a message as the viewer may see them, in the order of the oldest reaction that remains, as a JSON
-- array of {emoji, count, mine, usernames} (RX-02); null without any. `usernames` holds at most three, the viewer first.
-- Users in a block with the viewer, deleted users, and suspended users are left out; administrators see suspended users.
-- Viewer 0 stands for a viewer without reactions and blocks.
CREATE OR REPLACE FUNCTION reactions_of(in_conversation bigint, of_sequence bigint, viewer_id bigint)
 RETURNS json
 LANGUAGE sql
 STABLE
AS $$
  SELECT json_agg(json_build_object('emoji', emoji, 'count', count, 'mine', mine, 'usernames', usernames)
                  ORDER BY first_id)
  FROM (
    SELECT reaction.emoji, count(*) AS count, bool_or(reaction.user_id = viewer_id) AS mine, min(reaction.id) AS first_id,
           (array_agg(person.username ORDER BY reaction.user_id = viewer_id DESC, reaction.id))[1:3] AS usernames
    FROM message_reactions reaction
    JOIN users person ON person.id = reaction.user_id
    WHERE reaction.conversation_id = in_conversation AND reaction.sequence = of_sequence
      AND person.deleted_at IS NULL
      AND (person.suspended_at IS NULL
           OR EXISTS (SELECT FROM users viewer WHERE viewer.id = viewer_id AND viewer.role = 'admin'))
      AND NOT EXISTS (SELECT FROM blocks WHERE blocker_id = viewer_id AND blocked_id = person.id)
      AND NOT EXISTS (SELECT FROM blocks WHERE blocker_id = person.id AND blocked_id = viewer_id)
    GROUP BY reaction.emoji
  ) counted
$$;
