import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Group } from '@adda/contract/rooms';
import type { RecordedRequest, TestResponse } from '../../../test/answering-server.ts';
import { toast } from '../../../ui/toast-store.ts';
import { failure, showPage } from '../room-page.fixture.tsx';
import { groupOf, messageAt } from '../rooms.fixture.ts';
import { LivelyRoomsPanel } from './lively-rooms-panel.tsx';

const idOf = (letter: string) => letter.repeat(24);

const outside = (letter: string, given: Partial<Group> = {}) =>
  groupOf({ group_id: idOf(letter), name: `Room ${letter}`, is_member: false, ...given });

const said = [
  messageAt(1, { content: 'before' }),
  messageAt(2, { content: '*see* you', sender: '_guest-merry-otter' }),
  messageAt(3, { content: '', image_width: 40, image_height: 30, image_id: 'f'.repeat(32), sender: 'riya' }),
  messageAt(4, { content: '', audio_duration_ms: 4000, sender: 'kabir' }),
  messageAt(5, { content: 'riya joined', sender: 'system', is_admin: true }),
];

async function showLively(
  groups: readonly Group[],
  answer?: (request: RecordedRequest) => TestResponse | undefined,
) {
  const opened: string[] = [];
  const page = await showPage(() => <LivelyRoomsPanel onOpen={(groupId) => opened.push(groupId)} />, {
    at: '/v1',
    answer: (request) => {
      const own = answer?.(request);
      if (own) return own;
      if (request.path.startsWith('/groupchat/groups?')) {
        return { body: { groups, page: 1, total_count: groups.length } };
      }
      if (request.path.endsWith('/preview')) {
        const isBusy = request.path.includes(idOf('a'));
        return { body: { group: groups[0], messages: isBusy ? said : [], people: [], online: 1 } };
      }
      return undefined;
    },
  });
  return { ...page, opened };
}

it('HM-04, HM-06: shows three rooms that the user is not in, with their last three lines', async () => {
  const page = await showLively([
    outside('a', { speakers_15m: 4 }),
    outside('b'),
    outside('c', { is_banned: true }),
  ]);
  const list = await screen.findByRole('list', { name: 'Talking now' });
  expect(page.asked('/groupchat/groups?')[0]?.path).toBe(
    '/groupchat/groups?page=1&limit=3&sort_by=busy&is_member=false',
  );
  expect(
    within(list)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['Room a', 'Room b']);
  expect(screen.getByText('4 talking now')).toBeTruthy();
  const lines = within(await screen.findByRole('list', { name: 'Last messages' }));
  await lines.findByText('see you');
  expect(lines.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'merry-ottersee you',
    'riyaPhoto',
    'kabirVoice message',
  ]);
  expect(screen.getByText('Nobody has said anything yet. Join and be the first!')).toBeTruthy();
});

it('HM-04: one press joins a room and opens it; pressing its name opens it to read', async () => {
  const page = await showLively([outside('a')]);
  await page.person.click(await screen.findByRole('link', { name: 'Room a' }));
  expect(page.opened).toEqual([idOf('a')]);
  expect(page.asked('/groups/join')).toEqual([]);
  await page.person.click(screen.getByRole('button', { name: 'Join' }));
  await waitFor(() => expect(page.opened).toEqual([idOf('a'), idOf('a')]));
  expect(page.asked('/groups/join').map(({ body }) => body)).toEqual([{ group_id: idOf('a') }]);
});

it('HM-04, GC-62: a room that cannot be joined says why and stays', async () => {
  const page = await showLively([outside('a')], ({ path }) =>
    path.endsWith('/join') ? failure(400, 'Group has reached maximum member limit', 'group_full') : undefined,
  );
  await page.person.click(await screen.findByRole('button', { name: 'Join' }));
  const texts = () => toast.current().map(({ text }) => text);
  await waitFor(() => expect(texts()).toContain('Group has reached maximum member limit'));
  expect(page.opened).toEqual([]);
});

it('HM-04: without a room it offers to open one; what did not load can be tried again', async () => {
  let isDown = true;
  const page = await showLively([], ({ path }) =>
    isDown && path.startsWith('/groupchat/groups?') ? failure(500, 'Something went wrong') : undefined,
  );
  await page.person.click(await screen.findByRole('button', { name: 'Try Again' }));
  isDown = false;
  await page.person.click(await screen.findByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('No other rooms yet')).toBeTruthy();
});
