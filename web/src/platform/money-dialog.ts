import { useSyncExternalStore } from 'react';

/** A coin dialog. The main screen renders it; any component can open it. */
export type MoneyDialog = 'wallet' | 'recharge' | 'payout' | 'leaderboard' | 'spin' | 'ads';

let open: MoneyDialog | undefined;
const listeners = new Set<() => void>();

function show(next: MoneyDialog | undefined): void {
  open = next;
  for (const listener of listeners) listener();
}

/** Opens and closes the coin dialogs; only one is open at a time. */
export const moneyDialog = { open: (dialog: MoneyDialog) => show(dialog), close: () => show(undefined) };

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Returns the open dialog. */
export const useMoneyDialog = (): MoneyDialog | undefined => useSyncExternalStore(subscribe, () => open);
