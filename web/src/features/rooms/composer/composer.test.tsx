import { MESSAGE_MAX_LENGTH } from '@adda/contract/messages';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, renderHook, screen, within } from '@testing-library/react';
import { useRef, useState } from 'react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { render } from '../../../test/render.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { emptyDraft, type Draft } from '../../messages/composer/attachments.ts';
import { RoomComposer } from '../messages/room-chat.tsx';
import { newMember } from '../members/member-cache.ts';
import { prefetchedComponents } from '../../messages/prefetch.ts';
import { prefetchedRoomComponents } from '../room-prefetch.ts';
import { GROUP_ID } from '../rooms.fixture.ts';
import { roomKeys } from '../rooms.queries.ts';
import { useDraft } from '../../messages/composer/use-draft.ts';

/** A name as its option reads: after the letter of the picture. */
const withLetter = (name: string): string => `${name.slice(0, 1).toUpperCase()}${name}`;

const image = { id: 'img-1', url: '/media/images/img-1', width: 640, height: 480 };
const video = { url: 'https://www.youtube.com/watch?v=abcdefghijk', videoId: 'abcdefghijk', title: 'Raag' };

/** A composer whose draft belongs to a room, as in the app. */
function setUp(
  options: Partial<{ isConnected: boolean; waiting: number; draft: Partial<Draft>; isOpening: boolean }> = {},
) {
  const onSend = vi.fn<(draft: Draft) => string | undefined>();
  const calls = { onSend, onTyping: vi.fn(), onTypingStopped: vi.fn() };
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const member = (username: string) => newMember(username);
  client.setQueryData(roomKeys.members(GROUP_ID), {
    pages: [{ members: ['asha', 'riya', 'rishi', 'zoya', '_guest-ivy'].map(member), total_count: 5 }],
    pageParams: [0],
  });
  let opened = () => {};
  function Room() {
    const [draft, setDraft] = useState<Draft>({ ...emptyDraft, ...options.draft });
    const input = useRef<HTMLTextAreaElement>(null);
    const [isOpen, setOpen] = useState(options.isOpening !== true);
    opened = () => act(() => setOpen(true));
    return (
      <QueryClientProvider client={client}>
        <RoomComposer
          groupId={GROUP_ID}
          account="asha"
          draft={draft}
          onDraft={setDraft}
          {...calls}
          onSend={isOpen ? onSend : undefined}
          isConnected={options.isConnected ?? true}
          recordingKey={`asha/${GROUP_ID}`}
          waiting={options.waiting ?? 0}
          input={input}
        />
      </QueryClientProvider>
    );
  }
  const { person } = render(<Room />);
  const input = screen.getByLabelText<HTMLTextAreaElement>('Message');
  return {
    ...calls,
    person,
    input,
    said: () => onSend.mock.calls.map(([draft]) => draft),
    open: () => opened(),
  };
}

// Load lazy code before the tests, because loading may exceed their time limit.
beforeAll(() =>
  Promise.all(
    [...Object.values(prefetchedComponents), ...Object.values(prefetchedRoomComponents)].map((part) =>
      part.load(),
    ),
  ),
);

describe('the composer', () => {
  it('Enter sends and clears the input, Shift+Enter inserts a line break', async () => {
    const { person, input, onSend, said, onTyping, onTypingStopped } = setUp();
    await person.type(input, 'one{Shift>}{Enter}{/Shift}two');
    expect(input.value).toBe('one\ntwo');
    expect(onSend).not.toHaveBeenCalled();
    expect(onTyping).toHaveBeenCalledTimes(7);
    await person.type(input, '{Enter}');
    expect(said()).toEqual([{ text: 'one\ntwo', attachments: {} }]);
    expect(onTypingStopped).toHaveBeenCalled();
    expect(input.value).toBe('');
  });

  it('Enter before the chat is open sends once it is open', async () => {
    const { person, input, said, open } = setUp({ isOpening: true });
    await person.type(input, 'is anyone here?{Enter}');
    expect(said()).toEqual([]);
    expect(input.value).toBe('is anyone here?');
    open();
    expect(said()).toEqual([{ text: 'is anyone here?', attachments: {} }]);
    expect(input.value).toBe('');
  });

  it('Enter before the chat is open does not send a draft that was changed meanwhile', async () => {
    const { person, input, said, open } = setUp({ isOpening: true });
    await person.type(input, 'hm{Enter}, no');
    open();
    expect(said()).toEqual([]);
    expect(input.value).toBe('hm, no');
  });

  it('Enter that picks a word of an input method does not send', () => {
    const { input, onSend } = setUp({ draft: { text: 'नम' } });
    fireEvent.keyDown(input, { key: 'Enter', isComposing: true });
    expect(onSend).not.toHaveBeenCalled();
    fireEvent.keyDown(input, { key: 'Enter' });
    expect(onSend).toHaveBeenCalledOnce();
  });

  it('GC-17, GC-56: the button sends too, and shows an error for an empty message', async () => {
    const { person, input, said } = setUp();
    await person.click(screen.getByRole('button', { name: 'Send' }));
    expect(screen.getByRole('alert').textContent).toBe('Message or image required');
    await person.type(input, 'hi');
    expect(screen.queryByRole('alert')).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Send' }));
    expect(said()).toEqual([{ text: 'hi', attachments: {} }]);
  });

  it('Q-31: counts near the limit and keeps text that is too long', async () => {
    const long = 'x'.repeat(MESSAGE_MAX_LENGTH + 1);
    const { person, input, onSend } = setUp({ draft: { text: long } });
    expect(screen.getByText('2001 / 2000')).toBeTruthy();
    await person.type(input, '{Enter}');
    expect(onSend).not.toHaveBeenCalled();
    expect(screen.getByRole('alert').textContent).toBe('This message is too long');
    expect(input.value).toBe(long);
  });

  it('GC-14, GC-57: the placeholder explains whispers, and the recipients are shown while typing', async () => {
    const { person, input } = setUp();
    expect(input.placeholder).toContain('@username');
    await person.type(input, '@riya');
    expect(screen.queryByText('Only you and riya', { selector: 'button *' })).toBeNull();
    await person.type(input, ' psst');
    expect(screen.getByRole('button', { name: 'Only you and riya' })).toBeTruthy();
  });

  it('GC-48: accepts messages offline and shows that they wait', async () => {
    const { person, input, onSend } = setUp({ isConnected: false, waiting: 1 });
    expect(screen.getByText(/queued/).getAttribute('role')).toBe('status');
    await person.type(input, 'hello{Enter}');
    expect(onSend).toHaveBeenCalledOnce();
  });

  it('GC-55: a refused message stays in the input, with the reason, until it is edited', async () => {
    const { person, input, onSend, onTypingStopped } = setUp();
    onSend.mockReturnValue('Please wait before sending another message');
    await person.type(input, 'again{Enter}');
    expect(screen.getByRole('alert').textContent).toBe('Please wait before sending another message');
    expect(input.value).toBe('again');
    expect(document.activeElement).toBe(input);
    expect(onTypingStopped).not.toHaveBeenCalled();
    onSend.mockReturnValue(undefined);
    await person.type(input, '!');
    expect(screen.queryByRole('alert')).toBeNull();
    await person.keyboard('{Enter}');
    expect(input.value).toBe('');
  });

  it('GC-18, GC-56: an image alone can be sent, and leaves the input afterwards', async () => {
    const { person, said } = setUp({ draft: { attachments: { image } } });
    const preview = await screen.findByRole('img', { name: 'Your image' });
    expect(preview.getAttribute('src')).toBe(image.url);
    await person.click(screen.getByRole('button', { name: 'Send' }));
    expect(said()).toEqual([{ text: '', attachments: { image } }]);
    expect(screen.queryByRole('img', { name: 'Your image' })).toBeNull();
  });

  it('GC-18: an image or video can be removed, and restored for a while', async () => {
    const { person } = setUp({ draft: { attachments: { image, video } } });
    await person.click(await screen.findByRole('button', { name: 'Remove video' }));
    expect(screen.queryByText('Raag')).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Remove image' }));
    expect(screen.queryByRole('img', { name: 'Your image' })).toBeNull();
    expect(document.activeElement).toBe(screen.getByLabelText('Message'));
    const undo = toast.current().find((item) => item.text === 'Image removed')?.action;
    expect(undo?.label).toBe('Undo');
    act(() => undo?.onPress());
    expect(screen.getByRole('img', { name: 'Your image' })).toBeTruthy();
    expect(screen.queryByText('Raag')).toBeNull();
  });

  it('GC-57: with an image a name alone makes a whisper, and looks like one', async () => {
    const { person, input } = setUp({ draft: { attachments: { image } } });
    await person.type(input, '@riya');
    expect(screen.getByRole('button', { name: 'Only you and riya' })).toBeTruthy();
  });

  it('GC-15, GC-16: has buttons for an image, a video and emoji', () => {
    setUp();
    for (const name of ['Add image', 'Add video', 'Emoji', 'Send']) {
      expect(screen.getByRole('button', { name })).toBeTruthy();
    }
  });
});

describe('name suggestions for a whisper', () => {
  it('GC-03: suggests members while a name is typed at the start, and Enter completes it', async () => {
    const { person, input, onSend } = setUp();
    await person.type(input, '@ri');
    const list = await screen.findByRole('listbox', { name: 'Members' });
    const names = () => within(list).getAllByRole('option');
    expect(names().map((option) => option.textContent)).toEqual(['riya', 'rishi'].map(withLetter));
    expect(input.getAttribute('aria-activedescendant')).toBe(names()[0]?.id);
    await person.keyboard('{ArrowDown}');
    expect(names().map((option) => option.getAttribute('aria-selected'))).toEqual(['false', 'true']);
    await person.keyboard('{Enter}');
    expect(input.value).toBe('@rishi ');
    expect(onSend).not.toHaveBeenCalled();
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(input.hasAttribute('aria-controls')).toBe(false);
  });

  it('suggests guests under their displayed name, and Escape closes the list', async () => {
    const { person, input } = setUp();
    await person.type(input, '@i');
    await screen.findByRole('listbox');
    await person.keyboard('{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
    await person.type(input, 'v');
    await person.click(await screen.findByRole('option'));
    expect(input.value).toBe('@ivy ');
  });

  it('MN-02: suggests members anywhere in a message, and completes only the name', async () => {
    const { person, input, onSend } = setUp();
    await person.type(input, 'hello  world{ArrowLeft>6/}@ris');
    await screen.findByRole('listbox');
    await person.keyboard('{Enter}');
    expect(input.value).toBe('hello @rishi world');
    await person.type(input, ' (@zo{Tab}');
    expect(input.value).toBe('hello @rishi world (@zoya ');
    expect(onSend).not.toHaveBeenCalled();
  });

  it('suggests nothing inside a word or an address, and never the user themselves', async () => {
    const { person, input } = setUp();
    await person.type(input, '@');
    const list = await screen.findByRole('listbox');
    expect(list.textContent).not.toContain('asha');
    await person.clear(input);
    await person.type(input, 'write to me@ri');
    expect(screen.queryByRole('listbox')).toBeNull();
  });
});

describe('the draft', () => {
  it('keeps text and attachments per room and user', async () => {
    function DraftState({ room }: { room: string }) {
      const { draft, setDraft } = useDraft('asha', room);
      return (
        <>
          <input
            aria-label={room}
            value={draft.text}
            onChange={(event) => setDraft({ text: event.target.value, attachments: { image } })}
          />
          <p>{draft.attachments.image?.id ?? `nothing in ${room}`}</p>
        </>
      );
    }
    const { person, unmount } = render(<DraftState room="one" />);
    await person.type(screen.getByLabelText('one'), 'half a word');
    unmount();
    render(
      <>
        <DraftState room="one" />
        <DraftState room="two" />
      </>,
    );
    expect(screen.getByLabelText<HTMLInputElement>('one').value).toBe('half a word');
    expect(screen.getByText('img-1')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('two').value).toBe('');
    expect(screen.getByText('nothing in two')).toBeTruthy();
  });

  it('X-21: takes back an unsent message, unless the input has other content', () => {
    const { result } = renderHook(() => useDraft('asha', 'three'));
    let isTaken = false;
    act(() => void (isTaken = result.current.onReturned({ text: 'late', attachments: { image } })));
    expect(isTaken).toBe(true);
    expect(result.current.draft).toEqual({ text: 'late', attachments: { image } });
    act(() => void (isTaken = result.current.onReturned({ text: 'later', attachments: {} })));
    expect(isTaken).toBe(false);
    expect(result.current.draft.text).toBe('late');
  });
});
