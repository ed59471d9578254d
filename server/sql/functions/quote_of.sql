-- Returns a message as the viewer may see it quoted in a reply, as {sender, content, has_image, has_voice, has_video,
-- is_whisper, is_deleted} (RY-01); null if the viewer may not see it. `content` is whole, the excerpt is cut by the
-- caller. A deleted message keeps only its sender.
CREATE OR REPLACE FUNCTION quote_of(in_conversation bigint, of_sequence bigint, viewer_id bigint)
 RETURNS json
 LANGUAGE sql
 STABLE
AS $$
  SELECT json_build_object(
    'sender', author.username,
    'content', CASE WHEN original.deleted_at IS NULL THEN original.content ELSE '' END,
    'has_image', original.deleted_at IS NULL AND original.image_id IS NOT NULL,
    'has_voice', original.deleted_at IS NULL AND original.audio_id IS NOT NULL,
    'has_video', original.deleted_at IS NULL AND original.youtube_url IS NOT NULL,
    'is_whisper', original.recipient_ids IS NOT NULL,
    'is_deleted', original.deleted_at IS NOT NULL)
  FROM messages original
  JOIN users author ON author.id = original.sender_id
  JOIN conversations head ON head.id = original.conversation_id
  LEFT JOIN conversation_members own ON own.conversation_id = original.conversation_id AND own.user_id = viewer_id
  WHERE original.conversation_id = in_conversation AND original.sequence = of_sequence
    AND original.sequence > greatest(head.cleared_to, own.cleared_to)
    AND (original.recipient_ids IS NULL OR original.sender_id = viewer_id OR viewer_id = ANY (original.recipient_ids))
    AND (author.suspended_at IS NULL OR head.kind = 'direct'
         OR EXISTS (SELECT FROM users viewer WHERE viewer.id = viewer_id AND viewer.role = 'admin'))
    AND NOT EXISTS (SELECT FROM blocks WHERE blocker_id = viewer_id AND blocked_id = author.id)
    AND NOT EXISTS (SELECT FROM blocks WHERE blocker_id = author.id AND blocked_id = viewer_id)
    AND NOT EXISTS (
      SELECT FROM hidden_messages hidden
      WHERE hidden.user_id = viewer_id AND hidden.conversation_id = original.conversation_id
        AND hidden.sequence = original.sequence)
$$;
