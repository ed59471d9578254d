import { onlineManager } from '@tanstack/react-query';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, onTestFinished } from 'vitest';
import { SearchButton, ShellDialogs } from '../../app/shell/shell-dialogs.tsx';
import { clearUserStorage } from '../../platform/user-storage.ts';
import {
  privateMessageOf,
  refused,
  showPeople,
  userOf,
  type RequestHandler,
} from '../../test/people-page.tsx';
import { mediaIdOf, postOf } from '../feed/post.fixture.ts';
import { GROUP_ID, groupOf, messageAt } from '../rooms/rooms.fixture.ts';
import { recentSearches } from './recent-searches.ts';

const nothing = { people: [], rooms: [], posts: [], hashtags: [], messages: [] };

const found = {
  people: [userOf('riya')],
  rooms: [groupOf({ name: 'Rain lovers', is_member: false })],
  posts: [postOf(1, { caption: 'first rain of the year' })],
  hashtags: [{ tag: 'rain', posts: 3 }],
  messages: [
    {
      message: messageAt(41, { content: '😀 it may rain' }),
      where: { group_id: GROUP_ID, name: 'Rooftop Nights' },
      highlights: [[10, 14]],
    },
    {
      message: privateMessageOf('zoya', 'asha', { content: 'rain again', sequence: 7 }),
      where: { username: 'zoya' },
      highlights: [[0, 4]],
    },
  ],
};

const finding: RequestHandler = ({ path }) =>
  path.startsWith('/search?') ? { body: found } : { body: { pictures: {} } };

const view = () => (
  <>
    <input aria-label="Elsewhere" />
    <SearchButton />
    <ShellDialogs />
  </>
);

const input = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Search everything' });
const options = () => screen.findAllByRole('option');
const active = async () =>
  document.getElementById((await input()).getAttribute('aria-activedescendant') ?? '');

/** Opens the dialog by Ctrl+K and types. */
async function search(text: string, answering: RequestHandler = finding, at?: string) {
  const page = await showPeople(view, answering, 'asha', at);
  await page.person.keyboard('{Control>}k{/Control}');
  await page.person.type(await input(), text);
  return page;
}

it('SR-02: Ctrl+K opens the search anywhere, `/` outside inputs; Escape closes it and the focus returns', async () => {
  const { person } = await showPeople(view, finding);
  const elsewhere = screen.getByRole('textbox', { name: 'Elsewhere' });
  await person.type(elsewhere, '/');
  expect(screen.queryByRole('dialog')).toBeNull();
  await person.keyboard('{Control>}k{/Control}');
  await waitFor(async () => expect(document.activeElement).toBe(await input()));
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(elsewhere);
  elsewhere.blur();
  await person.keyboard('/');
  expect((await input()).value).toBe('');
});

it('SR-02: shows people, rooms, posts, hashtags and messages with their matches marked, and announces their number', async () => {
  const page = await search('rain');
  expect((await options()).length).toBe(6);
  const sections = screen
    .getAllByRole('group')
    .map((section) => [
      document.getElementById(section.getAttribute('aria-labelledby') ?? '')?.textContent,
      within(section).getAllByRole('option').length,
    ]);
  expect(sections).toEqual([
    ['People', 1],
    ['Rooms', 1],
    ['Posts', 1],
    ['Hashtags', 1],
    ['Messages', 2],
  ]);
  const marks = [...document.querySelectorAll('mark')].map((mark) => mark.textContent);
  expect(marks).toEqual(['Rain', 'rain', 'rain', 'rain', 'rain']);
  expect(screen.getByText('6 results')).toBeTruthy();
  expect(page.asked('GET /search').map(({ path }) => path)).toEqual(['/search?q=rain']);
});

it('SR-02: arrows, Home and End move through the results, Enter opens the active one', async () => {
  const { person, where } = await search('rain');
  await options();
  expect((await active())?.textContent).toContain('riya');
  await person.keyboard('{ArrowDown}');
  expect((await active())?.textContent).toContain('Rain lovers');
  await person.keyboard('{End}');
  expect((await active())?.textContent).toContain('rain again');
  await person.keyboard('{ArrowDown}');
  expect((await active())?.getAttribute('aria-selected')).toBe('true');
  expect((await active())?.textContent).toContain('riya');
  await person.keyboard('{ArrowUp}{Home}{ArrowDown}{Enter}');
  await waitFor(() => expect(where()).toBe(`/v1/group/${GROUP_ID}`));
  expect(screen.queryByRole('dialog')).toBeNull();
});

it.each([
  ['a person: the private chat', 'riya', '/v1/chat/riya', ''],
  ['a post: its page', 'first rain', `/post/${mediaIdOf(1)}`, ''],
  ['a message of a room: the room at the message', 'it may rain', `/v1/group/${GROUP_ID}`, '?m=41'],
  ['a private message: the chat at the message', 'rain again', '/v1/chat/zoya', '?m=7'],
])('SR-02: a press opens %s', async (_what, text, path, query) => {
  const { person, href } = await search('rain');
  const option = (await options()).find(({ textContent }) => textContent.includes(text));
  if (option) await person.click(option);
  await waitFor(() => expect(href()).toBe(path + query));
});

it('SR-02: a hashtag shows its posts', async () => {
  const { person } = await search('rain');
  const tag = (await options()).find(({ textContent }) => textContent.startsWith('#rain'));
  if (tag) await person.click(tag);
  await waitFor(() => expect(screen.getAllByRole('option').length).toBe(1));
  expect((await input()).value).toBe('#rain');
  expect((await active())?.textContent).toContain('first rain of the year');
});

it('SR-02: Enter before the results have arrived opens the best one; the old results stay until then', async () => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const page = await search('rain', ({ path }) => {
    if (path === '/search?q=rainy') return { until: held, body: { ...nothing, people: [userOf('rainy')] } };
    return finding({ method: 'GET', path, headers: {}, body: undefined });
  });
  await options();
  await page.person.keyboard('y{Enter}');
  await waitFor(() => expect(page.asked('GET /search').length).toBe(2));
  expect(screen.getAllByRole('option').length).toBe(6);
  expect(screen.getByRole('listbox').getAttribute('aria-busy')).toBe('true');
  release();
  await waitFor(() => expect(page.where()).toBe('/v1/chat/rainy'));
});

it('SR-02: what is not found, failed or impossible offline says so', async () => {
  let isBroken = false;
  const page = await search('zzzz', () => (isBroken ? refused(400, 'No') : { body: nothing }));
  expect(await screen.findByRole('heading', { name: 'Nothing found' })).toBeTruthy();
  isBroken = true;
  await page.person.type(await input(), 'y');
  isBroken = await screen.findByRole('button', { name: 'Try Again' }).then(() => false);
  await page.person.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByRole('heading', { name: 'Nothing found' })).toBeTruthy();
  onlineManager.setOnline(false);
  onTestFinished(() => onlineManager.setOnline(true));
  await page.person.type(await input(), 'x');
  expect(await screen.findByRole('heading', { name: "You're offline" })).toBeTruthy();
});

it('SR-02: searches that led somewhere are offered again on this device, until they are removed or one logs out', async () => {
  for (const text of ['one', 'two', 'rain']) recentSearches.add('asha', text);
  recentSearches.add('someone', 'theirs');
  const { person } = await showPeople(view, finding);
  await person.click(screen.getByRole('button', { name: 'Search' }));
  await input();
  const recent = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent);
  expect(recent()).toEqual(['rain', 'two', 'one']);
  await person.click(screen.getByRole('button', { name: 'Remove two' }));
  expect(recent()).toEqual(['rain', 'one']);
  await person.click(await input());
  await person.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}{Enter}');
  expect((await input()).value).toBe('rain');
  await person.clear(await input());
  await person.click(screen.getByRole('button', { name: 'Clear all' }));
  expect(await screen.findByRole('heading', { name: 'What are you looking for?' })).toBeTruthy();
  expect(recentSearches.get('asha')).toEqual([]);
  await person.type(await input(), 'rain');
  await options();
  await person.keyboard('{Enter}');
  expect(recentSearches.get('asha')).toEqual(['rain']);
  clearUserStorage();
  expect([recentSearches.get('asha'), recentSearches.get('someone')]).toEqual([[], []]);
});
