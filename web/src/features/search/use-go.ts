import { chatHref, postHref } from '@adda/contract/activity';
import { useGoTo } from '../../platform/use-go-to.ts';
import type { SearchOption } from './search.queries.ts';

type Opened = Exclude<SearchOption, { kind: 'hashtags' }>;

/** Closes open dialogs as Escape does; one that must stay open stays. */
function closeDialogs(): void {
  for (const dialog of document.querySelectorAll('dialog[open]')) {
    dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
  }
}

function hrefOf(option: Opened): string {
  switch (option.kind) {
    case 'people':
      return chatHref({ username: option.user.username });
    case 'rooms':
      return chatHref({ groupId: option.group.group_id });
    case 'posts':
      return postHref(option.post.media_id);
    case 'messages': {
      const { message, where } = option.result;
      const chat = 'group_id' in where ? { groupId: where.group_id } : where;
      return chatHref(chat, message.sequence);
    }
  }
}

/**
 * Returns a function that opens a result: a private chat, a room, a post, or a chat at a message. A hashtag has no place of its
 * own.
 */
export function useGo(): (option: Opened) => void {
  const goTo = useGoTo();
  return (option) => {
    closeDialogs();
    goTo(hrefOf(option));
  };
}
