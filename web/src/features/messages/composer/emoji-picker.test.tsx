import { screen, waitFor } from '@testing-library/react';
import { useRef, useState } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestResponse } from '../../../test/answering-server.ts';
import { render } from '../../../test/render.tsx';
import { EmojiButton } from './emoji-button.tsx';
import { recentEmoji } from './emoji-picker.tsx';

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

let answer: (path: string) => TestResponse;
let server: Awaited<ReturnType<typeof startTestServer>>;

beforeEach(async () => {
  answer = (path) => ({ body: path.endsWith('data.json') ? data : messages });
  server = await startTestServer(({ path }) => answer(path));
  location.href = `${server.url}/`;
  // happy-dom has no layout: give the picker a viewport to fill.
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

/** By key: happy-dom does not open popovers by their button. */
async function open(person: ReturnType<typeof render>['person']) {
  screen.getByRole('button', { name: 'Emoji' }).focus();
  await person.keyboard('{ArrowDown}');
}

// Load lazy code before the test, because loading may exceed its time limit.
beforeAll(async () => {
  await import('./emoji-picker.tsx');
});

describe('the emoji picker', () => {
  // Must be first: loaded code is cached.
  it('requests only its own origin, and only when opened; shows a failed load and retries; Escape closes it and returns the focus', async () => {
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

  it('GC-16: search by words, Enter picks', async () => {
    const { person } = render(<Input />);
    await open(person);
    const search = await screen.findByRole('searchbox', { name: 'Search emoji' });
    expect(document.activeElement).toBe(search);
    await person.type(search, 'hot');
    // Both emoji were there before; search results appear a moment after typing.
    await waitFor(() => expect(screen.getAllByRole('gridcell')).toHaveLength(1));
    await screen.findByRole('gridcell', { name: 'Fire' });
    await person.keyboard('{Enter}');
    expect(screen.getByLabelText<HTMLTextAreaElement>('Message').value).toBe('🔥');
    expect(recentEmoji.list()).toEqual(['🔥']);
    expect(screen.queryByRole('searchbox')).toBeNull();
  });

  it('keeps recently used emoji and the skin tone', async () => {
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
