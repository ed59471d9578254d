import type { UnreadMessage } from '@adda/contract/direct';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import {
  minutesAgo,
  refused,
  showPeople,
  unreadOf,
  type RequestHandler,
} from '../../../test/people-page.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { unreadKeys } from './unread-count.ts';
import { UnreadDialog } from './unread-panel.tsx';

const counted = (messages: readonly UnreadMessage[]) => {
  const counts: Record<string, number> = {};
  for (const { sender } of messages) counts[sender] = (counts[sender] ?? 0) + 1;
  return counts;
};

/** Responds with these messages, until some are marked as read. */
const waiting =
  (messages: UnreadMessage[], bySender = counted(messages)): RequestHandler =>
  ({ method }) =>
    method === 'POST'
      ? { body: { message: 'ok', updated_count: 1 } }
      : {
          body: {
            messages,
            total: Object.values(bySender).reduce((sum, count) => sum + count, 0),
            by_sender: bySender,
            requests: 0,
            muted: 0,
          },
        };

async function show(answering: RequestHandler) {
  const onClose = vi.fn();
  const onOpen = vi.fn();
  const page = await showPeople(() => <UnreadDialog onClose={onClose} onOpen={onOpen} />, answering);
  const dialog = within(await screen.findByRole('dialog', { name: 'Unread Messages' }));
  return { ...page, dialog, onClose, onOpen };
}

const three = [
  unreadOf('riya', { sequence: 1, content: 'first', timestamp: minutesAgo(9) }),
  unreadOf('riya', { sequence: 2, content: 'second', timestamp: minutesAgo(8) }),
  unreadOf('zoya', { sequence: 1, content: 'hi', timestamp: minutesAgo(5) }),
];

describe('unread messages', () => {
  it('UN-01, UN-02, SH-33: are grouped by sender, newest first, and expand on a press', async () => {
    const { dialog, person } = await show(waiting(three));
    const groups = await dialog.findAllByRole('button', { expanded: false });
    expect(groups.map(({ textContent }) => textContent)).toEqual(['Zzoya11 unread', 'Rriya22 unread']);
    expect(dialog.queryByRole('button', { name: /second/ })).toBeNull();
    await person.click(dialog.getByRole('button', { name: /riya.*2 unread/ }));
    const rows = within(dialog.getByRole('list', { name: 'Unread from riya' })).getAllByRole('button');
    expect(rows.map(({ textContent }) => textContent)).toEqual(['second8m ago', 'first9m ago']);
  });

  it('FT-01: a message is shown without signs and nothing hidden', async () => {
    const { dialog } = await show(waiting([unreadOf('riya', { content: '_oh_ ||he did it||' })]));
    expect(await dialog.findByText('oh Hidden text')).toBeTruthy();
    expect(dialog.queryByText(/he did it/)).toBeNull();
  });

  it('UN-01: a press on a message opens the chat', async () => {
    const { dialog, person, onOpen, onClose } = await show(waiting([three[0] ?? unreadOf('riya')]));
    await person.click(await dialog.findByRole('button', { name: /first/ }));
    expect(onOpen).toHaveBeenCalledExactlyOnceWith({ username: 'riya' });
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('Q-12: a whisper names its room and leads into it', async () => {
    const whisper = unreadOf('riya', { group_id: 'g1', groupId: 'g1', group_name: 'Rooftop Nights' });
    const { dialog, person, onOpen } = await show(waiting([whisper]));
    await person.click(await dialog.findByRole('button', { name: /Whispered in Rooftop Nights/ }));
    expect(onOpen).toHaveBeenCalledExactlyOnceWith({ groupId: 'g1' });
  });

  it('CV-04: a message without text reads ‘Image’', async () => {
    const { dialog } = await show(waiting([unreadOf('riya', { content: '', image_id: 'i' })]));
    expect(await dialog.findByText('Image')).toBeTruthy();
  });

  it('UN-03, UN-07: Mark as Read is for one sender', async () => {
    const { dialog, person, asked, answers } = await show(waiting(three));
    const button = await dialog.findByRole('button', { name: 'Mark as Read: riya' });
    answers(waiting(three.slice(2)));
    await person.click(button);
    await waitFor(() => expect(dialog.queryByText('riya')).toBeNull());
    expect(dialog.getByText('zoya')).toBeTruthy();
    await waitFor(() =>
      expect(asked('POST /chat/mark_read').map(({ body }) => body)).toEqual([{ sender: 'riya' }]),
    );
  });

  it('UN-04, UN-05, Q-11: Mark All as Read leaves nothing', async () => {
    const { dialog, person, asked, answers, client } = await show(waiting(three));
    const button = await dialog.findByRole('button', { name: 'Mark All as Read' });
    answers(waiting([]));
    await person.click(button);
    expect(await dialog.findByText('All caught up!')).toBeTruthy();
    await waitFor(() => expect(asked('POST /chat/mark_read').map(({ body }) => body)).toEqual([{}]));
    expect(client.getQueryData(unreadKeys.count)).toEqual({ total: 0, by_sender: {}, requests: 0, muted: 0 });
    expect(dialog.queryByRole('button', { name: 'Mark All as Read' })).toBeNull();
  });

  it('UN-03, UN-04: the focus stays in the dialog when the pressed button is removed', async () => {
    const four = [...three, unreadOf('kabir', { timestamp: minutesAgo(7) })];
    const { dialog, person, answers } = await show(waiting(four));
    const read = (name: string) => dialog.findByRole('button', { name: `Mark as Read: ${name}` });
    const press = async (name: string, left: UnreadMessage[]) => {
      const button = await read(name);
      answers(waiting(left));
      button.focus();
      await person.keyboard('{Enter}');
      await waitFor(() => expect(button.isConnected).toBe(false));
    };
    // zoya, kabir, riya: from the middle to the next, from the end to the previous.
    await press('kabir', three);
    expect(document.activeElement).toBe(await read('riya'));
    await press('riya', three.slice(2));
    expect(document.activeElement).toBe(await read('zoya'));
    await press('zoya', []);
    expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Close' }));
  });

  it('UN-04: after Mark All as Read the focus is on Close', async () => {
    const { dialog, person, answers } = await show(waiting(three));
    const button = await dialog.findByRole('button', { name: 'Mark All as Read' });
    answers(waiting([]));
    button.focus();
    await person.keyboard('{Enter}');
    await waitFor(() => expect(button.isConnected).toBe(false));
    expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Close' }));
  });

  it('UN-08: messages that could not be marked reappear, with an error', async () => {
    const { dialog, person, answers } = await show(waiting(three));
    const button = await dialog.findByRole('button', { name: 'Mark as Read: riya' });
    answers((request) => (request.method === 'POST' ? refused(500, 'x') : waiting(three)(request)));
    await person.click(button);
    await waitFor(() =>
      expect(toast.current()).toMatchObject([{ text: 'Error marking messages as read', tone: 'problem' }]),
    );
    expect(await dialog.findByText('riya')).toBeTruthy();
  });

  it('UN-05: shows a text when there are none', async () => {
    const { dialog } = await show(waiting([]));
    expect(await dialog.findByRole('heading', { name: 'All caught up!' })).toBeTruthy();
  });

  it('SV-41: counts messages beyond the list of 200, also of senders who are not in it', async () => {
    const { dialog, person, onOpen } = await show(waiting(three, { riya: 250, zoya: 1, kabir: 4 }));
    await person.click(await dialog.findByRole('button', { name: /riya.*250 unread/ }));
    expect(dialog.getByRole('button', { name: '248 more in the chat' })).toBeTruthy();
    await person.click(dialog.getByRole('button', { name: /kabir.*4 unread/ }));
    await person.click(dialog.getByRole('button', { name: '4 more in the chat' }));
    expect(onOpen).toHaveBeenCalledExactlyOnceWith({ username: 'kabir' });
  });

  it('can be retried when it did not load', async () => {
    const { dialog, person, answers } = await show(() => refused(500, 'Something broke.'));
    const again = await dialog.findByRole('button', { name: 'Try Again' });
    expect(dialog.getByText('Something broke.')).toBeTruthy();
    answers(waiting([]));
    await person.click(again);
    expect(await dialog.findByText('All caught up!')).toBeTruthy();
  });
});
