import { shownName } from '@adda/contract/accounts';
import { useEffect, useRef, useState } from 'react';
import type { MessageBook } from './message-book.ts';

/** So many of the messages that came at once are read out. */
const MOST_AT_ONCE = 3;

/** Reads out 'name: text' of what others say while the room is open. */
export function LiveMessages({ book, account }: { book: MessageBook; account: string }) {
  const [lines, setLines] = useState<readonly { key: number; text: string }[]>([]);
  const readTo = useRef<number>(undefined);
  useEffect(() => {
    const last = book.messages.at(-1)?.sequence ?? 0;
    const from = readTo.current;
    readTo.current = Math.max(last, from ?? 0);
    if (from === undefined || last <= from) return;
    const fresh = book.messages.filter(
      (message) => message.sequence > from && message.sender !== account && !message.is_deleted,
    );
    if (fresh.length === 0) return;
    setLines(
      fresh.slice(-MOST_AT_ONCE).map((message) => ({
        key: message.sequence,
        text: `${shownName(message.sender)}: ${message.content}`,
      })),
    );
  }, [book, account]);
  return (
    <div aria-live="polite" className="sr-only">
      {lines.map((line) => (
        <p key={line.key}>{line.text}</p>
      ))}
    </div>
  );
}
