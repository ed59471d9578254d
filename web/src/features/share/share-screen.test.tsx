import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sharedContent, type SharedContent } from '../../platform/shared-content.ts';
import { conversationOf, showPeople, type RequestHandler } from '../../test/people-page.tsx';
import { sharedDrafts } from '../messages/forwards/index.ts';
import { GROUP_ID, groupOf } from '../rooms/rooms.fixture.ts';
import { ShareScreen } from './share-screen.tsx';

// Load lazy code before the tests, because loading may exceed their time limit.
beforeAll(() => import('../feed/upload/index.ts'));
beforeEach(() => sharedContent.remove());

const file = (name: string) => new File(['pixels'], name, { type: 'image/png' });
const nothing: SharedContent = { title: '', text: '', url: '', files: [], refused: [], isTooMany: false };

const places: RequestHandler = ({ path }) => {
  if (path.startsWith('/messages/conversations'))
    return { body: { conversations: [conversationOf('riya')] } };
  if (path.startsWith('/groupchat/groups'))
    return { body: { groups: [groupOf({ name: 'Rooftop', is_member: true })], total_count: 1 } };
  if (!path.startsWith('/search')) return undefined;
  const zoya = {
    username: 'zoya',
    profile_picture: null as string | null,
    is_guest: false,
    is_online: false,
    age: 20,
    sex: 'female',
  };
  return { body: { people: [zoya], rooms: [], posts: [], hashtags: [], messages: [] } };
};

/** Opens the page after something was shared. */
async function open(given: Partial<SharedContent>, answering = places) {
  await sharedContent.put({ ...nothing, ...given });
  return showPeople(() => <ShareScreen />, answering);
}

const button = (name: string | RegExp) => screen.findByRole('button', { name });

describe('PN-01: the page that asks where something goes', () => {
  it('shows it, and opens the chosen chat with it; it is kept until it is in the input', async () => {
    const { person, where } = await open({ text: 'rain at last', files: [file('a.png'), file('b.png')] });
    const pictures = await screen.findByRole('list', { name: 'Your pictures' });
    expect(within(pictures).getAllByRole('img')).toHaveLength(2);
    expect(screen.getByText('rain at last')).toBeTruthy();
    await person.click(await button(/riya/));
    await waitFor(() => expect(where()).toBe('/v1/chat/riya'));
    const waiting = sharedDrafts.get('asha/@riya');
    expect(waiting).toMatchObject({ text: 'rain at last', files: [{ name: 'a.png' }, { name: 'b.png' }] });
    expect(await sharedContent.get()).toBeDefined();
    waiting?.onTaken();
    await waitFor(async () => expect(await sharedContent.get()).toBeUndefined());
  });

  it('is used with the keyboard, also for a room', async () => {
    const { person, where } = await open({ url: 'https://example.com' });
    (await button(/Rooftop/)).focus();
    await person.keyboard('{Enter}');
    await waitFor(() => expect(where()).toBe(`/v1/group/${GROUP_ID}`));
    expect(sharedDrafts.get(`asha/${GROUP_ID}`)).toMatchObject({ text: 'https://example.com', files: [] });
  });

  it('finds other people', async () => {
    const { person, where } = await open({ text: 'rain' });
    await person.type(await screen.findByRole('searchbox', { name: 'Search people and rooms' }), 'zoy');
    await person.click(await button(/zoya/));
    await waitFor(() => expect(where()).toBe('/v1/chat/zoya'));
  });

  it.each([
    [{ title: 'Rain', text: 'at last', url: 'https://a.example' }, 'Rain\nat last\nhttps://a.example'],
    [{ title: 'Rain', text: 'Rain: https://a.example', url: 'https://a.example' }, 'Rain: https://a.example'],
    [{ title: 'https://a.example', url: 'https://a.example' }, 'https://a.example'],
  ])('says nothing twice: %j', async (given, text) => {
    await open(given);
    expect(
      await screen.findByText((_, element) => element?.textContent === text, { selector: 'p' }),
    ).toBeTruthy();
  });

  it('says why a file is left out; a file alone that can’t be sent has no place to go', async () => {
    const refused = [
      { name: 'paper.pdf', problem: 'Invalid image format' },
      { name: 'large.png', problem: 'Image size exceeds 10MB' },
    ] as const;
    await open({ refused, isTooMany: true });
    const said = await screen.findByRole('alert');
    expect(
      within(said)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'paper.pdf: Invalid image format',
      'large.png: Image size exceeds 10MB',
      'Up to 10 pictures at once: the first ones are added.',
    ]);
    expect(screen.queryByRole('searchbox')).toBeNull();
  });

  it('forgets it after Cancel', async () => {
    const { person, where } = await open({ text: 'rain' }, () => undefined);
    await person.click(await button('Cancel'));
    expect(where()).toBe('/v1');
    await waitFor(async () => expect(await sharedContent.get()).toBeUndefined());
  });

  it('says so where nothing arrived', async () => {
    await showPeople(() => <ShareScreen />, places);
    expect(await screen.findByRole('heading', { name: 'Nothing arrived' })).toBeTruthy();
    expect(screen.getByText(/^Please share it again\./)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to the chats' })).toBeTruthy();
  });

  it('says so where the places can’t be loaded, and keeps what was shared', async () => {
    await open({ text: 'rain' }, () => undefined);
    expect(await button('Try Again')).toBeTruthy();
    expect(await sharedContent.get()).toBeDefined();
  });
});

describe('PN-01: a new post', () => {
  it('has the first picture and the text once; what is discarded there is gone', async () => {
    const { person, href } = await open({ text: 'rain', files: [file('a.png'), file('b.png')] });
    expect(await screen.findByText('A post has one picture: the first one is in it.')).toBeTruthy();
    for (const _time of [1, 2]) {
      await person.click(await button('New post'));
      const dialog = within(await screen.findByRole('dialog', { name: 'New post' }));
      expect(dialog.getByText('a.png')).toBeTruthy();
      expect(dialog.getByLabelText<HTMLTextAreaElement>('Caption').value).toBe('rain');
      await person.click(dialog.getByRole('button', { name: 'Close' }));
    }
    expect(await sharedContent.get()).toBeDefined();
    await person.click(await button('New post'));
    await person.click(await button('Remove file'));
    await person.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(href()).toBe('/v1?tab=feed'));
    await waitFor(async () => expect(await sharedContent.get()).toBeUndefined());
  });

  it('is not offered for a text alone', async () => {
    await open({ text: 'rain' });
    await button(/riya/);
    expect(screen.queryByRole('button', { name: 'New post' })).toBeNull();
  });
});
