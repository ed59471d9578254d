import { useSyncExternalStore } from 'react';

/** A dialog about coins. The main screen shows it; whoever wants one opens it from anywhere. */
export type MoneyDialog = 'wallet' | 'recharge' | 'payout' | 'leaderboard' | 'spin' | 'ads';

let open: MoneyDialog | undefined;
const listeners = new Set<() => void>();

function show(next: MoneyDialog | undefined): void {
  open = next;
  for (const listener of listeners) listener();
}

/** Opens and closes them; one at a time. */
export const moneyDialog = { open: (dialog: MoneyDialog) => show(dialog), close: () => show(undefined) };

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The one that is open. */
export const useMoneyDialog = (): MoneyDialog | undefined => useSyncExternalStore(subscribe, () => open);
