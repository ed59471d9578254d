import { t } from '@lingui/core/macro';
import { shownName } from '@adda/contract/accounts';
import type { ChatMessage } from '../history/conversation.ts';
import { useEffect, useRef, useState } from 'react';
import type { MessageStore } from '../history/message-store.ts';

/** So many of the messages that came at once are read out. */
const MOST_AT_ONCE = 3;

/** What somebody said, and that there is something to look at. */
function spoken(message: ChatMessage): string {
  const { sender, content, image_url: image, youtube_url: video, is_private: isWhisper } = message;
  const parts = [content, image === null ? '' : t`(image)`, video ? t`(video)` : ''];
  const words = parts.filter((part) => part !== '').join(' ');
  const name = shownName(sender);
  // Whoever answers must know that nobody else heard it.
  return isWhisper ? t`${name} whispers: ${words}` : `${name}: ${words}`;
}

type Line = { readonly key: string; readonly text: string };

/** Reads out 'name: text' of what others say while the chat is open, and what happens in it. */
export function LiveMessages({ store, account }: { store: MessageStore; account: string }) {
  const [lines, setLines] = useState<readonly Line[]>([]);
  const readTo = useRef<{ sequence: number; notices: number }>(undefined);
  useEffect(() => {
    const from = readTo.current;
    const sequence = Math.max(store.messages.at(-1)?.sequence ?? 0, from?.sequence ?? 0);
    readTo.current = { sequence, notices: store.notices.length };
    if (!from) return;
    const said = store.messages.filter(
      (message) => message.sequence > from.sequence && message.sender !== account && !message.is_deleted,
    );
    const fresh = [
      ...said.map((message) => ({ key: message._id, text: spoken(message) })),
      ...store.notices
        .slice(from.notices)
        .map(({ message }) => ({ key: message._id, text: message.content })),
    ];
    if (fresh.length > 0) setLines(fresh.slice(-MOST_AT_ONCE));
  }, [store, account]);
  return (
    <div aria-live="polite" className="sr-only">
      {lines.map((line) => (
        <p key={line.key}>{line.text}</p>
      ))}
    </div>
  );
}
