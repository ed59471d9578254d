import { linksIn } from '@adda/contract/kernel/links';
import { videoIdOf } from '@adda/contract/video';
import type { Logger } from 'pino';
import { afterCommit, type Database, type Tx } from '../../../platform/database/index.ts';
import type { Metrics } from '../../../platform/metrics/index.ts';
import { noteChanges } from '../change-log.repository.ts';
import type { PublishChange } from '../changed-messages.events.ts';
import { lockHeads } from '../members.repository.ts';
import type { MessageRef, StoredPreview } from '../messages.types.ts';
import { createPageReader } from './page-reader.service.ts';
import { createWorkers } from './preview-workers.service.ts';
import * as store from './previews.repository.ts';
import type { PreviewRules } from './previews.types.ts';

type Deps = {
  readonly database: Database;
  readonly publish: PublishChange;
  readonly logger: Logger;
  readonly metrics?: Metrics | undefined;
  readonly rules: PreviewRules;
};

/** A message that was stored, with its text. */
type WrittenMessage = MessageRef & { readonly content: string };

/** Seconds after which a page is fetched again, by the number of the try; after the last one the message is dropped. */
const DELAYS = [60, 600, 3_600] as const;
/** Waiting messages at most, so that a slow page holds up others for minutes at most; further links get no card. */
const ROOM = { ofSender: 20, inAll: 2_000 };
const DAY_MS = 24 * 3_600_000;

/** Gives messages with links their cards, after the commit of the messages (FT-05). */
export type Previews = ReturnType<typeof createPreviews>;

/**
 * Creates the cards of this node. Messages wait in a table, so that each gets its card once, also after a restart; the
 * workers of all nodes share it.
 */
export function createPreviews({ database, publish, logger, metrics, rules }: Deps) {
  const { isOn, fetchElsewhere, media, newAccounts } = rules;
  const readPage = createPageReader(rules, logger);
  const count = countOutcomes(database, metrics);
  const publisher = createPublisher(publish, logger);

  /** Queues the messages that may have a card. */
  async function queue(tx: Tx, linked: readonly store.LinkedMessage[], sentAfter: Date): Promise<void> {
    if (!isOn || linked.length === 0) return;
    const candidates = await store.listCandidates(tx, linked, sentAfter);
    const chosen = candidates.filter(
      (message) => !newAccounts.hasPlainLinks(message.senderSince) && !isVideoOf(message),
    );
    if (chosen.length === 0) return;
    const queued = await store.addPending(tx, chosen, ROOM);
    if (queued < chosen.length)
      logger.warn({ left_out: chosen.length - queued }, 'links get no card: too many are waiting');
    if (queued === 0) return;
    if (fetchElsewhere) await fetchElsewhere(tx);
    else afterCommit(tx, workers.start);
  }

  /** Stores a card, unless the message, its link or its audience has changed meanwhile. */
  async function commit(tx: Tx, waiting: store.Waiting, card: StoredPreview): Promise<boolean> {
    await lockHeads(tx, [waiting.conversationId]);
    if (!(await store.removePending(tx, waiting))) return false;
    const content = await store.readTextForCard(tx, waiting);
    if (content === undefined || !linksIn(content).includes(waiting.url)) return false;
    if (!(await store.insertPreview(tx, waiting, card))) return false;
    if (card.imageId !== null) await media.markUsed(card.imageId, tx);
    await noteChanges(tx, 'preview', [waiting]);
    afterCommit(tx, () => publisher.published(waiting));
    return true;
  }

  /** Fetches the page of a message and stores its card. A failure that may pass leaves it in the queue. */
  async function work(waiting: store.Waiting, closing: AbortSignal): Promise<void> {
    if (waiting.tries > DELAYS.length) return void (await store.removePending(database.db, waiting));
    const page = await untilAborted(readPage(waiting), closing);
    if (!page) return;
    if (page.outcome === 'failed' && waiting.tries < DELAYS.length) return count('failed');
    if (page.outcome !== 'read') {
      count('dropped');
      return void (await store.removePending(database.db, waiting));
    }
    const { card } = page;
    const isStored = await database.transaction((tx) => commit(tx, waiting, card));
    count(isStored ? 'stored' : 'outdated');
  }

  const workers = createWorkers({
    take: async () => {
      database.assertWritable();
      return store.takeDue(database.db, DELAYS);
    },
    work,
    failed: (error) => logger.warn({ err: error }, 'a card of a link could not be made'),
  });

  return {
    /** Queues new messages with links. Runs in the transaction that adds their words. */
    stored: (tx: Tx, messages: readonly WrittenMessage[]): Promise<void> =>
      queue(tx, messages.flatMap(linkedOf), new Date(database.now().getTime() - DAY_MS)),

    /**
     * Ends the card of a link that an edit removed, and queues the first link if that is a new one (ED-01). Runs in the
     * transaction of the edit.
     */
    async edited(tx: Tx, before: string, after: WrittenMessage): Promise<void> {
      const links = linksIn(after.content);
      const { isLeft, imageIds } = await store.keepPreviewOf(tx, after, links);
      if (imageIds.length > 0) await media.removeMessageMedia(tx, { imageIds });
      const [first] = links;
      if (isLeft || first === undefined || first === linksIn(before)[0]) return;
      await queue(tx, linkedOf(after), new Date(0));
    },

    /** Begins to fetch the pages that are due, on a node that fetches pages. */
    start: (): void => {
      if (isOn && !fetchElsewhere) workers.start();
    },

    /** Stops; pages that are being fetched are fetched again later. */
    async close(): Promise<void> {
      await workers.close();
      await publisher.idle();
    },
  };
}

/** Returns the message with its first link, if there is one. */
const linkedOf = ({ conversationId, sequence, content }: WrittenMessage): store.LinkedMessage[] => {
  const [url] = linksIn(content);
  return url === undefined ? [] : [{ conversationId, sequence, url }];
};

/** Whether the link is the video that the message shows anyway. */
function isVideoOf({ url, youtubeUrl }: store.Candidate): boolean {
  const videoId = youtubeUrl === null ? undefined : videoIdOf(youtubeUrl);
  return videoId !== undefined && videoIdOf(url) === videoId;
}

/** Registers the metrics; returns the function that counts a page. */
function countOutcomes({ db }: Database, metrics: Metrics | undefined) {
  const waiting = {
    name: 'link_previews_waiting',
    help: 'Messages that wait for the card of a link, on all nodes',
  };
  metrics?.gauge(waiting, () => store.countPending(db));
  const pages = {
    name: 'link_previews_total',
    help: 'Pages fetched for cards of links',
    labels: ['outcome'],
  };
  const count = metrics?.counter(pages);
  return (outcome: 'stored' | 'outdated' | 'failed' | 'dropped'): void => count?.({ outcome });
}

/** Creates the publisher of new cards. */
function createPublisher(publish: PublishChange, logger: Logger) {
  const running = new Set<Promise<void>>();
  return {
    /** Call after the commit of a card. */
    published(ref: MessageRef): void {
      const publication = publish(ref, 'message_preview')
        .catch((error: unknown) => logger.error({ err: error }, 'a card could not be published'))
        .finally(() => running.delete(publication));
      running.add(publication);
    },
    /** Resolves when all cards are published. */
    idle: () => Promise.all(running),
  };
}

/** Returns the result of the work; undefined if the signal aborts first. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  const aborted = Promise.withResolvers<undefined>();
  const abort = () => aborted.resolve(undefined);
  if (signal.aborted) return undefined;
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
