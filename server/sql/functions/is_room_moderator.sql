-- Whether a user moderates a room: its creator, a member with a permission, or a global administrator (GR-03).
CREATE OR REPLACE FUNCTION is_room_moderator(of_conversation_id bigint, of_user_id bigint)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $$
  SELECT EXISTS (
      SELECT FROM rooms room WHERE room.conversation_id = of_conversation_id AND room.creator_id = of_user_id
    ) OR EXISTS (
      SELECT FROM room_grants held WHERE held.conversation_id = of_conversation_id AND held.user_id = of_user_id
    ) OR EXISTS (SELECT FROM users person WHERE person.id = of_user_id AND person.role = 'admin')
$$;
