import type { ActivityKind } from '@adda/contract/activity';
import { randomBytes } from 'node:crypto';
import { afterCommit, type Tx } from '../../platform/database/index.ts';
import { marksOf, type ActivityMark } from './activity-marks.codec.ts';
import {
  findOpenItems,
  insertItems,
  listItemsAbout,
  lockOpening,
  touchJoined,
} from './activity-teller.repository.ts';
import type { ItemOfUser } from './activity.repository.ts';
import type { ActivityTeller, NewActivity } from './activity.types.ts';

/** Kinds of which one subject has one item for `ACTIVITY_GROUP_HOURS` (NT-01). */
const JOINED: ReadonlySet<ActivityKind> = new Set(['like', 'follow', 'emoji_reaction']);

/** Most items that one change of subjects shows anew on open screens; others are right when they are loaded. */
const CHANGED_MAX = 300;

const newId = (): string => randomBytes(12).toString('hex');
const nameOf = ({ userId, kind, subject }: NewActivity): string =>
  `${userId} ${kind} ${subject.type} ${subject.id}`;

/**
 * Creates what other features call (NT-01, NT-02). `send` passes marks to every node; it is called after the commit. In one
 * transaction call `tell` once with everything that happened: the locks are taken in one order within a call only.
 */
export function createActivityTeller(send: (marks: readonly ActivityMark[]) => void): ActivityTeller {
  /** Adds to the open items of these subjects, and opens the missing ones. Returns the items. */
  async function join(tx: Tx, happened: readonly NewActivity[]): Promise<ItemOfUser[]> {
    let open = await findOpenItems(tx, happened);
    if (open.includes(undefined)) {
      await lockOpening(
        tx,
        happened.flatMap((one, place) => (open[place] ? [] : [nameOf(one)])),
      );
      open = await findOpenItems(tx, happened);
    }
    const due = open.flatMap((item) => (item?.isDue ? [item.id] : []));
    if (due.length > 0) await touchJoined(tx, due);
    const joined = happened.map((one, place) => ({ ...one, id: open[place]?.id ?? newId() }));
    const opened = joined.filter((_, place) => !open[place]);
    if (opened.length > 0) await insertItems(tx, opened, { isJoined: true });
    return joined.map(({ userId, id: itemId }) => ({ userId, itemId }));
  }

  async function add(tx: Tx, happened: readonly NewActivity[]): Promise<ItemOfUser[]> {
    const items = happened.map((one) => ({ ...one, id: newId() }));
    await insertItems(tx, items, { isJoined: false });
    return items.map(({ userId, id: itemId }) => ({ userId, itemId }));
  }

  const show: ActivityTeller['show'] = (tx, items, how) => {
    if (items.length > 0) afterCommit(tx, () => send(marksOf(items, how)));
  };

  return {
    async tell(tx, happened) {
      const ofOthers = happened.filter(({ userId, actorId }) => userId !== actorId);
      const single = ofOthers.filter(({ kind }) => !JOINED.has(kind));
      const joined = new Map(
        ofOthers.filter(({ kind }) => JOINED.has(kind)).map((one) => [nameOf(one), one]),
      );
      const items = [
        ...(joined.size > 0 ? await join(tx, [...joined.values()]) : []),
        ...(single.length > 0 ? await add(tx, single) : []),
      ];
      show(tx, items, 'told');
    },

    async changed(tx, subjects) {
      if (subjects.length === 0) return;
      show(tx, await listItemsAbout(tx, subjects, CHANGED_MAX), 'changed');
    },

    show,
  };
}
