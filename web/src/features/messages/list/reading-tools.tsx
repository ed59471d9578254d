import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { ArrowDown, AtSign, Undo2 } from 'lucide-react';
import { useEffect, useEffectEvent, useState, type ReactNode, type RefObject } from 'react';
import { Time } from '../../../ui/time.tsx';
import type { ListActions } from './message-actions.ts';
import type { MessageRow } from './message-rows.ts';
import type { ListPlaces, ReadingPlace, UnreadMentions } from './reading-place.ts';
import { useSwipeToReply } from './swipe-to-reply.ts';

/** The place is stored this long after the last scroll event, in ms. */
const KEEP_AFTER_MS = 200;

/** The space above the oldest message, in pixels. */
const TOP_PX = 72;

/** The rows of a list that are rendered, in order. */
const renderedRows = (area: HTMLElement): readonly HTMLElement[] =>
  [...area.querySelectorAll<HTMLElement>('[data-index]')].toSorted(
    (one, other) => Number(one.dataset.index) - Number(other.dataset.index),
  );

/** The first row of which a part is visible. */
function topRow(area: HTMLElement, selector: string): HTMLElement | undefined {
  const { top } = area.getBoundingClientRect();
  return renderedRows(area).find((row) => row.matches(selector) && row.getBoundingClientRect().bottom >= top);
}

/** Returns the place of a list: its first visible message. */
export function placeIn(area: HTMLElement): ReadingPlace | undefined {
  const row = topRow(area, '[data-sequence]');
  const offset = row && row.getBoundingClientRect().top - area.getBoundingClientRect().top;
  return row && { sequence: Number(row.dataset.sequence), offset: Math.round(offset ?? 0) };
}

/** The time of the message below the top of the list, while its day row is out of sight. */
function useDayAtTop(
  scroller: RefObject<HTMLElement | null>,
  rows: readonly MessageRow[],
): string | undefined {
  const [day, setDay] = useState<string>();
  const look = useEffectEvent(() => {
    const area = scroller.current;
    const row = area ? rows[Number(topRow(area, '[data-index]')?.dataset.index)] : undefined;
    // The space above the oldest message has a button.
    const isScrolled = area !== null && area.scrollTop > TOP_PX;
    setDay(row && isScrolled && 'message' in row ? row.message.timestamp : undefined);
  });
  useEffect(() => {
    const area = scroller.current;
    const handle = () => look();
    handle();
    area?.addEventListener('scroll', handle, { passive: true });
    return () => area?.removeEventListener('scroll', handle);
  }, [scroller]);
  return day;
}

/** Stores the place after the user has scrolled, and when the list is left. */
function useKeptPlace(
  scroller: RefObject<HTMLElement | null>,
  isAtEnd: boolean,
  onKeep: (place: ReadingPlace | undefined) => void,
): void {
  const keep = useEffectEvent((area: HTMLElement) => onKeep(isAtEnd ? undefined : placeIn(area)));
  useEffect(() => {
    const area = scroller.current;
    if (!area) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(() => keep(area), KEEP_AFTER_MS);
    };
    area.addEventListener('scroll', later, { passive: true });
    return () => {
      clearTimeout(timer);
      area.removeEventListener('scroll', later);
    };
  }, [scroller]);
}

const round =
  'inline-flex min-h-11 items-center gap-2 rounded-full border border-line bg-surface px-4 text-sm font-semibold shadow-float';

function RoundButton(props: { icon: ReactNode; label?: string; onPress: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-label={props.label}
      title={props.label}
      onClick={props.onPress}
      className={round}
    >
      {props.icon}
      {props.children}
    </button>
  );
}

export type ReadingToolsProps = {
  scroller: RefObject<HTMLElement | null>;
  rows: readonly MessageRow[];
  actions: ListActions;
  places: ListPlaces;
  isAtEnd: boolean;
  /** Unread messages of others below. */
  newBelow: number;
  /** There are messages below that are not held: `newBelow` counts only some of them. */
  isFar: boolean;
  mentions: (UnreadMentions & { readonly onSeen: () => void }) | undefined;
};

const icon = 'size-4';

/** What lies over the list: the day that one reads, and the ways to other places (FT-02, RY-04, MN-03). */
export function ReadingTools(props: ReadingToolsProps) {
  const { scroller, rows, actions, isAtEnd, newBelow, isFar, mentions, places } = props;
  const { t } = useLingui();
  const day = useDayAtTop(scroller, rows);
  useKeptPlace(scroller, isAtEnd, places.onKeep);
  useSwipeToReply(scroller, !actions.filesOf, (sequence) => {
    const row = rows.find((each) => each.kind === 'message' && each.message.sequence === sequence);
    if (row?.kind === 'message' && !row.message.is_deleted && actions.mayReact) actions.onReply(row.message);
  });
  return (
    <>
      {day !== undefined && (
        // The day rows say the same to a screen reader.
        <p
          aria-hidden="true"
          className="pointer-events-none absolute inset-x-0 top-2 text-center text-xs font-semibold text-mute"
        >
          <span className="rounded-full border border-line bg-raised px-3 py-1 shadow-float">
            <Time value={day} as="day" />
          </span>
        </p>
      )}
      <div className="pointer-events-none absolute end-4 bottom-3 flex flex-col items-end gap-2 *:pointer-events-auto">
        {mentions && (
          <RoundButton
            icon={<AtSign aria-hidden="true" className={icon} />}
            label={t`Jump to mention (${mentions.count})`}
            onPress={() => {
              mentions.onSeen();
              actions.onJump?.(mentions.oldest);
            }}
          >
            <span className="tabular-nums">{mentions.count}</span>
          </RoundButton>
        )}
        {places.hasFormer && (
          <RoundButton icon={<Undo2 aria-hidden="true" className={icon} />} onPress={places.onBack}>
            <Trans>Back to where you were</Trans>
          </RoundButton>
        )}
        {!isAtEnd && (
          <RoundButton icon={<ArrowDown aria-hidden="true" className={icon} />} onPress={places.onLatest}>
            {newBelow === 0 && <Trans>Jump to latest</Trans>}
            {newBelow > 0 && isFar && <Trans>{newBelow}+ new messages</Trans>}
            {newBelow > 0 && !isFar && <Plural value={newBelow} one="# new message" other="# new messages" />}
          </RoundButton>
        )}
      </div>
    </>
  );
}
