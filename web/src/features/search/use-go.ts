import { useNavigate, useRouter } from '@tanstack/react-router';
import type { SearchOption } from './search.queries.ts';

/** Closes open dialogs as Escape does; one that must stay open stays. */
function closeDialogs(): void {
  for (const dialog of document.querySelectorAll('dialog[open]')) {
    dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
  }
}

/**
 * Returns a function that opens a result: a private chat, a room, a post, or a chat at a message. A chat replaces an open
 * chat or list in the history (SH-10); a page stays below it. A hashtag has no place of its own.
 */
export function useGo(): (option: Exclude<SearchOption, { kind: 'hashtags' }>) => void {
  const navigate = useNavigate();
  const router = useRouter();
  const here = () => router.state.location;
  const how = () => ({ replace: !/^\/(profile|post)\//.test(here().pathname), ignoreBlocker: true });
  const toRoom = (groupId: string, search: { m?: number } = {}) =>
    navigate({ to: '/v1/group/$groupId', params: { groupId }, search, ...how() });
  const toPrivateChat = (username: string, search: { m?: number } = {}) =>
    navigate({ to: '/v1/chat/$username', params: { username }, search, ...how() });

  return (option) => {
    closeDialogs();
    switch (option.kind) {
      case 'people':
        void toPrivateChat(option.user.username);
        return;
      case 'rooms':
        void toRoom(option.group.group_id);
        return;
      case 'posts':
        void navigate({
          to: '/post/$mediaId',
          params: { mediaId: option.post.media_id },
          ignoreBlocker: true,
        });
        return;
      case 'messages': {
        const { message, where } = option.result;
        const open = (search: { m?: number }) =>
          'group_id' in where ? toRoom(where.group_id, search) : toPrivateChat(where.username, search);
        const at = { m: message.sequence };
        // The chat moves when the address changes.
        const { search: current } = here();
        const isThere = 'm' in current && current.m === at.m;
        void (isThere ? open({}).then(() => open(at)) : open(at));
      }
    }
  };
}
