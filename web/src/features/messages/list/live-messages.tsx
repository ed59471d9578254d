import { t } from '@lingui/core/macro';
import { displayedName } from '@adda/contract/accounts';
import type { ChatMessage } from '../history/conversation.ts';
import { useEffect, useRef, useState } from 'react';
import { previewText } from '../../../ui/formatted-spans.tsx';
import type { MessageStore } from '../history/message-store.ts';

/** Maximum number of messages per announcement. */
const MOST_AT_ONCE = 3;

/** Describes a message: its sender, its text without formatting, and its attachments. */
export function announcementOf(message: ChatMessage, name: string): string {
  const { content, image_url: image, youtube_url: video, is_private: isWhisper } = message;
  const parts = [
    previewText(content),
    // Without a link the file is for members only (HM-06).
    image === null && message.image_width === null ? '' : t`(image)`,
    message.audio_url || message.audio_duration_ms ? t`(voice message)` : '',
    video ? t`(video)` : '',
  ];
  const words = parts.filter((part) => part !== '').join(' ');
  // A user who replies must know that only the recipients could read the message.
  return isWhisper ? t`${name} whispers: ${words}` : `${name}: ${words}`;
}

type Line = { readonly key: string; readonly text: string };

/** Announces 'name: text' of new messages of other users to screen readers, and events of the room. */
export function LiveMessages({ store, account }: { store: MessageStore; account: string }) {
  const [lines, setLines] = useState<readonly Line[]>([]);
  const readTo = useRef<{ sequence: number; notices: number }>(undefined);
  useEffect(() => {
    const from = readTo.current;
    const sequence = Math.max(store.messages.at(-1)?.sequence ?? 0, from?.sequence ?? 0);
    readTo.current = { sequence, notices: store.notices.length };
    if (!from) return;
    const unannounced = store.messages.filter(
      (message) => message.sequence > from.sequence && message.sender !== account && !message.is_deleted,
    );
    const fresh = [
      ...unannounced.map((message) => ({
        key: message._id,
        text: announcementOf(message, displayedName(message.sender)),
      })),
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
