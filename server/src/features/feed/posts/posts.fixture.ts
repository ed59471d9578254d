import type { PostUpdate } from '@adda/contract/feed';
import { expect, vi } from 'vitest';
import { offerPlan, subscribe, userIdOf } from '../../creators/creators.fixture.ts';
import { halves } from '../../media/pictures.fixture.ts';
import { eventually, startChats, type ChatClient, type Person } from '../../direct/direct.fixture.ts';
import { insertPosts, type PostShape } from './post-rows.fixture.ts';
import { sendUpload, type UploadForm } from './send-upload.fixture.ts';

/** A test user with the database id, for SQL. */
export type Poster = Person & { readonly userId: number };

/** A small photo. */
export const photo = (): Promise<Buffer> => halves().jpeg().toBuffer();

type Client = Awaited<ReturnType<typeof startChats>>['client'];

/** Waits until the file of a post is re-encoded or failed. Returns the post as the caller sees it. */
async function whenSettled(client: Client, by: Person, mediaId: string) {
  return vi.waitUntil(
    async () => {
      const { data } = await client('GET /feed/post/:media_id', { params: { media_id: mediaId } }, by);
      return data.preview_pending ? undefined : data;
    },
    { timeout: 60_000, interval: 50 },
  );
}

/** Caption of posts that only probe whether a shell receives updates. */
const PROBE = 'Is anybody here?';

/** Joins a sender's room with a shell; `news` collects the live updates of the sender's posts. */
async function listen(shell: ChatClient, url: string, sender: Person) {
  const probes = () => shell.all('media_uploaded').filter(({ media }) => media.caption === PROBE).length;
  shell.socket.emit('join', { creator: sender.username });
  await eventually(async () => {
    await sendUpload(url, sender, { fields: { caption: PROBE } });
    expect(probes()).toBeGreaterThan(0);
  });
  const news = () =>
    shell.received.filter(
      ({ event, payload }) => event.startsWith('media_') && !JSON.stringify(payload).includes(PROBE),
    );
  return { ...shell, news };
}

/** Opens the application of the test file (or, with settings, of the test) with users who post. */
export async function startPosts(settings?: Record<string, string>) {
  const fixture = await startChats(settings);
  const { client, database, url } = fixture;
  const poster = async (user: Person): Promise<Poster> => ({
    ...user,
    userId: await userIdOf(database, user),
  });
  const mediaOf = (mediaId: string) => ({ params: { media_id: mediaId } });
  return {
    ...fixture,
    /** Creates a user with a permanent account. */
    poster: async () => poster(await fixture.person()),
    posterGuest: async () => poster(await fixture.guest()),
    /** Adds the database id to a user from another fixture. */
    posterOf: poster,
    insert: (author: Poster, shape: Omit<PostShape, 'authorId'> = {}) =>
      insertPosts(database, { authorId: author.userId, ...shape }),
    /** Posts over the API. Returns `{status, message, media_id}` or `{status, detail, code}`. */
    upload: (user: Person, form: UploadForm) => sendUpload(url, user, form),
    /** Posts a photo (or another file) and waits for its preview. Returns the post as its sender sees it. */
    async ready(sender: Person, form: UploadForm = {}) {
      const { media_id: mediaId = '', detail } = await sendUpload(url, sender, {
        file: await photo(),
        ...form,
      });
      if (!mediaId) throw new Error(`The upload was refused: ${JSON.stringify(detail)}`);
      return whenSettled(client, sender, mediaId);
    },
    whenSettled: (by: Person, mediaId: string) => whenSettled(client, by, mediaId),
    /** Inserts a plan by SQL. Returns its `plan_id`. */
    offer: (creator: Poster) => offerPlan(database, creator.userId),
    subscribe: (subscriber: Poster, creator: Poster, how?: Parameters<typeof subscribe>[3]) =>
      subscribe(database, subscriber.userId, creator.userId, how),
    /** Connects a shell that receives a sender's posts as every member of the room does. */
    listen: async (by: Person, sender: Person) => listen(await fixture.connectShell(by), url, sender),
    getPost: (by: Person, mediaId: string) => client('GET /feed/post/:media_id', mediaOf(mediaId), by),
    listMedia: (
      by: Person,
      creator: Person,
      query: { skip?: number; limit?: number; after?: string; locked?: 'true' } = {},
    ) => client('GET /media/list', { query: { creator: creator.username, ...query } }, by),
    change: (by: Person, mediaId: string, body: unknown) =>
      // Invalid updates are sent as well, to test their refusal.
      client('PATCH /media/update/:media_id', { ...mediaOf(mediaId), body: body as PostUpdate }, by),
    remove: (by: Person, mediaId: string) => client('DELETE /media/delete/:media_id', mediaOf(mediaId), by),
  };
}

export type PostsFixture = Awaited<ReturnType<typeof startPosts>>;
