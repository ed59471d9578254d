import { useLingui } from '@lingui/react/macro';
import { Search } from 'lucide-react';
import { useEffect } from 'react';
import { chatSearch } from '../../../platform/open-search.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { lazyComponent, LazyComponent } from '../../../ui/lazy-component.tsx';
import type { ChatSearchBarProps } from './chat-search-bar.tsx';

const bar = lazyComponent(() => import('./chat-search-bar.tsx'));

const isFind = (event: KeyboardEvent): boolean =>
  event.key.toLowerCase() === 'f' &&
  (event.ctrlKey || event.metaKey) &&
  !event.altKey &&
  !event.shiftKey &&
  !event.defaultPrevented;

/**
 * The search in the open chat (SR-03). Ctrl+F or Cmd+F opens it; while it is open, the keys open the browser's own search,
 * as they do over a dialog.
 */
export function ChatSearch(props: Omit<ChatSearchBarProps, 'opening'>) {
  const opening = chatSearch.useOpening();
  const isOpen = opening > 0;
  useEffect(() => {
    if (isOpen) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (!isFind(event) || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      chatSearch.open();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [isOpen]);
  useEffect(() => chatSearch.close, []);
  return (
    isOpen && (
      <LazyComponent component={bar} onFailed={chatSearch.close}>
        {({ ChatSearchBar }) => <ChatSearchBar {...props} opening={opening} />}
      </LazyComponent>
    )
  );
}

/** Opens the search in the chat; `onChat` shows the messages. Undefined if there is nothing to search. */
export function ChatSearchButton({ onChat }: { onChat: (() => void) | undefined }) {
  const { t } = useLingui();
  return (
    <IconButton
      label={t`Search messages`}
      disabled={!onChat}
      aria-keyshortcuts="Control+F Meta+F"
      icon={<Search aria-hidden="true" className="size-5" />}
      onClick={() => {
        onChat?.();
        chatSearch.open();
      }}
    />
  );
}
