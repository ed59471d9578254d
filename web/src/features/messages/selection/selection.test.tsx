import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TestResponse } from '../../../test/answering-server.ts';
import { toast } from '../../../ui/toast-store.ts';
import {
  privateMessageAt,
  privatePageOf,
  showConnectedChat,
} from '../../direct/chat/private-page.fixture.tsx';
import { showPage } from '../../rooms/room-page.fixture.tsx';
import { RoomView } from '../../rooms/room-screen.tsx';
import { GROUP_ID, groupOf, messageAt, pageOf } from '../../rooms/rooms.fixture.ts';
import { prefetchedComponents } from '../prefetch.ts';

vi.mock(
  'socket.io-client',
  async () => (await import('../../direct/chat/fake-socket.fixture.ts')).socketLibrary,
);

// Load lazy code before the tests, because loading may exceed their time limit.
beforeAll(() =>
  Promise.all([
    import('./selection-bar.tsx'),
    ...Object.values(prefetchedComponents).map((part) => part.load()),
  ]),
);
beforeEach(() => toast.clear());

const messages = [
  privateMessageAt(1, { content: 'one' }),
  privateMessageAt(2, { content: 'two' }),
  privateMessageAt(3, { content: 'three' }),
  privateMessageAt(4, { content: 'mine', sender: 'asha' }),
];

const conversation = {
  conversation_id: 'asha:nova',
  username: 'nova',
  sex: 'female',
  profile_picture: null,
  is_online: false,
  last_active: null,
  latest_message: privateMessageAt(1),
  unread_count: 0,
};

/** Opens a chat in which the message 'one' is selected; `forward` answers the forwards. */
async function openSelection(forward: () => TestResponse = () => ({ body: { messages: [] } })) {
  const page = await showConnectedChat({
    page: privatePageOf(messages),
    answer: ({ path }) => {
      if (path.includes('/report')) return { body: { message: 'ok', report_id: 'r' } };
      if (path.includes('/forward')) return forward();
      if (path.startsWith('/messages/conversations')) return { body: { conversations: [conversation] } };
      if (path.startsWith('/groupchat/groups')) return { body: { groups: [], total_count: 0 } };
      return undefined;
    },
  });
  const { person } = page;
  await screen.findByText('one');
  await person.click(
    screen.getAllByRole('button', { name: 'Options of the message from riya' })[0] as HTMLElement,
  );
  await person.click(await screen.findByRole('menuitem', { name: 'Select' }));
  const bar = await screen.findByRole('toolbar', { name: 'Selected messages' });
  const press = (name: string) => person.click(within(bar).getByRole('button', { name }));
  const rowOf = (text: string) =>
    screen.getByText(text).closest<HTMLElement>('[role="listitem"]') as HTMLElement;
  return { ...page, bar, press, rowOf, count: () => within(bar).getByRole('status').textContent };
}

describe('FT-07: selecting messages', () => {
  it('a press or Space selects, with Shift everything in between, and Escape ends it', async () => {
    const { person, bar, count, rowOf } = await openSelection();
    await waitFor(() => expect(count()).toBe('1 selected'));
    const help = document.getElementById(bar.getAttribute('aria-describedby') ?? '');
    expect(help?.textContent).toContain('Space selects a message');
    await person.click(screen.getByText('three'));
    await waitFor(() => expect(count()).toBe('2 selected'));
    const mark = within(rowOf('three')).getByRole('checkbox', { name: 'Select the message from riya' });
    expect((mark as HTMLInputElement).checked).toBe(true);
    expect(rowOf('three').getAttribute('aria-label')).toMatch(/^selected, riya: three/);
    fireEvent.click(screen.getByText('one'), { shiftKey: true });
    await waitFor(() => expect(count()).toBe('3 selected'));
    // The bar takes the place of the input.
    expect(screen.queryByRole('textbox', { name: 'Message' })).toBeNull();
    rowOf('two').focus();
    await person.keyboard(' ');
    await waitFor(() => expect(count()).toBe('2 selected'));
    await person.keyboard('{Escape}');
    expect(screen.queryByRole('toolbar', { name: 'Selected messages' })).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.getByRole('textbox', { name: 'Message' })).toBeTruthy();
  });

  it('deletes all of them after a question, in one request', async () => {
    const { person, press, asked } = await openSelection();
    await person.click(screen.getByText('mine'));
    await press('Delete');
    const dialog = await screen.findByRole('dialog', { name: 'Delete 2 messages?' });
    await person.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('toolbar', { name: 'Selected messages' })).toBeNull());
    expect(asked('/chat/delete_messages').map(({ body }) => body)).toMatchObject([
      { message_ids: ['p-1', 'p-4'] },
    ]);
  });

  it('FT-06: forwards them in their order, and waits where a room takes one message a second', async () => {
    const early = { status: 429, body: { detail: 'Please wait', code: 'sending_too_fast', retry_after: 0 } };
    const answers: TestResponse[] = [{ body: { messages: [] } }, early];
    const { person, press, asked } = await openSelection(() => answers.shift() ?? { body: { messages: [] } });
    await person.click(screen.getByText('mine'));
    await person.click(screen.getByText('two'));
    await press('Forward');
    const dialog = await screen.findByRole('dialog', { name: 'Forward 3 messages' });
    await person.click(await within(dialog).findByRole('checkbox', { name: /nova/ }));
    await person.click(within(dialog).getByRole('button', { name: 'Forward' }));
    await waitFor(() => expect(screen.queryByRole('toolbar', { name: 'Selected messages' })).toBeNull());
    expect(asked('/forward').map(({ path }) => /p-\d/.exec(path)?.[0])).toEqual(['p-1', 'p-2', 'p-2', 'p-4']);
    expect(toast.current()).toMatchObject([{ text: 'Forwarded' }]);
  });

  it('reports each message of one other person with one reason', async () => {
    const { person, press, asked } = await openSelection();
    await person.click(screen.getByText('two'));
    await press('Report');
    const dialog = await screen.findByRole('dialog', { name: 'Report 2 messages of riya' });
    await person.type(within(dialog).getByLabelText('What happened?'), 'these two hurt me');
    await person.click(within(dialog).getByRole('button', { name: 'Report' }));
    await waitFor(() => expect(asked('/users/report')).toHaveLength(2));
    expect(asked('/users/report').map(({ body }) => body)).toMatchObject([
      { message_id: 'p-1', reason: 'these two hurt me' },
      { message_id: 'p-2', reason: 'these two hurt me' },
    ]);
  });

  it('explains why the own message is not reported', async () => {
    const { person, press } = await openSelection();
    await person.click(screen.getByText('mine'));
    await press('Report');
    expect(toast.current()).toMatchObject([{ text: 'Choose messages of one other person to report them.' }]);
  });
});

it('FT-07, X-35: in a room, whispers are not forwarded, and messages of others are not deleted without the right', async () => {
  const page = await showPage(() => <RoomView groupId={GROUP_ID} account="asha" />, {
    group: groupOf({ is_member: true }),
    answer: ({ path }) =>
      path.startsWith('/groupchat/group-messages')
        ? {
            body: pageOf([
              messageAt(1, { is_private: true, recipient_usernames: ['asha'], content: 'psst' }),
            ]),
          }
        : undefined,
  });
  await screen.findByText('psst');
  await page.person.click(screen.getByRole('button', { name: 'Options of the message from riya' }));
  const menu = await screen.findByRole('menu', { name: 'Message from riya' });
  expect(within(menu).queryByRole('menuitem', { name: 'Forward' })).toBeNull();
  await page.person.click(within(menu).getByRole('menuitem', { name: 'Select' }));
  const bar = await screen.findByRole('toolbar', { name: 'Selected messages' });
  for (const name of ['Forward', 'Delete'])
    await page.person.click(within(bar).getByRole('button', { name }));
  expect(toast.current()).toMatchObject([
    { text: "Whispers can't be forwarded." },
    { text: "You can't delete all of these." },
  ]);
  page.unmount();
});
