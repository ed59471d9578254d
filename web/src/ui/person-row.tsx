import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { isPlainPress } from './plain-press.ts';

export type PersonRowProps = {
  username: string;
  /** The chat with this user is open. */
  isOpen: boolean;
  onOpen: (username: string) => void;
  children: ReactNode;
};

/** A list row that opens the private chat with a user; a press with a modifier key is left to the browser. */
export function PersonRow({ username, isOpen, onOpen, children }: PersonRowProps) {
  return (
    <a
      href={`/v1/chat/${encodeURIComponent(username)}`}
      aria-current={isOpen ? 'page' : undefined}
      onClick={(event) => {
        if (!isPlainPress(event)) return;
        event.preventDefault();
        onOpen(username);
      }}
      className={classNames(
        'flex min-h-17 items-center gap-3 rounded-card px-3 py-2 hover:bg-raised focus-visible:outline-offset-[-3px]',
        isOpen && 'bg-raised',
      )}
    >
      {children}
    </a>
  );
}
