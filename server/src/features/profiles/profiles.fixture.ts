import { API_KEY_HEADER, DEFAULT_API_KEY } from '@adda/contract/platform';
import type { StartOptions } from '../../app.ts';
import { userIdOf } from '../creators/creators.fixture.ts';
import { startChats, type Person } from '../direct/direct.fixture.ts';

export { eventually } from '../direct/direct.fixture.ts';
export type { Person } from '../direct/direct.fixture.ts';

/** Fields of the form that edits a profile. */
export type ProfileForm = {
  readonly fields?: Readonly<Record<string, string>>;
  readonly file?: Uint8Array;
};

type Edited = { message?: string; profile_image_url?: string | null; detail?: unknown; code?: string };

/** Sends the form as a browser does; `client` sends JSON only. */
async function sendForm(url: string, { token }: Person, { fields = {}, file }: ProfileForm) {
  const data = new FormData();
  for (const [field, value] of Object.entries(fields)) data.set(field, value);
  if (file) data.set('file', new Blob([new Uint8Array(file)], { type: 'image/png' }), 'me.png');
  const response = await fetch(`${url}/users/update-profile`, {
    method: 'POST',
    headers: { [API_KEY_HEADER]: DEFAULT_API_KEY, authorization: `Bearer ${token}` },
    body: data,
  });
  const body: Edited = JSON.parse(await response.text());
  return { status: response.status, ...body };
}

/**
 * Opens the application of the test file (or, with an `outbound`, of the test) with calls that edit and read profiles.
 */
export async function startProfiles(parts?: Pick<StartOptions, 'outbound'>) {
  const fixture = parts ? await startChats({}, parts) : await startChats();
  const { client, url, database } = fixture;
  return {
    ...fixture,
    edit: (user: Person, form: ProfileForm) => sendForm(url, user, form),
    profileOf: (viewer: Person, { username }: Pick<Person, 'username'>) =>
      client('GET /feed/profile/:sender', { params: { sender: username } }, viewer),
    publicProfileOf: ({ username }: Pick<Person, 'username'>) =>
      client('GET /public/profiles/:username', { params: { username } }),
    me: async (user: Person) => (await client('GET /users/me', {}, user)).data,
    idOf: (user: Person) => userIdOf(database, user),
  };
}

export type ProfilesFixture = Awaited<ReturnType<typeof startProfiles>>;
