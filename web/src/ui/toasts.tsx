import { useLingui } from '@lingui/react/macro';
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { classNames } from './class-names.ts';
import { toast, type Toast } from './toast-store.ts';

/** How often a question that stays looks for a free place, in ms: what is below it may load later. */
const PLACE_MS = 1000;

const READING_MS = { info: 4500, success: 4500, problem: 8000 };
const icons = { info: Info, success: CircleCheck, problem: CircleAlert };
const iconColours = { info: 'text-marigold', success: 'text-[#4fd6c8]', problem: 'text-[#ff9a91]' };

function ToastLine({ item, isHeld }: { item: Toast; isHeld: boolean }) {
  const { t } = useLingui();
  const Icon = icons[item.tone];
  const { id, tone, onDismissed } = item;
  const isLasting = isHeld || onDismissed !== undefined;
  useEffect(() => {
    if (isLasting) return undefined;
    const timer = setTimeout(() => toast.dismiss(id), READING_MS[tone]);
    return () => clearTimeout(timer);
  }, [id, tone, isLasting]);
  return (
    <div
      role={item.tone === 'problem' ? 'alert' : undefined}
      className={classNames(
        'pointer-events-auto flex min-h-12 w-fit max-w-full animate-rise items-center gap-2.5 rounded-[1.5rem] ps-4 pe-1',
        'bg-[#2b2034] text-sm font-medium text-[#f6edf7] shadow-float dark:border dark:border-line',
      )}
    >
      <Icon aria-hidden="true" className={classNames('size-5 shrink-0', iconColours[item.tone])} />
      <span className="min-w-0 py-2.5 break-words">{item.text}</span>
      {item.action && (
        <button
          type="button"
          className="min-h-11 shrink-0 rounded-full px-3 font-bold text-marigold"
          onClick={() => {
            item.action?.onPress();
            toast.dismiss(id);
          }}
        >
          {item.action.label}
        </button>
      )}
      <button
        type="button"
        aria-label={t`Dismiss`}
        className="grid size-11 shrink-0 place-items-center rounded-full text-[#b6a4bd] hover:text-white"
        onClick={() => {
          onDismissed?.();
          toast.dismiss(id);
        }}
      >
        <X aria-hidden="true" className="size-4" />
      </button>
    </div>
  );
}

/** What toasts must not cover (HM-09): titles, tabs and inputs, and the name of the site, which is the title of pages without a session. */
const KEPT_FREE = 'h1, h2, [role=tablist], nav a, input, textarea, select, [data-wordmark]';

/** Space around toasts, in pixels. */
const GAP = 8;

/**
 * Moves the layer of toasts away from titles, tabs and inputs: on wide screens, whose toasts are in the lower corner, up, on
 * phones, whose toasts are below the header, down. An open dialog is all that counts. Where nothing is free it stays.
 */
function findPlace(layer: HTMLElement): void {
  layer.style.removeProperty('--moved');
  const content = layer.firstElementChild?.getBoundingClientRect();
  if (!content) return;
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
  const taken = [...(dialog ?? document).querySelectorAll(KEPT_FREE)]
    .map((element) => element.getBoundingClientRect())
    .filter(({ left, right, width }) => width > 0 && left < content.right && right > content.left);
  const isAtBottom = content.top > innerHeight / 2;
  const step = isAtBottom ? -GAP : GAP;
  for (let moved = 0; Math.abs(moved) < innerHeight; moved += step) {
    const [top, bottom] = [content.top + moved, content.bottom + moved];
    if (top < 0 || bottom > innerHeight) return;
    if (taken.every((box) => box.bottom <= top || box.top >= bottom)) {
      layer.style.setProperty('--moved', `${moved}px`);
      return;
    }
  }
}

/** Shows toasts and reads them out. Render it once; toasts stay while hovered or focused. */
export function Toasts() {
  const { t } = useLingui();
  const items = useSyncExternalStore(toast.subscribe, toast.current);
  const [isHeld, setHeld] = useState(false);
  const layer = useRef<HTMLElement>(null);
  const newest = items.at(-1)?.id;
  useEffect(() => {
    const element = layer.current;
    if (!element?.isConnected) return;
    // Reopened for every toast, so that it is above a dialog that opened in between.
    if (element.matches(':popover-open')) element.hidePopover();
    if (newest === undefined) return;
    element.showPopover();
    findPlace(element);
  }, [newest]);
  const hasQuestion = items.some(({ onDismissed }) => onDismissed !== undefined);
  useEffect(() => {
    if (!hasQuestion || isHeld) return undefined;
    const timer = setInterval(() => layer.current && findPlace(layer.current), PLACE_MS);
    return () => clearInterval(timer);
  }, [hasQuestion, isHeld]);
  return (
    <section ref={layer} popover="manual" aria-label={t`Notices`} className="toasts">
      <div
        aria-live="polite"
        aria-relevant="additions"
        className="grid justify-items-center gap-2 lg:justify-items-start"
        onPointerEnter={() => setHeld(true)}
        onPointerLeave={() => setHeld(false)}
        onFocus={() => setHeld(true)}
        onBlur={() => setHeld(false)}
      >
        {items.map((item) => (
          <ToastLine key={item.id} item={item} isHeld={isHeld} />
        ))}
      </div>
    </section>
  );
}
