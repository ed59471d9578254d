import type { InboxItem } from '@adda/contract/inbox';
import type { GroupMessage } from '@adda/contract/rooms';
import { minutesAgo, privateMessageOf } from '../../test/people-page.tsx';
import { GROUP_ID, messageAt } from '../rooms/rooms.fixture.ts';

const nothing = {
  picture: null,
  unread_count: 0,
  mention_count: 0,
  is_muted: false,
  draft: null,
  updated_at: minutesAgo(10),
} as const;

/** A room of asha in the inbox, in which riya wrote last. */
export const roomRow = (
  given: Partial<Extract<InboxItem, { kind: 'room' }>> = {},
  message: Partial<GroupMessage> = {},
): InboxItem => ({
  kind: 'room',
  group_id: GROUP_ID,
  name: 'Rooftop Nights',
  is_online: null,
  latest_message: messageAt(4, { content: 'see you at ten', ...message }),
  ...nothing,
  ...given,
});

/** A private chat of asha in the inbox, in which the other user wrote last. */
export const chatRow = (
  username: string,
  given: Partial<Extract<InboxItem, { kind: 'private' }>> = {},
): InboxItem => ({
  kind: 'private',
  username,
  name: username,
  is_online: true,
  latest_message: privateMessageOf(username, 'asha'),
  ...nothing,
  ...given,
});
