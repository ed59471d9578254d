import type { Group } from '@adda/contract/rooms';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestResponse } from '../../../test/answering-server.ts';
import { render } from '../../../test/render.tsx';
import { logIn } from '../../../test/log-in.ts';
import { toast } from '../../../ui/toast-store.ts';
import { DeleteAllDialog } from '../open-dialog.tsx';
import type { MessageStore } from '../../messages/history/message-store.ts';
import { openStore } from '../../messages/history/message-store.ts';
import { MessageList } from '../../messages/list/message-list.tsx';
import { listPropsOf } from '../../messages/list/message-list.fixture.tsx';
import { RoomDialogsProvider } from '../room-dialogs-provider.tsx';
import { GROUP_ID, groupOf, messageAt, pageOf } from '../rooms.fixture.ts';
import { roomKeys } from '../rooms.queries.ts';
import { useRoomMessageActions } from './room-chat.tsx';

let answer: TestResponse = { body: {} };
let server: Awaited<ReturnType<typeof startTestServer>>;

beforeEach(async () => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  answer = { body: { message: 'ok', deleted_count: 1 } };
  server = await startTestServer(({ path }) =>
    path.includes('delete_messages') ? answer : { body: pageOf([]) },
  );
  location.href = `${server.url}/`;
  logIn('me');
});
afterEach(async () => {
  await server.close();
});

const messages = [messageAt(1), messageAt(2, { sender: 'me', content: 'mine' })];

function Messages({ group, store }: { group: Group; store: MessageStore }) {
  const { actions, open } = useRoomMessageActions(group, 'me', undefined);
  return (
    <>
      <MessageList {...listPropsOf({ store, actions })} />
      {open}
    </>
  );
}

function show(given: Partial<Group> = {}) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const group = groupOf(given);
  const store = openStore(pageOf(messages));
  client.setQueryData(roomKeys.messages(GROUP_ID), store);
  const onWhisper = vi.fn();
  const onProfile = vi.fn(() => true);
  const nothing = () => undefined;
  const view = render(
    <QueryClientProvider client={client}>
      <RoomDialogsProvider
        group={group}
        account="me"
        onProfile={onProfile}
        onWhisper={onWhisper}
        onGone={nothing}
      >
        <Messages group={group} store={store} />
      </RoomDialogsProvider>
    </QueryClientProvider>,
  );
  const cached = () => client.getQueryData<MessageStore>(roomKeys.messages(GROUP_ID))?.messages ?? [];
  return { ...view, onWhisper, onProfile, cached };
}

const buttonOf = (name: string) =>
  screen.getByRole('button', { name: `Options of the message from ${name}` });

async function openMenu(person: ReturnType<typeof render>['person'], name: string) {
  await person.click(buttonOf(name));
  const menu = await screen.findByRole('menu');
  const items = within(menu).getAllByRole('menuitem');
  return { items, names: items.map((item) => item.textContent) };
}

// Load lazy code before the tests, because loading may exceed their time limit.
beforeAll(async () => {
  await import('../../messages/list/open-action.tsx');
});

describe('the menu of a message', () => {
  it('offers the actions on a message of another user', async () => {
    const { person } = show();
    const { names, items } = await openMenu(person, 'riya');
    expect(names).toEqual([
      'React',
      'Reply',
      'Forward',
      'Copy text',
      'Copy link',
      'Select',
      'Whisper to riya',
      'View profile',
      'Report',
    ]);
    expect(document.activeElement).toBe(items[0]);
    expect(buttonOf('riya').getAttribute('aria-expanded')).toBe('true');
  });

  it('GC-71: offers to delete own messages, and any with the permission', async () => {
    const { person, unmount } = show();
    expect((await openMenu(person, 'me')).names).toEqual([
      'React',
      'Reply',
      'Edit',
      'Forward',
      'Copy text',
      'Copy link',
      'Select',
      'View profile',
      'Delete',
    ]);
    unmount();
    const moderator = show({ allowed_actions: ['read', 'send', 'delete_own', 'delete_any'] });
    expect((await openMenu(moderator.person, 'riya')).names).toContain('Delete');
  });

  it('GC-03: starts a whisper and shows a profile', async () => {
    const { person, onWhisper, onProfile } = show();
    await openMenu(person, 'riya');
    await person.click(screen.getByRole('menuitem', { name: 'Whisper to riya' }));
    expect(onWhisper).toHaveBeenCalledExactlyOnceWith('riya');
    expect(screen.queryByRole('menu')).toBeNull();
    await person.click(screen.getByRole('button', { name: 'riya' }));
    expect(onProfile).toHaveBeenCalledExactlyOnceWith('riya');
  });

  it('is one tab stop, and arrow keys move from message to message', async () => {
    const { person } = show();
    expect(buttonOf('riya').tabIndex).toBe(-1);
    expect(buttonOf('me').tabIndex).toBe(0);
    const rowOf = (name: string) => buttonOf(name).closest('[role="listitem"]');
    await screen.findByText(/^Arrow keys move/);
    buttonOf('me').focus();
    await person.keyboard('{ArrowUp}');
    expect(document.activeElement).toBe(rowOf('riya'));
    expect(buttonOf('riya').tabIndex).toBe(0);
    await person.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(rowOf('me'));
  });

  it('RX-06: Enter opens the actions of a message and returns to it, and + opens the emoji', async () => {
    const { person } = show();
    await screen.findByText(/^Arrow keys move/);
    const row = buttonOf('riya').closest<HTMLElement>('[role="listitem"]');
    row?.focus();
    await person.keyboard('{Enter}');
    expect(await screen.findByRole('menu', { name: 'Message from riya' })).toBeTruthy();
    await person.click(screen.getByRole('menuitem', { name: 'View profile' }));
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    expect(document.activeElement).toBe(row);
    await person.keyboard('+');
    expect(await screen.findByRole('toolbar', { name: 'React' })).toBeTruthy();
  });

  it('GC-71, GC-73: asks for confirmation, deletes, confirms, and shows the deletion marker', async () => {
    const { person, cached } = show();
    await openMenu(person, 'me');
    await person.click(screen.getByRole('menuitem', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete this message?' });
    expect(dialog.textContent).toContain("can't be undone");
    const posted = () => server.seen.filter(({ method }) => method === 'POST');
    expect(posted()).toEqual([]);
    await person.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() =>
      expect(toast.current().map((item) => item.text)).toEqual(['Message deleted successfully']),
    );
    expect(posted().map(({ method, path, body }) => ({ method, path, body }))).toEqual([
      { method: 'POST', path: '/groupchat/delete_messages', body: { message_ids: ['a-2'] } },
    ]);
    expect(cached().map((message) => message.is_deleted)).toEqual([false, true]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('GC-75, Q-17: shows why a message was not deleted, and keeps it', async () => {
    answer = {
      status: 403,
      body: { detail: 'You can delete only your own messages', code: 'not_yours_to_delete' },
    };
    const { person, cached } = show();
    await openMenu(person, 'me');
    await person.click(screen.getByRole('menuitem', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete this message?' });
    await person.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() =>
      expect(toast.current().map((item) => item.text)).toEqual([
        'Error deleting message: You can delete only your own messages',
      ]),
    );
    expect(cached().map((message) => message.is_deleted)).toEqual([false, false]);
  });
});

describe('deleting everything', () => {
  it('GC-72, GC-74: asks for confirmation, deletes the room’s messages and confirms', async () => {
    const onClose = vi.fn();
    const { person } = render(
      <QueryClientProvider client={new QueryClient()}>
        <DeleteAllDialog groupId={GROUP_ID} isOpen onClose={onClose} />
      </QueryClientProvider>,
    );
    await person.click(screen.getByRole('button', { name: 'Delete all messages' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(toast.current().map((item) => item.text)).toEqual(['All messages deleted successfully']);
    expect(server.seen[0]).toMatchObject({ method: 'POST', body: { group_id: GROUP_ID } });
  });
});
