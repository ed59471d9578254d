import { API_KEY_HEADER, DEFAULT_API_KEY } from '@adda/contract/platform';
import { describe, expect, it } from 'vitest';
import type { Answer as ClientAnswer } from '../../../test/client.ts';
import { guest as guestBody, registration } from '../../accounts/accounts.fixture.ts';
import { freshWord, startSafety, type Person } from '../safety.fixture.ts';

type Fixture = Awaited<ReturnType<typeof startSafety>>;
type Answer = { readonly status: number; readonly code: string | undefined };

async function sendForm(
  url: string,
  path: string,
  { token }: Person,
  fields: Record<string, string>,
): Promise<Answer> {
  const data = new FormData();
  for (const [field, value] of Object.entries(fields)) data.set(field, value);
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { [API_KEY_HEADER]: DEFAULT_API_KEY, authorization: `Bearer ${token}` },
    body: data,
  });
  const body: { code?: string } = JSON.parse(await response.text());
  return { status: response.status, code: body.code };
}

const answered = (answer: Pick<ClientAnswer<unknown>, 'status' | 'error'>): Answer => ({
  status: answer.status,
  code: answer.status < 300 ? undefined : answer.error.code,
});

/** Short enough for a username. */
const shortWord = () => freshWord().slice(0, 10);

const plan = (creator: string, words: { name?: string; description?: string }) => ({
  creator,
  name: 'Everything',
  amount: 5,
  validity_days: 30,
  ...words,
});

/** Every text that other users can read, with the request that submits it. */
const SURFACES: Record<string, (fixture: Fixture, by: Person, text: string) => Promise<Answer>> = {
  'a caption': ({ url }, by, text) => sendForm(url, '/media/upload', by, { caption: text }),
  hashtags: ({ url }, by, text) => sendForm(url, '/media/upload', by, { caption: 'x', hashtags: `#${text}` }),
  'a feeling': ({ url }, by, text) => sendForm(url, '/media/upload', by, { caption: 'x', feeling: text }),
  'a display name': ({ url }, by, text) => sendForm(url, '/users/update-profile', by, { display_name: text }),
  'a bio': ({ url }, by, text) => sendForm(url, '/users/update-profile', by, { bio: text }),
  'a link': ({ url }, by, text) =>
    sendForm(url, '/users/update-profile', by, { links: JSON.stringify([`https://a.example/${text}`]) }),
  'a room’s name': async ({ client }, by, text) => {
    return answered(await client('POST /groupchat/groups/create', { body: { name: text } }, by));
  },
  'a room’s description': async ({ client }, by, text) => {
    const body = { name: `Room ${freshWord()}`, description: text };
    return answered(await client('POST /groupchat/groups/create', { body }, by));
  },
  'a room’s topic': async ({ client }, by, text) => {
    const body = { name: `Room ${freshWord()}`, topic: text };
    return answered(await client('POST /groupchat/groups/create', { body }, by));
  },
  'a room’s rules, later': async ({ client, open }, by, text) => {
    const params = { id: await open(by) };
    return answered(await client('PATCH /groupchat/groups/:id', { params, body: { rules: text } }, by));
  },
  'a plan’s name': async ({ client }, by, text) => {
    const body = plan(by.username, { name: text });
    return answered(await client('POST /subscriptions/plan', { body }, by));
  },
  'a plan’s description': async ({ client }, by, text) => {
    const body = plan(by.username, { description: text });
    return answered(await client('POST /subscriptions/plans/create', { body }, by));
  },
  'a plan’s new description': async ({ client, offer, posterOf }, by, text) => {
    const params = { plan_id: await offer(await posterOf(by)) };
    return answered(
      await client('PATCH /subscriptions/plan/:plan_id', { params, body: { description: text } }, by),
    );
  },
  'a comment': async ({ client, insert, posterOf, person }, by, text) => {
    const [post] = await insert(await posterOf(await person()));
    const body = { media_id: post?.mediaId ?? '', comment: text };
    return answered(await client('POST /media/comment', { body }, by));
  },
};

describe.each(Object.entries(SURFACES))('SV-105: %s', (_name, write) => {
  it('a refused word is refused; a word under review is accepted and reported', async () => {
    const fixture = await startSafety();
    const [{ refused, reviewed }, ann] = [await fixture.listBoth(), await fixture.person()];
    expect(await write(fixture, ann, refused)).toEqual({ status: 400, code: 'words_refused' });
    expect(await fixture.reportsAbout(ann)).toEqual([]);
    expect((await write(fixture, ann, `un${refused}`)).status).toBeLessThan(300);
    expect((await write(fixture, ann, reviewed)).status).toBeLessThan(300);
    await expect
      .poll(async () => (await fixture.reportsAbout(ann)).map(({ reason }) => reason.includes(reviewed)))
      .toEqual([true]);
  });
});

describe('SV-105, Q-29: hashtags', () => {
  /** Separates the letters of a word by alternating dots and dashes: 'a.b-c.d'. */
  const separateLetters = (word: string) =>
    Array.from(word)
      .map((letter, at) => (at === 0 ? letter : `${at % 2 === 0 ? '-' : '.'}${letter}`))
      .join('');

  it.each([
    ['as one tag', (word: string) => `#sea,#${word}`],
    ['as one tag, spelled out beside a tag of one letter', (word: string) => `#x #${separateLetters(word)}`],
    [
      'in a row of tags',
      (word: string) =>
        Array.from(word)
          .map((letter) => `#${letter}`)
          .join(', '),
    ],
  ])('are checked: a refused word %s', async (_place, written) => {
    const fixture = await startSafety();
    const [word, ann] = [shortWord(), await fixture.person()];
    await fixture.list(word, 'refuse');
    const fields = { caption: 'x', hashtags: written(word) };
    expect(await sendForm(fixture.url, '/media/upload', ann, fields)).toEqual({
      status: 400,
      code: 'words_refused',
    });
  });
});

describe('SV-105: names of accounts', () => {
  it('are checked at registration', async () => {
    const { client, list, reportsAbout } = await startSafety();
    const [refused, reviewed] = [shortWord(), shortWord()];
    await list(refused, 'refuse');
    await list(reviewed, 'review');
    const register = (name: string) => client('POST /auth/register', { body: registration(name) });
    const answer = await register(`the_${refused}`);
    expect([answer.status, answer.error.code]).toEqual([400, 'words_refused']);
    const username = `the_${reviewed}`;
    expect((await register(username)).status).toBeLessThan(300);
    await expect.poll(async () => (await reportsAbout({ username })).length).toBe(1);
  });

  it('are checked for guests and at upgrade', async () => {
    const { client, list, guest } = await startSafety();
    const refused = shortWord();
    await list(refused, 'refuse');
    const entered = await client('POST /auth/guest', {
      body: { ...guestBody, display_name: `Dr ${refused}` },
    });
    expect([entered.status, entered.error.code]).toEqual([400, 'words_refused']);
    const { username, email, password } = registration(refused);
    const stayed = await client('POST /auth/upgrade', { body: { username, email, password } }, await guest());
    expect([stayed.status, stayed.error.code]).toEqual([400, 'words_refused']);
  });
});
