/**
 * What all nodes are told after a commit (NT-02): an item was `told` (new, or one more actor) or `changed` (it may be gone, or
 * an announcement began or ended), or a user `read` up to it. Without a user it is an announcement, for everybody. Without an item the number of unread ones has
 * to be `counted` anew, because the user switched kinds off or on.
 */
export type ActivityMark = {
  readonly userId: number | undefined;
  readonly itemId: string;
  readonly how: 'told' | 'changed' | 'read' | 'counted';
};

/** Returns marks of items. */
export const marksOf = (
  items: readonly { readonly userId: number; readonly itemId: string }[],
  how: ActivityMark['how'],
): ActivityMark[] => items.map(({ userId, itemId }) => ({ userId, itemId, how }));

const MARK = /^(\d*):(told|changed|read|counted):([0-9a-f]{24}|)$/;

/** Returns the text of a mark. */
export const textOfMark = ({ userId, itemId, how }: ActivityMark): string =>
  `${userId ?? ''}:${how}:${itemId}`;

/** Parses the text of a mark; undefined for one of a newer version. */
export function markOf(text: string): ActivityMark | undefined {
  const [, userId = '', how, itemId = ''] = MARK.exec(text) ?? [];
  if (how !== 'told' && how !== 'changed' && how !== 'read' && how !== 'counted') return undefined;
  return { userId: userId === '' ? undefined : Number(userId), itemId, how };
}
