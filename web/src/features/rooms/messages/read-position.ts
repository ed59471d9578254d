const keyOf = (account: string, groupId: string): string => `read/${account}/${groupId}`;

/** The last message of a room that was on this person's screen, by its sequence; kept in this browser. */
export const readPosition = {
  /** 0 while nothing is known. */
  get: (account: string, groupId: string): number =>
    Number(localStorage.getItem(keyOf(account, groupId))) || 0,
  /** Only ever moves on. */
  moveTo(account: string, groupId: string, sequence: number): void {
    if (sequence > readPosition.get(account, groupId)) {
      localStorage.setItem(keyOf(account, groupId), String(sequence));
    }
  },
};
