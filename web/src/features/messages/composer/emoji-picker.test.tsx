import { screen, waitFor } from '@testing-library/react';
import { useRef, useState } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startAnsweringServer, type TestAnswer } from '../../../test/answering-server.ts';
import { render } from '../../../test/render.tsx';
import { EmojiButton } from './emoji-button.tsx';
import { recentEmoji } from './recent-emoji.ts';

const data = [
  { emoji: '👋', label: 'waving hand', group: 1, version: 0.6, tags: ['hello'] },
  { emoji: '🔥', label: 'fire', group: 5, version: 0.6, tags: ['hot'] },
];
const messages = {
  groups: [
    { key: 'people-body', message: 'people & body', order: 1 },
    { key: 'travel', message: 'travel & places', order: 5 },
  ],
  skinTones: ['light', 'medium-light', 'medium', 'medium-dark', 'dark'].map((key) => ({ key, message: key })),
  subgroups: [{ key: 'country-flag', message: 'flags', order: 99 }],
};

let answer: (path: string) => TestAnswer;
let server: Awaited<ReturnType<typeof startAnsweringServer>>;

beforeEach(async () => {
  answer = (path) => ({ body: path.endsWith('data.json') ? data : messages });
  server = await startAnsweringServer(({ path }) => answer(path));
  location.href = `${server.url}/`;
  // happy-dom lays nothing out: give the picker a window to fill.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(300);
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(300);
});
afterEach(async () => {
  vi.restoreAllMocks();
  sessionStorage.clear();
  await server.close();
});

function Input() {
  const [picked, setPicked] = useState('');
  const area = useRef<HTMLTextAreaElement>(null);
  return (
    <>
      <textarea ref={area} aria-label="Message" value={picked} readOnly />
      <EmojiButton onPick={(emoji) => setPicked(emoji)} />
    </>
  );
}

/** By key: the platform opens a popover by its button, happy-dom does not. */
async function open(person: ReturnType<typeof render>['person']) {
  screen.getByRole('button', { name: 'Emoji' }).focus();
  await person.keyboard('{ArrowDown}');
}

// What is fetched when it is needed: not within the time of a test.
beforeAll(async () => {
  await import('./emoji-picker.tsx');
});

describe('the emoji picker', () => {
  // First: what has loaded once is kept.
  it('asks its own origin only when it is opened, says when the data did not load, and tries again; Escape closes and gives the focus back', async () => {
    answer = () => ({ status: 500, body: 'no' });
    const { person } = render(<Input />);
    expect(server.seen).toEqual([]);
    await open(person);
    expect((await screen.findByRole('alert')).textContent).toContain("The emoji didn't load.");
    expect(server.seen.map(({ path }) => path).sort()).toEqual([
      '/emoji/en/data.json',
      '/emoji/en/messages.json',
    ]);
    answer = (path) => ({ body: path.endsWith('data.json') ? data : messages });
    await person.click(screen.getByRole('button', { name: 'Try Again' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    await person.keyboard('{Escape}');
    expect(screen.queryByRole('searchbox')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Emoji' }));
  });

  it('GC-16: is searched by words, and gives what Enter picks', async () => {
    const { person } = render(<Input />);
    await open(person);
    const search = await screen.findByRole('searchbox', { name: 'Search emoji' });
    expect(document.activeElement).toBe(search);
    await person.type(search, 'hot');
    // Both were there before; what was found comes a moment after the typing.
    await waitFor(() => expect(screen.getAllByRole('gridcell')).toHaveLength(1));
    await screen.findByRole('gridcell', { name: 'Fire' });
    await person.keyboard('{Enter}');
    expect(screen.getByLabelText<HTMLTextAreaElement>('Message').value).toBe('🔥');
    expect(recentEmoji.list()).toEqual(['🔥']);
    expect(screen.queryByRole('searchbox')).toBeNull();
  });

  it('keeps the last used ones and the skin tone', async () => {
    for (const emoji of ['🔥', '👋', '🔥']) recentEmoji.add(emoji);
    const { person } = render(<Input />);
    await open(person);
    const row = await screen.findByRole('group', { name: 'Recently used' });
    expect([...row.querySelectorAll('button')].map((button) => button.textContent)).toEqual(['🔥', '👋']);
    await person.selectOptions(screen.getByRole('combobox', { name: 'Skin tone' }), 'medium');
    expect(recentEmoji.skinTone()).toBe('medium');
    await person.click(screen.getByRole('button', { name: '👋' }));
    expect(screen.getByLabelText<HTMLTextAreaElement>('Message').value).toBe('👋');
  });
});
