const keyOf = (account: string, groupId: string): string => `draft/${account}/${groupId}`;

/** What somebody has typed in a room and not sent; kept while the tab lives. */
export const draft = {
  get: (account: string, groupId: string): string => sessionStorage.getItem(keyOf(account, groupId)) ?? '',
  set(account: string, groupId: string, text: string): void {
    if (text === '') sessionStorage.removeItem(keyOf(account, groupId));
    else sessionStorage.setItem(keyOf(account, groupId), text);
  },
};
