import { Trans, useLingui } from '@lingui/react/macro';
import { History, X } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';

export type RecentListProps = {
  texts: readonly string[];
  onPick: (text: string) => void;
  onRemove: (text: string) => void;
  onClear: () => void;
};

/** Marks the buttons between which the arrow keys move. */
const RECENT = '[data-recent]';

/** Arrow keys, Home and End move between the searches; up from the first one leads to the input. */
function moveBetween(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>(RECENT)];
  const index = buttons.findIndex((button) => button === document.activeElement);
  const steps: Record<string, number> = {
    ArrowDown: index + 1,
    ArrowUp: index - 1,
    Home: 0,
    End: buttons.length - 1,
  };
  const step = steps[event.key];
  if (index === -1 || step === undefined) return;
  event.preventDefault();
  const input = event.currentTarget.closest('dialog')?.querySelector('input');
  (step < 0 ? input : buttons[step])?.focus();
}

/** Moves the focus from the input to the first recent search, if there is one. */
export const focusRecent = (dialog: HTMLElement | null): void =>
  dialog?.querySelector<HTMLElement>(RECENT)?.focus();

/** The recent searches on this device: a press repeats one, each can be removed (SR-02). */
export function RecentList({ texts, onPick, onRemove, onClear }: RecentListProps) {
  const { t } = useLingui();
  return (
    <section aria-labelledby="recent-searches">
      <div className="flex items-center justify-between gap-2 ps-3">
        <h3 id="recent-searches" className="text-sm font-semibold text-mute">
          <Trans>Recent searches</Trans>
        </h3>
        <Button tone="quiet" size="small" onClick={onClear}>
          <Trans>Clear all</Trans>
        </Button>
      </div>
      {/* The keys move the focus between the buttons. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <ul className="mt-1" onKeyDown={moveBetween}>
        {texts.map((text) => (
          <li key={text} className="flex items-center rounded-chip hover:bg-raised">
            <button
              type="button"
              data-recent=""
              className="flex min-h-11 min-w-0 grow items-center gap-3 rounded-chip px-3 text-start focus-visible:outline-offset-[-3px]"
              onClick={() => onPick(text)}
            >
              <History aria-hidden="true" className="size-4 shrink-0 text-mute" />
              <span className="truncate">{text}</span>
            </button>
            <IconButton
              label={t`Remove ${text}`}
              icon={<X aria-hidden="true" className="size-4 text-mute" />}
              onClick={() => onRemove(text)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
