import type { LinkPreview } from '@adda/contract/messages';
import type { RequestListener } from 'node:http';
import { sql } from 'kysely';
import sharp from 'sharp';
import { oncePerFile } from '../../../test/file-scope.fixture.ts';
import { eventually, startChats, type Person } from '../../direct/direct.fixture.ts';
import { openLink, startPictureHost } from '../../media/media.fixture.ts';
import { messageRefOf } from '../message-id.codec.ts';

const hostOfFile = oncePerFile(startPictureHost, ({ close }) => close());

/** Payload of `message_preview`, in rooms and private chats. */
type PreviewEvent = {
  readonly message_id: string;
  readonly sequence: number;
  readonly preview: LinkPreview | null;
  readonly revision: number;
};

let pages = 0;

/** Returns the page of a site, with a picture of its host if wanted. */
export const pageOf = (title: string, more = ''): string =>
  `<head><title>${title}</title><meta property="og:site_name" content="The Tea House">${more}</head>`;

/** Starts the application of the file, or one of its own with settings, which may fetch from a host of the test. */
export async function startPreviews(settings?: Record<string, string>) {
  const host = await hostOfFile();
  const chats = await startChats(settings, { outbound: host.outbound });
  const { client, database, app, url } = chats;
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#2a6' } })
    .png()
    .toBuffer();

  /** Serves a page, or an answer of the test, under a new address; returns its URL. */
  function serve(answer: string | RequestListener): string {
    pages += 1;
    return host.serve(`/page-${pages}`, typeof answer === 'string' ? Buffer.from(answer) : answer);
  }

  /** A room of its creator and two guests, with a client of each. */
  async function openRoom() {
    const { creator: ann, groupId, others } = await chats.roomOf(2);
    const [bob = ann, eve = ann] = others;
    await chats.makeKnown(ann, bob, eve);
    const connect = (someone: Person) => chats.connect(someone, groupId);
    const [annClient, bobClient, eveClient] = [await connect(ann), await connect(bob), await connect(eve)];
    /** Sends as a member; returns the id. */
    const say = async (
      sender: typeof annClient,
      content: string,
      more: Parameters<typeof annClient.send>[1] = {},
    ): Promise<string> => {
      const sent = await sender.send(content, more);
      if (!('_id' in sent)) throw new Error(`was refused: ${sent.code}`);
      return sent._id;
    };
    const messageFor = async (someone: Person, id: string) =>
      (await chats.history(someone, groupId)).data.messages.find(({ _id }) => _id === id);
    return { ann, bob, eve, groupId, annClient, bobClient, eveClient, say, messageFor };
  }

  return {
    ...chats,
    serve,
    asked: host.asked,
    /** What another node of the test fetches with. */
    outbound: host.outbound,
    /** The URL of a picture. */
    pictureUrl: (): string => {
      pages += 1;
      return host.serve(`/picture-${pages}`, picture);
    },
    openRoom,
    edit: (someone: Person, id: string, content: string) =>
      client('PATCH /messages/:id', { params: { id }, body: { content } }, someone),
    set: (someone: Person, linkPreviews: boolean) =>
      client('PATCH /users/settings', { body: { link_previews: linkPreviews } }, someone),
    open: async (link: string, { token }: Person) => (await openLink(url + link, { token })).status,
    /** Resolves once every message is looked at and no card is waited for, apart from later tries. */
    async settled(): Promise<void> {
      await eventually(async () => {
        const { rows } = await sql<{ left: boolean }>`
          SELECT EXISTS (SELECT FROM unworded_messages)
            OR EXISTS (SELECT FROM pending_previews WHERE tries = 0) AS left`.execute(database.db);
        if (rows[0]?.left !== false) throw new Error('There is something left to do.');
      });
    },
    /** Returns the number of tries of a message that waits for its card; undefined if it does not wait. */
    async triesOf(id: string): Promise<number | undefined> {
      const ref = messageRefOf(id);
      const { rows } = await sql<{ tries: number }>`
        SELECT tries FROM pending_previews
        WHERE conversation_id = ${ref?.conversationId} AND sequence = ${ref?.sequence}`.execute(database.db);
      return rows[0]?.tries;
    },
    /** Makes all waiting cards due, and runs the job that makes them. */
    async tryAgain(): Promise<void> {
      await sql`UPDATE pending_previews SET due_at = now()`.execute(database.db);
      await database.transaction((tx) => app.jobs.enqueue(tx, 'messages.link-previews', null));
    },
  };
}

type Received = { readonly received: readonly { readonly event: string; readonly payload: unknown }[] };

/** Returns the events about cards that a client received, in order. */
export const previewsOf = ({ received }: Received): PreviewEvent[] =>
  // The listener's type is unknown for socket.io's payloads.
  received.flatMap(({ event, payload }) => (event === 'message_preview' ? [payload as PreviewEvent] : []));
