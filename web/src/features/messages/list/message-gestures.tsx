import { Trans } from '@lingui/react/macro';
import type { Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import type { MessageActions } from './message-actions.ts';
import { handleListKey, rowAt, type MessageListArea } from './message-keys.ts';
import { followPresses } from './message-presses.ts';
import type { MessageRow } from './message-rows.ts';
import { followSelection } from '../selection/selection.ts';
import { rowLabel } from './row-label.ts';

export type MessageGesturesProps = {
  area: RefObject<HTMLElement | null>;
  list: Pick<Virtualizer<HTMLDivElement, HTMLDivElement>, 'scrollToIndex'>;
  rows: readonly MessageRow[];
  actions: MessageActions;
  /** The index of the row that Tab reaches; -1 if there is none. */
  tabStop: number;
  /** Called with the key of the row that Tab reaches from now on, which stays rendered. */
  onTabStop: (key: string) => void;
  /** Called with the function that describes a row for screen readers. */
  onLabels: (label: () => (row: MessageRow) => string | undefined) => void;
  /** The id of the description of the keys. */
  helpId: string;
};

/** The keys, double presses and long presses of a list of messages (RX-06). */
export function MessageGestures(props: MessageGesturesProps) {
  const { area, list, rows, tabStop, onTabStop, onLabels, helpId } = props;
  const walkedTo = useRef<string>(undefined);
  const current = useRef<MessageListArea>(undefined);
  useLayoutEffect(() => {
    const onWalk = (index: number) => {
      const key = rows[index]?.key;
      if (key === undefined) return;
      walkedTo.current = key;
      onTabStop(key);
      if (index === tabStop) focusWalked();
    };
    const focusWalked = () => {
      if (walkedTo.current === undefined || rows[tabStop]?.key !== walkedTo.current) return;
      const row = area.current?.querySelector<HTMLElement>(`[data-index="${tabStop}"]`);
      if (!row) return;
      walkedTo.current = undefined;
      row.focus({ preventScroll: true });
      list.scrollToIndex(tabStop, { align: 'auto' });
    };
    current.current = { rows, tabStop, actions: props.actions, onWalk };
    focusWalked();
  });
  const { selected } = props.actions;
  useLayoutEffect(() => {
    onLabels(() => (row: MessageRow) => rowLabel(row, selected));
  }, [onLabels, selected]);
  useEffect(() => {
    const element = area.current;
    if (!element) return undefined;
    const now = (): MessageListArea => current.current as MessageListArea;
    const stopping = new AbortController();
    const options = { signal: stopping.signal };
    element.addEventListener('keydown', (event) => handleListKey(event, now()), options);
    element.addEventListener(
      'focusin',
      ({ target }) => {
        const key = now().rows[rowAt(target, now().rows)?.index ?? -1]?.key;
        if (key !== undefined) onTabStop(key);
      },
      options,
    );
    const stopPresses = followPresses(element, now);
    const stopSelection = followSelection(element, now);
    return () => {
      stopSelection();
      stopping.abort();
      stopPresses();
    };
  }, [area, onTabStop]);
  return (
    <p id={helpId} className="sr-only">
      {props.actions.filesOf ? (
        <Trans>Arrow keys move between messages.</Trans>
      ) : (
        <Trans>
          Arrow keys move between messages. R replies, E edits, + reacts, F forwards, S selects, Enter opens
          the actions, Escape returns to the input.
        </Trans>
      )}
    </p>
  );
}
