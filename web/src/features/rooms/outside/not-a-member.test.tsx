import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import type { GroupMessage } from '@adda/contract/rooms';
import type { TestResponse } from '../../../test/answering-server.ts';
import { prefetchedComponents } from '../../messages/index.ts';
import { failure, memberOf, showPage, type Stage } from '../room-page.fixture.tsx';
import { RoomView } from '../room-screen.tsx';
import { GROUP_ID, groupOf, messageAt, pageOf } from '../rooms.fixture.ts';

// Load lazy code before the tests, because loading may exceed their time limit.
beforeAll(() => prefetchedComponents.parts.load());

const outside = groupOf({ is_member: false, topic: 'Tea and rain' });

const quote = {
  message_id: 'a-1',
  sequence: 1,
  sender: 'riya',
  excerpt: 'the first one',
  has_image: false,
  has_voice: false,
  has_video: false,
  is_deleted: false,
};
const said: readonly GroupMessage[] = [
  messageAt(1),
  messageAt(2, { image_width: 40, image_height: 30, image_id: 'f'.repeat(32), content: 'the roof' }),
  messageAt(3, { audio_duration_ms: 4000, content: '', sender: 'kabir' }),
  messageAt(4, {
    reply_to: quote,
    content: '@asha come up',
    mentions: ['asha', 'riya'],
    reactions: [{ emoji: '👍', count: 2, mine: false, usernames: ['riya', 'kabir'] }],
    version: 1,
  }),
];

const previewOf = (messages: readonly GroupMessage[]): TestResponse => ({
  body: { group: outside, messages, people: [memberOf('riya', { is_online: true })], online: 2 },
});

/** Opens a room whose user is no member; `preview` answers its preview. */
const openOutside = (preview: TestResponse, more: Stage = {}) =>
  showPage(() => <RoomView groupId={GROUP_ID} account="asha" />, {
    group: outside,
    ...more,
    answer: (request) => more.answer?.(request) ?? (request.path.endsWith('/preview') ? preview : undefined),
  });

it('HM-06, GC-11, GC-12: shows the last messages with the topic and who is there, without actions, and one button to join', async () => {
  const page = await openOutside(previewOf(said));
  const list = within(await screen.findByRole('region', { name: 'Messages' }));
  expect(await list.findByText('message 1')).toBeTruthy();
  expect(screen.getByRole('heading', { level: 2, name: 'Not a Member' })).toBeTruthy();
  expect(screen.getByText("You're not part of this group yet. Join to start chatting!")).toBeTruthy();
  expect(screen.getByText('Tea and rain')).toBeTruthy();
  expect(screen.getByText('2 here now')).toBeTruthy();
  expect(list.getByText('A photo, for members')).toBeTruthy();
  expect(list.getByText('A voice message, for members')).toBeTruthy();
  expect(await list.findByRole('img', { name: '👍 2, riya, kabir' })).toBeTruthy();
  expect(list.getByText('In reply to', { exact: false })).toBeTruthy();
  expect(list.queryAllByRole('button')).toEqual([]);
  expect(screen.queryByLabelText('Message')).toBeNull();
  expect(screen.getAllByRole('button', { name: 'Join Group' })).toHaveLength(1);
  for (const path of ['group-messages', '/pins', '/drafts']) expect(page.asked(path), path).toEqual([]);
});

it('HM-06, RX-06: keys and presses on messages move and open nothing', async () => {
  const { person } = await openOutside(previewOf(said));
  const text = await screen.findByText('message 1');
  expect(await screen.findByText('Arrow keys move between messages.')).toBeTruthy();
  await person.dblClick(text);
  const row = screen.getAllByRole('listitem').find((each) => each.contains(text));
  row?.focus();
  await person.keyboard('{Enter}r+fs');
  expect(screen.queryByRole('menu')).toBeNull();
  expect(screen.queryByRole('dialog')).toBeNull();
  await person.keyboard('{ArrowDown}');
  await waitFor(() => expect(document.activeElement?.textContent).toContain('the roof'));
});

it('HM-06: on joining the room opens with its messages, which never go', async () => {
  let isMember = false;
  const page = await openOutside(previewOf(said), {
    answer({ path }) {
      if (path.endsWith('/join')) {
        isMember = true;
        return { body: { message: 'ok' } };
      }
      if (path.includes('/group-messages')) return { body: pageOf([...said, messageAt(5)]) };
      if (path.endsWith(`/groups/${GROUP_ID}`)) return { body: { ...outside, is_member: isMember } };
      return undefined;
    },
  });
  await screen.findByText('message 1');
  const missing: string[] = [];
  const observer = new MutationObserver(() => {
    if (!screen.queryByText('message 1')) missing.push(document.body.textContent ?? '');
  });
  observer.observe(document.body, { childList: true, subtree: true });
  await page.person.click(screen.getByRole('button', { name: 'Join Group' }));
  expect(await screen.findByLabelText('Message')).toBeTruthy();
  expect(await screen.findByText('message 5')).toBeTruthy();
  observer.disconnect();
  expect(missing).toEqual([]);
});

it('HM-06: an empty room says so', async () => {
  await openOutside(previewOf([]));
  expect(await screen.findByText('Nobody has said anything yet. Join and be the first!')).toBeTruthy();
});

it('HM-06: above 50 messages it says how to read the others', async () => {
  await openOutside(previewOf(Array.from({ length: 50 }, (_, index) => messageAt(index + 1))));
  expect(await screen.findByText('Join to read what came before.')).toBeTruthy();
});

it('HM-06: what failed to load can be tried again, and joined nevertheless', async () => {
  const stage = { preview: failure(503, 'Adda is catching its breath.') };
  const page = await openOutside(stage.preview);
  expect((await screen.findByRole('alert')).textContent).toContain('Adda is catching its breath.');
  expect(screen.getByRole('button', { name: 'Join Group' })).toBeTruthy();
  page.change({ answer: ({ path }) => (path.endsWith('/preview') ? previewOf(said) : undefined) });
  await page.person.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('message 1')).toBeTruthy();
});

it.each([
  ['deleted', 'group_not_found', 404, 'Group "x" not found'],
  ['banned', 'banned_from_group', 403, 'You are banned from this group'],
])('HM-06, GC-40: a room that is %s meanwhile says so', async (what, code, status, heading) => {
  let hasChanged = false;
  const changed =
    what === 'deleted' ? failure(status, heading, code) : { body: { ...outside, is_banned: true } };
  await openOutside(previewOf([]), {
    answer({ path }) {
      if (path.endsWith('/preview')) {
        hasChanged = true;
        return failure(status, heading, code);
      }
      return hasChanged ? changed : undefined;
    },
  });
  expect(await screen.findByRole('heading', { name: heading })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Join Group' })).toBeNull();
});
