import type { AnchorHTMLAttributes, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { isPlainPress } from './plain-press.ts';

export type ChatRowProps = Pick<
  AnchorHTMLAttributes<HTMLAnchorElement>,
  'tabIndex' | 'onFocus' | 'onPointerEnter'
> & {
  /** The address of the chat. */
  href: string;
  isOpen: boolean;
  onOpen: () => void;
  children: ReactNode;
};

/** A list row that opens a chat; a press with a modifier key is left to the browser. */
export function ChatRow({ href, isOpen, onOpen, children, ...anchor }: ChatRowProps) {
  return (
    <a
      {...anchor}
      href={href}
      aria-current={isOpen ? 'page' : undefined}
      onClick={(event) => {
        if (!isPlainPress(event)) return;
        event.preventDefault();
        onOpen();
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

export type PersonRowProps = Pick<ChatRowProps, 'isOpen' | 'children'> & {
  username: string;
  onOpen: (username: string) => void;
};

/** The address of the private chat with a user. */
export const chatAddress = (username: string): string => `/v1/chat/${encodeURIComponent(username)}`;

/** A list row that opens the private chat with a user. */
export function PersonRow({ username, onOpen, ...row }: PersonRowProps) {
  return <ChatRow href={chatAddress(username)} onOpen={() => onOpen(username)} {...row} />;
}
