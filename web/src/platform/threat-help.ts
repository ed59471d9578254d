import type { HelpLines } from '@adda/contract/moderation';
import { useSyncExternalStore } from 'react';

/** What the user is shown after reporting a threat (MR-05). */
export type ThreatHelp = {
  /** The displayed name of the reported user, who is blocked now. */
  readonly name: string;
  readonly help: HelpLines;
  /** Until when strangers can't find the user. */
  readonly hiddenUntil: string;
};

let shown: ThreatHelp | undefined;
const listeners = new Set<() => void>();

function show(next: ThreatHelp | undefined): void {
  shown = next;
  for (const listener of listeners) listener();
}

/**
 * Opens and closes the help after a report of a threat. The main screen renders it, because the block may close the place
 * where the report was written.
 */
export const threatHelp = { open: (help: ThreatHelp) => show(help), close: () => show(undefined) };

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Returns what to show; undefined while it is closed. */
export const useThreatHelp = (): ThreatHelp | undefined => useSyncExternalStore(subscribe, () => shown);
