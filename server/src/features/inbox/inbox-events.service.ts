import { INBOX_EVENT_INTERVAL_MS } from '@adda/contract/inbox';
import type { Logger } from 'pino';
import type { Database } from '../../platform/database/index.ts';
import { createResting, type InboxChange, type Live } from '../live/index.ts';
import {
  keyOfChange,
  readDueRows,
  rowsOfChanges,
  rowsOfMembers,
  type DueRow,
} from './changed-rows.service.ts';
import type { ChangedRow } from './inbox-events.repository.ts';
import type { Inbox } from './inbox.service.ts';

/** Rows in one statement; more wait for the next. */
const READ_AT_ONCE = 200;

type Deps = {
  readonly database: Pick<Database, 'db'>;
  readonly shells: Pick<Live['shells'], 'has' | 'userIds' | 'emit'>;
  readonly inbox: Pick<Inbox, 'itemsOf'>;
  readonly logger: Logger;
};

/**
 * Creates the sender of changed rows to the main screens of this node (HM-01). The first change of a row is sent at once, later
 * ones at most once in `INBOX_EVENT_INTERVAL_MS`, with the state at sending; the members of a conversation are looked up at
 * most once in the same interval. One statement at a time reads all rows that are due, and none is read for users without a main screen on this node.
 */
export function createInboxEvents({ database: { db }, shells, inbox, logger }: Deps) {
  const conversations = new Set<number>();
  const changedRows = new Map<string, ChangedRow>();
  const dueRows = new Map<string, DueRow>();
  const resting = createResting(INBOX_EVENT_INTERVAL_MS);
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  /** Turns changes into rows of users with a main screen here. After a failure the changes wait for the next attempt. */
  async function findDue(): Promise<void> {
    const named = [...changedRows.values()];
    const ready = [...conversations].filter((id) => resting.isReady(`${id}`));
    changedRows.clear();
    for (const id of ready) conversations.delete(id);
    try {
      for (const row of await rowsOfChanges(db, named)) dueRows.set(row.key, row);
      const members = await rowsOfMembers(db, ready, shells.userIds());
      for (const id of ready) resting.note(`${id}`);
      for (const row of members) if (!dueRows.has(row.key)) dueRows.set(row.key, row);
    } catch (error) {
      for (const change of named) changedRows.set(keyOfChange(change), change);
      for (const id of ready) conversations.add(id);
      throw error;
    }
  }

  async function send(due: readonly DueRow[]): Promise<void> {
    const here = due.filter(({ userId }) => shells.has(userId));
    // A change from here on is sent once more.
    for (const { key } of due) dueRows.delete(key);
    try {
      for (const { row, item } of await readDueRows(db, inbox, here)) {
        resting.note(row.key);
        if (item) shells.emit(row.userId, 'inbox_changed', { item });
        else if (row.removed) shells.emit(row.userId, 'inbox_changed', { removed: row.removed });
      }
    } catch (error) {
      for (const row of here) if (!dueRows.has(row.key)) dueRows.set(row.key, row);
      throw error;
    }
  }

  async function loop(): Promise<void> {
    let isFailed = false;
    try {
      await findDue();
      const ready = [...dueRows.values()].filter(({ key }) => resting.isReady(key));
      for (let first = 0; first < ready.length; first += READ_AT_ONCE)
        await send(ready.slice(first, first + READ_AT_ONCE));
    } catch (error) {
      logger.error({ err: error }, 'changed rows of inboxes could not be sent; they are tried again');
      isFailed = true;
    }
    running = undefined;
    resting.forget();
    if (isFailed) wait(INBOX_EVENT_INTERVAL_MS);
    else if (changedRows.size > 0) start();
    else if (dueRows.size > 0 || conversations.size > 0)
      wait(resting.untilReady([...dueRows.keys(), ...Array.from(conversations, String)]));
  }

  function start(): void {
    if (!isClosed) running ??= loop();
  }

  function wait(milliseconds: number): void {
    clearTimeout(timer);
    timer = setTimeout(start, milliseconds).unref();
  }

  return {
    /** Receives changes, of this and other nodes. */
    changed(changes: readonly InboxChange[]): void {
      for (const change of changes) {
        if (!('userId' in change)) conversations.add(change.conversationId);
        else if (shells.has(change.userId)) changedRows.set(keyOfChange(change), change);
      }
      if (shells.userIds().length === 0) conversations.clear();
      if (conversations.size > 0 || changedRows.size > 0) start();
    },

    /** Resolves when what is being read has been sent. Call before the database closes. */
    async close(): Promise<void> {
      isClosed = true;
      clearTimeout(timer);
      await running;
    },
  };
}
