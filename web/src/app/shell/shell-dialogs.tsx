import { useLingui } from '@lingui/react/macro';
import { Search } from 'lucide-react';
import { useEffect } from 'react';
import { searchDialog } from '../../platform/open-search.ts';
import { threatHelp, useThreatHelp } from '../../platform/threat-help.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { lazyComponent, LazyComponent } from '../../ui/lazy-component.tsx';
import { MoneyDialogs } from './header/money-dialogs.tsx';

const dialog = lazyComponent(() => import('../../features/search/search-dialog.tsx'));

const help = lazyComponent(() => import('../../features/moderation/reports/threat-help-dialog.tsx'));

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select, [contenteditable]'));

/** Ctrl+K or Cmd+K anywhere; `/` outside inputs and dialogs. */
function opensSearch(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.altKey) return false;
  const hasControl = event.ctrlKey || event.metaKey;
  if (event.key.toLowerCase() === 'k') return hasControl && !event.shiftKey;
  // On some keyboards '/' needs Shift.
  return (
    event.key === '/' && !hasControl && !isTyping(event.target) && !document.querySelector('dialog[open]')
  );
}

/** Opens the search over everything (SR-02). */
export function SearchButton() {
  const { t } = useLingui();
  return (
    <IconButton
      label={t`Search`}
      icon={<Search aria-hidden="true" className="size-5" />}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K /"
      onClick={() => searchDialog.open()}
    />
  );
}

/** Opens the search over everything by its keys, and renders it (SR-02). */
function SearchByKeys() {
  const isOpen = searchDialog.useOpening() > 0;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!opensSearch(event)) return;
      event.preventDefault();
      searchDialog.open();
    };
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('keydown', onKey);
      searchDialog.close();
    };
  }, []);
  return (
    isOpen && (
      <LazyComponent component={dialog} onFailed={searchDialog.close}>
        {({ SearchDialog }) => <SearchDialog onClose={searchDialog.close} />}
      </LazyComponent>
    )
  );
}

/** The help after a report of a threat (MR-05). */
function HelpAfterThreat() {
  const shown = useThreatHelp();
  return (
    shown && (
      <LazyComponent component={help} onFailed={threatHelp.close}>
        {({ ThreatHelpDialog }) => <ThreatHelpDialog shown={shown} onClose={threatHelp.close} />}
      </LazyComponent>
    )
  );
}

/**
 * The dialogs that any component can open: the coin dialogs, the search, and the help after a report of a threat; also over a
 * chat, where there is no header.
 */
export function ShellDialogs() {
  return (
    <>
      <MoneyDialogs />
      <SearchByKeys />
      <HelpAfterThreat />
    </>
  );
}
