import { hrefOf, type ActivityItem } from '@adda/contract/activity';
import { useId, useState, type KeyboardEvent } from 'react';
import { dayKey } from '../../ui/time-format.ts';
import { useTimeText } from '../../ui/time.tsx';
import { ActivityRow } from './activity-row.tsx';
import { idOf } from './activity.queries.ts';
import { AnnouncementRow, NoticeRow, type NoticeRowProps } from './notice-row.tsx';

type Shared = Pick<NoticeRowProps, 'onDecision' | 'onClose'> & {
  hasMore: boolean;
  isNew: (item: ActivityItem) => boolean;
  /** The id of the row that Tab reaches, of those that are pressed as a whole. */
  tabStop: string | undefined;
  onFocus: (id: string) => void;
};

/** Splits the items, which are in order, by day. */
function daysOf(items: readonly ActivityItem[]): readonly (readonly [ActivityItem, ...ActivityItem[]])[] {
  const days: [ActivityItem, ...ActivityItem[]][] = [];
  for (const item of items) {
    const day = days.at(-1);
    if (day && dayKey(day[0].created_at) === dayKey(item.created_at)) day.push(item);
    else days.push([item]);
  }
  return days;
}

function Row(props: NoticeRowProps) {
  // What the operators say is not pressed as a whole: Tab reaches its action.
  const focus = { ...props.focus, tabIndex: 0 as const };
  const { kind } = props.item;
  if (kind === 'announcement') return <AnnouncementRow {...props} focus={focus} />;
  const isNotice = kind === 'moderation' || kind === 'export_ready';
  return isNotice ? <NoticeRow {...props} focus={focus} /> : <ActivityRow {...props} />;
}

/** The items of a day below its name. */
function Day({ items, ...shared }: Shared & { items: readonly [ActivityItem, ...ActivityItem[]] }) {
  const { hasMore, isNew, tabStop, onFocus, onDecision, onClose } = shared;
  const id = useId();
  const name = useTimeText(items[0].created_at, 'day');
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="px-4 pt-3 pb-1 text-sm font-semibold text-mute">
        {name}
      </h3>
      <ul className="grid grid-cols-1 gap-1">
        {items.map((item) => (
          <li
            key={idOf(item)}
            aria-setsize={hasMore ? -1 : undefined}
            // Rows out of sight cost nothing, without leaving the list.
            className="[contain-intrinsic-size:auto_4.5rem] [content-visibility:auto]"
          >
            <Row
              item={item}
              isNew={isNew(item)}
              focus={{
                'data-row': true,
                tabIndex: idOf(item) === tabStop ? 0 : -1,
                onFocus: () => onFocus(idOf(item)),
              }}
              onDecision={onDecision}
              onClose={onClose}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Moves the focus between the rows: up, down, to the first and the last; from elsewhere to the first. */
export function moveRowFocus(event: KeyboardEvent<HTMLElement>): void {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')];
  const at = rows.findIndex((row) => row === document.activeElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
  const row = to === undefined ? undefined : rows[to];
  if (!row || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  row.focus();
}

/** Whether the whole row of an item can be pressed. */
const isPressed = (item: ActivityItem): boolean =>
  item.subject.type === 'order' || hrefOf(item) !== undefined;

export type ActivityDaysProps = Omit<Shared, 'tabStop' | 'onFocus'> & { items: readonly ActivityItem[] };

/** What happened, day by day (NT-02). */
export function ActivityDays({ items, ...shared }: ActivityDaysProps) {
  const [focused, setFocused] = useState<string>();
  const pressed = items.filter(isPressed);
  const reached = pressed.find((item) => idOf(item) === focused) ?? pressed[0];
  return daysOf(items).map((day) => (
    <Day
      key={dayKey(day[0].created_at)}
      items={day}
      {...shared}
      tabStop={reached && idOf(reached)}
      onFocus={setFocused}
    />
  ));
}
