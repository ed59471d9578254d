import type { Reaction } from '@adda/contract/messages';
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { render } from '../../../test/render.tsx';
import { messageAt, pageOf } from '../../rooms/rooms.fixture.ts';
import { openStore } from '../history/message-store.ts';
import type { MessageActions } from './message-actions.ts';
import { listPropsOf, TestMessageList } from './message-list.fixture.tsx';

const heart = (mine: boolean): Reaction => ({ emoji: '❤️', count: 2, mine, usernames: ['esha'] });

const messages = [
  messageAt(1, { content: 'look https://example.org', reactions: [heart(false)] }),
  messageAt(2, { content: 'riya joined', is_admin: true, sender: 'system' }),
  messageAt(3, { sender: 'me', content: 'mine', reactions: [heart(true)] }),
  messageAt(4, { is_deleted: true, content: '' }),
  messageAt(5, { content: 'the last one' }),
];

async function setUp(given: Partial<MessageActions> = {}, shown = messages) {
  const actions = {
    onReact: vi.fn(),
    onRun: vi.fn(),
    onMenu: vi.fn(),
    onSheet: vi.fn(),
    onReply: vi.fn(),
    onEdit: vi.fn(),
    connectComposer: () => () => undefined,
  };
  const onLeave = vi.fn();
  const store = openStore(pageOf(shown));
  const page = render(
    <TestMessageList {...listPropsOf({ store, onLeave, actions: { ...actions, ...given } })} />,
  );
  await screen.findByText(/^Arrow keys move/);
  return { ...page, ...actions, onLeave };
}

const row = (text: string | RegExp): HTMLElement => {
  const element = screen.getByText(text).closest<HTMLElement>('[role="listitem"]');
  if (!element) throw new Error(`no row of ${text}`);
  return element;
};
const last = () => row('the last one');
const focused = () => document.activeElement?.getAttribute('aria-label');

beforeEach(() => {
  // happy-dom has no layout: give the list a viewport to fill.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('the keys of the list of messages', () => {
  it('RX-06: arrows, Home and End walk the messages, which say who, what, when and which reactions', async () => {
    const { person } = await setUp();
    last().focus();
    expect(focused()).toMatch(/^riya: the last one, \d/);
    await person.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(last());
    await person.keyboard('{ArrowUp}');
    expect(focused()).toMatch(/^riya: This message was deleted, \d/);
    await person.keyboard('{ArrowUp}');
    expect(focused()).toMatch(/^You: mine, .+, reactions: ❤️ 2$/);
    await person.keyboard('{ArrowUp}');
    expect(focused()).toBe('riya joined');
    await person.keyboard('{Home}');
    expect(focused()).toMatch(/^riya: look/);
    await person.keyboard('{ArrowUp}');
    expect(focused()).toMatch(/^riya: look/);
    await person.keyboard('{End}');
    expect(document.activeElement).toBe(last());
  });

  it('RX-06: Tab reaches the message that was focused last, and the list describes its keys', async () => {
    const { person } = await setUp();
    const stops = () => screen.getAllByRole('listitem').filter((item) => item.tabIndex === 0);
    expect(stops()).toEqual([last()]);
    last().focus();
    await person.keyboard('{Home}');
    expect(stops()).toEqual([row(/^look/)]);
    const help = document.getElementById(screen.getByRole('list').getAttribute('aria-describedby') ?? '');
    expect(help?.textContent).toContain(
      'R replies, E edits, + reacts, F forwards, S selects, Enter opens the actions, Escape returns',
    );
  });

  it('RX-06: Tab passes over the links, pictures, sounds and videos of the other messages', async () => {
    const { person } = await setUp({}, [
      messageAt(1, {
        content: 'look https://example.org ||surprise||',
        image_url: '/media/images/1?signature=a',
        image_width: 40,
        image_height: 30,
        youtube_url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
      }),
      messageAt(2, {
        content: '',
        audio_url: '/media/audio/1',
        audio_duration_ms: 2000,
        audio_waveform: [1, 2],
      }),
      messageAt(5, { content: 'the last one' }),
    ]);
    const inside = await Promise.all([
      screen.findByRole('button', { name: 'Show Image' }),
      screen.findByRole('button', { name: 'Play video' }),
      screen.findByRole('link', { name: /Open on YouTube/ }),
      screen.findByRole('button', { name: 'Play' }),
      screen.findByRole('slider', { name: 'Position' }),
      screen.findByRole('link', { name: 'https://example.org' }),
      screen.findByRole('button', { name: /^Hidden text/ }),
    ]);
    expect(inside.map(({ tabIndex }) => tabIndex)).toEqual(inside.map(() => -1));
    last().focus();
    await person.keyboard('{Home}');
    const first = row(/^look/);
    expect(inside.map((each) => [first.contains(each), each.tabIndex])).toEqual(
      inside.map((each) => (first.contains(each) ? [true, 0] : [false, -1])),
    );
  });

  it('RX-06: r, e and + run the actions of the message, Enter opens them, Escape leaves', async () => {
    const { person, onRun, onMenu, onLeave } = await setUp();
    last().focus();
    await person.keyboard('re+{Enter}{Escape}');
    expect(onRun.mock.calls.map(([message, id, at]) => [message._id, id, at])).toEqual(
      ['reply', 'edit', 'react'].map((id) => ['a-5', id, last()]),
    );
    expect(onMenu).toHaveBeenCalledExactlyOnceWith(messages[4], last());
    expect(onLeave).toHaveBeenCalledOnce();
  });

  it('RX-06: deleted messages and notices have no actions, and combinations of keys are the browser’s', async () => {
    const { person, onRun, onMenu } = await setUp();
    row('riya joined').focus();
    await person.keyboard('r+{Enter}');
    row('This message was deleted').focus();
    await person.keyboard('e{Enter}');
    last().focus();
    await person.keyboard('{Control>}r{/Control}{Meta>}e{/Meta}');
    expect(onRun).not.toHaveBeenCalled();
    expect(onMenu).not.toHaveBeenCalled();
  });
});

const touch = (x = 5, y = 5) => ({
  pointerType: 'touch',
  pointerId: 7,
  isPrimary: true,
  clientX: x,
  clientY: y,
});

function tap(element: Element, x = 5): void {
  fireEvent.pointerDown(element, touch(x));
  fireEvent.pointerUp(element, touch(x));
}

describe('presses on messages', () => {
  it('RX-06: a double click gives a heart, not on links and buttons, and not twice', async () => {
    const { person, onReact } = await setUp();
    await person.dblClick(screen.getByText('the last one'));
    expect(onReact).toHaveBeenCalledExactlyOnceWith(messages[4], '❤️', true);
    await person.dblClick(screen.getByRole('link', { name: 'https://example.org' }));
    await person.dblClick(screen.getByText('mine'));
    await person.dblClick(screen.getByText('This message was deleted'));
    await person.dblClick(screen.getByText('riya joined'));
    expect(onReact).toHaveBeenCalledOnce();
  });

  it('RX-06: a double tap gives a heart; two taps far apart do not', async () => {
    const { onReact } = await setUp();
    const bubble = screen.getByText('the last one');
    tap(bubble);
    tap(bubble, 200);
    expect(onReact).not.toHaveBeenCalled();
    tap(bubble, 205);
    // Browsers that report a second tap as a double click as well must not count it twice.
    fireEvent.dblClick(bubble);
    expect(onReact).toHaveBeenCalledExactlyOnceWith(messages[4], '❤️', true);
  });

  it('RX-01, RX-06: who only reads gives none', async () => {
    const { person, onReact } = await setUp({ mayReact: false });
    await person.dblClick(screen.getByText('the last one'));
    expect(onReact).not.toHaveBeenCalled();
  });

  it('RX-06: a finger that stays opens the sheet, and no text is selected meanwhile', async () => {
    const { onSheet } = await setUp();
    const vibrate = vi.fn();
    vi.stubGlobal('navigator', Object.assign(navigator, { vibrate }));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const area = screen.getByRole('region', { name: 'Messages' });
    const bubble = screen.getByText('the last one');
    fireEvent.pointerDown(bubble, touch());
    expect(area.dataset.pressed).toBe('');
    act(() => void vi.advanceTimersByTime(499));
    expect(onSheet).not.toHaveBeenCalled();
    act(() => void vi.advanceTimersByTime(1));
    expect(onSheet).toHaveBeenCalledExactlyOnceWith(messages[4], last());
    expect(vibrate).toHaveBeenCalledOnce();
    expect(document.activeElement).toBe(last());
    expect(fireEvent.contextMenu(bubble)).toBe(false);
    fireEvent.pointerUp(bubble, touch());
    expect(area.dataset.pressed).toBeUndefined();
    vi.unstubAllGlobals();
  });

  it('RX-06: a finger that moves, lifts or is on a link opens nothing', async () => {
    const { onSheet } = await setUp();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const bubble = screen.getByText('the last one');
    fireEvent.pointerDown(bubble, touch());
    fireEvent.pointerMove(bubble, touch(5, 40));
    act(() => void vi.advanceTimersByTime(1000));
    tap(bubble);
    act(() => void vi.advanceTimersByTime(1000));
    fireEvent.pointerDown(screen.getByRole('link', { name: 'https://example.org' }), touch());
    act(() => void vi.advanceTimersByTime(1000));
    fireEvent.pointerDown(bubble, { ...touch(), pointerType: 'mouse' });
    act(() => void vi.advanceTimersByTime(1000));
    expect(onSheet).not.toHaveBeenCalled();
  });
});
