/**
 * Returns the public id of a private conversation: the two names in alphabetical order, joined by a colon (CV-07, Q-10).
 */
export function conversationIdOf(one: string, other: string): string {
  return one < other ? `${one}:${other}` : `${other}:${one}`;
}
