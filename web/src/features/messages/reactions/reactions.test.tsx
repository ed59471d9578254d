import type { Reaction } from '@adda/contract/messages';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RecordedRequest, TestResponse } from '../../../test/answering-server.ts';
import { toast } from '../../../ui/toast-store.ts';
import {
  privateMessageAt,
  privatePageOf,
  showConnectedChat,
} from '../../direct/chat/private-page.fixture.tsx';
import { memberOf, showPage } from '../../rooms/room-page.fixture.tsx';
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
    import('./who-reacted.tsx'),
    ...Object.values(prefetchedComponents).map((part) => part.load()),
  ]),
);
beforeEach(() => {
  localStorage.clear();
  toast.clear();
});

const reaction = (emoji: string, usernames: string[], given: Partial<Reaction> = {}): Reaction => ({
  emoji,
  count: usernames.length,
  mine: false,
  usernames,
  ...given,
});

/** The reactions of the message with the id p-1. */
async function openChat(
  reactions: Reaction[],
  answer: (request: RecordedRequest) => TestResponse | undefined = () => ({
    body: { message_id: 'p-1', reactions: [] },
  }),
) {
  const page = await showConnectedChat({
    page: privatePageOf([privateMessageAt(1, { content: 'tea?', reactions })]),
    answer: (request) => (request.path.includes('/reactions') ? answer(request) : undefined),
  });
  await screen.findByText('tea?');
  return { ...page, posted: () => page.asked('/reactions').map(({ body }) => body) };
}

const chips = () =>
  within(screen.queryByRole('group', { name: 'Reactions' }) ?? document.createElement('div'))
    .queryAllByRole('button')
    .map((button) => [button.getAttribute('aria-label'), button.getAttribute('aria-pressed')]);

const event = (reactions: Reaction[], revision: number) => ({
  username: 'riya',
  message_id: 'p-1',
  sequence: 1,
  reactions,
  revision,
});

async function openBar(person: Awaited<ReturnType<typeof openChat>>['person']) {
  await person.click(screen.getByRole('button', { name: 'React to the message from riya' }));
  return screen.findByRole('toolbar', { name: 'React' });
}

const names = (bar: HTMLElement) =>
  within(bar)
    .getAllByRole('button')
    .map((one) => one.textContent);

describe('the reactions under a message', () => {
  it('RX-02, RX-06: show emoji, count and names, with one’s own marked', async () => {
    await openChat([
      reaction('👍', ['esha', 'omar'], { count: 3 }),
      reaction('🔥', ['asha', 'riya', '_guest-ivy'], { count: 5, mine: true }),
      reaction('🙏', ['riya']),
    ]);
    await waitFor(() =>
      expect(chips()).toEqual([
        ['👍 3, esha, omar and 1 other', 'false'],
        ['🔥 5, you, riya, ivy and 2 others', 'true'],
        ['🙏 1, riya', 'false'],
      ]),
    );
  });

  it('RX-06: hovering or focusing one says who, and Escape hides it', async () => {
    const { person } = await openChat([
      reaction('👍', ['asha', 'esha'], { count: 5, mine: true }),
      reaction('🙏', ['asha', 'riya'], { mine: true }),
    ]);
    const chip = await screen.findByRole('button', { name: /^👍/ });
    await person.hover(chip);
    expect(await screen.findByText('You, esha and 3 more')).toBeTruthy();
    await person.unhover(chip);
    await waitFor(() => expect(screen.queryByText('You, esha and 3 more')).toBeNull());
    act(() => screen.getByRole('button', { name: /^🙏/ }).focus());
    expect(await screen.findByText('You and riya')).toBeTruthy();
    await person.keyboard('{Escape}');
    expect(screen.queryByText('You and riya')).toBeNull();
  });

  it('RX-06: a press adds one’s own immediately, another removes it, and the last one counts', async () => {
    let release = (): void => undefined;
    const until = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { person, posted } = await openChat([reaction('👍', ['riya'])], () => ({
      body: { message_id: 'p-1', reactions: [] },
      until,
    }));
    await person.click(await screen.findByRole('button', { name: '👍 1, riya' }));
    expect(chips()).toEqual([['👍 2, you, riya', 'true']]);
    await person.click(screen.getByRole('button', { name: '👍 2, you, riya' }));
    expect(chips()).toEqual([['👍 1, riya', 'false']]);
    release();
    await waitFor(() =>
      expect(posted()).toEqual([
        { emoji: '👍', on: true },
        { emoji: '👍', on: false },
      ]),
    );
    expect(chips()).toEqual([['👍 1, riya', 'false']]);
  });

  it('RX-01, RX-06: a refused one is taken back with the server’s text', async () => {
    const detail = 'This message has enough different reactions';
    const { person } = await openChat([reaction('👍', ['riya', 'omar', 'esha'])], () => ({
      status: 400,
      body: { detail, code: 'reactions_full' },
    }));
    await person.click(await screen.findByRole('button', { name: /^👍/ }));
    await waitFor(() => expect(toast.current().map(({ text }) => text)).toEqual([detail]));
    expect(chips()).toEqual([['👍 3, riya, omar, esha', 'false']]);
  });

  it('RX-06: offline a press shows at once, a second one cancels it, and it is sent with the next connection', async () => {
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const { person, posted } = await openChat([reaction('👍', ['riya']), reaction('🔥', ['riya'])]);
    await person.click(await screen.findByRole('button', { name: '👍 1, riya' }));
    await person.click(screen.getByRole('button', { name: '🔥 1, riya' }));
    await person.click(screen.getByRole('button', { name: '🔥 2, you, riya' }));
    const shown = [
      ['👍 2, you, riya', 'true'],
      ['🔥 1, riya', 'false'],
    ];
    expect(chips()).toEqual(shown);
    expect(posted()).toEqual([]);
    onLine.mockRestore();
    act(() => void dispatchEvent(new Event('online')));
    await waitFor(() => expect(posted()).toEqual([{ emoji: '👍', on: true }]));
    expect(chips()).toEqual(shown);
  });

  it('RX-03: an event replaces them, an older one does not, and the reaction that the user just pressed stays', async () => {
    let release = (): void => undefined;
    const until = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { person, hear, asked } = await openChat([reaction('👍', ['riya'])], () => ({
      body: { message_id: 'p-1', reactions: [] },
      until,
    }));
    await person.click(await screen.findByRole('button', { name: /^👍/ }));
    hear('message_reactions', event([reaction('👍', ['riya']), reaction('😂', ['riya'])], 5));
    const both = [
      ['👍 2, you, riya', 'true'],
      ['😂 1, riya', 'false'],
    ];
    await waitFor(() => expect(chips()).toEqual(both));
    hear('message_reactions', event([], 4));
    release();
    await waitFor(() => expect(asked('after_revision=0').length).toBeGreaterThan(0));
    expect(chips()).toEqual(both);
    hear('message_reactions', event([], 6));
    await waitFor(() => expect(chips()).toEqual([]));
  });

  it('RX-06: are not on deleted messages, which offer none', async () => {
    const { hear } = await openChat([reaction('👍', ['riya'])]);
    await screen.findByRole('button', { name: /^👍/ });
    hear('message_deleted', {
      username: 'riya',
      message_ids: ['p-1'],
      sequences: [1],
      cleared_to: 0,
      revision: 9,
    });
    expect(await screen.findByText('This message was deleted')).toBeTruthy();
    expect(chips()).toEqual([]);
    expect(screen.queryByRole('button', { name: /^React/ })).toBeNull();
  });
});

describe('the bar of emoji', () => {
  it('RX-06: offers the usual six, then the ones used last, by button and by the menu', async () => {
    const { person, posted } = await openChat([]);
    const bar = await openBar(person);
    expect(names(bar)).toEqual(['👍', '❤️', '😂', '😮', '😢', '🙏', '']);
    expect(document.activeElement?.textContent).toBe('👍');
    await person.keyboard('{ArrowRight}{ArrowRight}{Enter}');
    expect(screen.queryByRole('toolbar')).toBeNull();
    await waitFor(() => expect(chips()).toEqual([['😂 1, you', 'true']]));
    expect(posted()).toEqual([{ emoji: '😂', on: true }]);
    await person.click(screen.getByRole('button', { name: 'Options of the message from riya' }));
    await person.click(await screen.findByRole('menuitem', { name: 'React' }));
    const again = await screen.findByRole('toolbar', { name: 'React' });
    expect(names(again)).toEqual(['😂', '👍', '❤️', '😮', '😢', '🙏', '']);
    expect(within(again).getByRole('button', { name: '😂' }).getAttribute('aria-pressed')).toBe('true');
    await person.click(within(again).getByRole('button', { name: '😂' }));
    await waitFor(() => expect(chips()).toEqual([]));
    expect(posted()).toEqual([
      { emoji: '😂', on: true },
      { emoji: '😂', on: false },
    ]);
  });

  it('RX-06: `+` opens the emoji picker, and Escape returns to the button', async () => {
    const { person } = await openChat([]);
    const bar = await openBar(person);
    await person.click(within(bar).getByRole('button', { name: 'More emoji' }));
    expect(await screen.findByRole('searchbox', { name: 'Search emoji' })).toBeTruthy();
    fireEvent.keyDown(screen.getByRole('dialog', { name: 'React' }), { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'React' })).toBeNull());
    expect(document.activeElement).toBe(
      screen.getByRole('button', { name: 'React to the message from riya' }),
    );
  });
});

describe('the sheet of a message', () => {
  async function openSheet() {
    const page = await openChat([]);
    await screen.findByText(/^Arrow keys move/);
    const text = within(screen.getByRole('list')).getByText('tea?');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    fireEvent.pointerDown(text, { pointerType: 'touch', pointerId: 1, isPrimary: true });
    act(() => void vi.advanceTimersByTime(500));
    vi.useRealTimers();
    fireEvent.pointerUp(text, { pointerType: 'touch', pointerId: 1, isPrimary: true });
    const sheet = await screen.findByRole('dialog', { name: 'Message from riya' });
    return { ...page, sheet, row: text.closest('[role="listitem"]') };
  }

  it('RX-06: has the six emoji and the actions; an emoji reacts and closes it', async () => {
    const { person, sheet, row, posted } = await openSheet();
    expect(names(within(sheet).getByRole('toolbar', { name: 'React' }))).toEqual([
      '👍',
      '❤️',
      '😂',
      '😮',
      '😢',
      '🙏',
      '',
    ]);
    expect(
      within(sheet)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['Reply', 'Forward', 'Copy text', 'Select', 'View profile', 'Report']);
    await person.click(within(sheet).getByRole('button', { name: '😂' }));
    expect(screen.queryByRole('dialog', { name: 'Message from riya' })).toBeNull();
    expect(document.activeElement).toBe(row);
    await waitFor(() => expect(posted()).toEqual([{ emoji: '😂', on: true }]));
  });

  it('RX-06: closes on Escape, and the focus returns to the message; `+` opens the picker', async () => {
    const { person, sheet, row } = await openSheet();
    await person.click(within(sheet).getByRole('button', { name: 'More emoji' }));
    expect(await within(sheet).findByRole('searchbox', { name: 'Search emoji' })).toBeTruthy();
    fireEvent(sheet, new Event('cancel', { cancelable: true }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Message from riya' })).toBeNull());
    expect(document.activeElement).toBe(row);
  });
});

describe('who reacted', () => {
  const person = (n: number, emoji = '👍') => ({
    username: `fan${n}`,
    display_name: `Fan ${n}`,
    avatar: null,
    emoji,
    created_at: '2026-11-21T10:00:00.000Z',
  });
  const queryOf = (path: string) => new URL(path, 'http://test').searchParams;

  it('RX-04: lists all people page by page, with its end', async () => {
    const { person: user } = await openChat([reaction('👍', ['riya'])], ({ path }) => ({
      body:
        queryOf(path).get('cursor') === 'next'
          ? { people: [person(2, '🔥'), person(3)], next_cursor: null }
          : { people: [person(1), person(2, '🔥')], next_cursor: 'next' },
    }));
    await user.click(screen.getByRole('button', { name: 'Options of the message from riya' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Who reacted' }));
    const list = within(await screen.findByRole('list', { name: 'Who reacted' }));
    expect(list.getAllByRole('listitem').map((item) => item.textContent)).toEqual(
      ['Fan 1👍', 'Fan 2🔥'].map((text) => expect.stringContaining(text)),
    );
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    expect(await screen.findByText("That's everybody.")).toBeTruthy();
    expect(list.getAllByRole('listitem')).toHaveLength(3);
  });

  it('RX-04: a long press on a reaction lists its people and changes nothing; a failure can be retried', async () => {
    let isDown = true;
    const { person: user, asked } = await openChat([reaction('🔥', ['riya'])], () =>
      isDown
        ? { status: 404, body: { detail: 'This message is not here any more', code: 'message_not_found' } }
        : { body: { people: [person(1, '🔥')], next_cursor: null } },
    );
    const chip = await screen.findByRole('button', { name: '🔥 1, riya' });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    fireEvent.pointerDown(chip, { pointerType: 'touch' });
    act(() => void vi.advanceTimersByTime(600));
    vi.useRealTimers();
    fireEvent.pointerUp(chip, { pointerType: 'touch' });
    fireEvent.click(chip);
    expect(await screen.findByText("This list didn't load")).toBeTruthy();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Fan 1')).toBeTruthy();
    expect(asked('/reactions').map(({ method, path }) => [method, queryOf(path).get('emoji')])).toEqual([
      ['GET', '🔥'],
      ['GET', '🔥'],
    ]);
    expect(chips()).toEqual([['🔥 1, riya', 'false']]);
  });
});

describe('the reactions of a room', () => {
  const messages = [
    messageAt(1, { content: 'tea is ready', reactions: [reaction('👍', ['riya'])] }),
    messageAt(2, { content: 'riya joined', is_admin: true, sender: 'system' }),
  ];
  const openRoom = async (isMember: boolean) => {
    const page = await showPage(() => <RoomView groupId={GROUP_ID} account="asha" />, {
      group: groupOf({ is_member: isMember, ...(!isMember && { allowed_actions: ['read'] }) }),
      members: [memberOf('riya'), memberOf('asha')],
      answer: ({ path }) => {
        if (path.includes('/reactions'))
          return { body: { message_id: 'a-1', reactions: [], people: [], next_cursor: null } };
        return path.includes('/group-messages') ? { body: pageOf(messages) } : undefined;
      },
    });
    await screen.findByText('tea is ready');
    return page;
  };

  it('RX-01, RX-06: are as in a private chat; notices have none', async () => {
    const { person, asked } = await openRoom(true);
    await person.click(await screen.findByRole('button', { name: '👍 1, riya' }));
    await waitFor(() =>
      expect(asked('/reactions').map(({ path }) => path)).toEqual(['/messages/a-1/reactions']),
    );
    expect(chips()).toEqual([['👍 2, you, riya', 'true']]);
    expect(screen.getAllByRole('button', { name: /^React to/ })).toHaveLength(1);
  });

  it('RX-01: who only reads may see who reacted, and not react', async () => {
    const { person, asked } = await openRoom(false);
    expect(screen.queryByRole('button', { name: /^React to/ })).toBeNull();
    await person.click(await screen.findByRole('button', { name: '👍 1, riya' }));
    expect(await screen.findByText('No reactions yet')).toBeTruthy();
    expect(asked('/reactions').map(({ method }) => method)).toEqual(['GET']);
  });
});
