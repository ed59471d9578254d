import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useRef, useState } from 'react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearUserStorage } from '../../../platform/user-storage.ts';
import { render } from '../../../test/render.tsx';
import { emptyDraft, type Draft } from '../../messages/composer/attachments.ts';
import type { ComposerMode } from '../../messages/composer/composer-props.ts';
import { prefetchedComponents } from '../../messages/prefetch.ts';
import { newMember } from '../members/member-cache.ts';
import { RoomComposer } from '../messages/room-chat.tsx';
import { prefetchedRoomComponents } from '../room-prefetch.ts';
import { GROUP_ID } from '../rooms.fixture.ts';
import { roomKeys } from '../rooms.queries.ts';

// Load lazy code before the tests, because loading may exceed their time limit.
beforeAll(() =>
  Promise.all(
    [...Object.values(prefetchedComponents), ...Object.values(prefetchedRoomComponents)].map((part) =>
      part.load(),
    ),
  ),
);

beforeEach(() => clearUserStorage());

const membersPage = (names: readonly string[]) => ({
  pages: [{ members: names.map((name) => newMember(name)), total_count: names.length }],
  pageParams: [0],
});

/** Shows the composer of a room whose members are asha, esha and the guest ivy; no member has the name esha2. */
function setUp(given: Partial<{ draft: Partial<Draft>; isConnected: boolean; mode: ComposerMode }> = {}) {
  const onSend = vi.fn<(draft: Draft) => string | undefined>();
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(roomKeys.members(GROUP_ID), membersPage(['asha', 'esha', '_guest-ivy']));
  client.setQueryData(roomKeys.membersFound(GROUP_ID, 'esha2'), membersPage([]));
  client.setQueryData(roomKeys.membersFound(GROUP_ID, 'zoya'), membersPage(['zoya']));
  const nothing = () => undefined;
  function Room() {
    const [draft, setDraft] = useState<Draft>({ ...emptyDraft, ...given.draft });
    const input = useRef<HTMLTextAreaElement>(null);
    return (
      <QueryClientProvider client={client}>
        <RoomComposer
          groupId={GROUP_ID}
          account="asha"
          draft={draft}
          onDraft={setDraft}
          onSend={onSend}
          onTyping={nothing}
          onTypingStopped={nothing}
          isConnected={given.isConnected ?? true}
          waiting={0}
          input={input}
          recordingKey="asha/audience"
          mode={given.mode}
        />
      </QueryClientProvider>
    );
  }
  const { person, unmount } = render(<Room />);
  const input = screen.getByLabelText<HTMLTextAreaElement>('Message');
  const sent = () => onSend.mock.calls.map(([draft]) => [draft.text, draft.audience]);
  return { person, unmount, input, sent, onSend };
}

const chip = (name: string) => screen.queryByRole('button', { name });
const said = () => screen.getAllByRole('status').map((region) => region.textContent);
const altW = (input: HTMLElement) => fireEvent.keyDown(input, { code: 'KeyW', key: '∑', altKey: true });

describe('who will hear a message in a room', () => {
  it('MN-02: a plain message goes to everybody, which is shown and not a choice', async () => {
    const { person, input, sent } = setUp();
    expect(screen.queryByText('Everybody')).toBeNull();
    await person.type(input, 'hello');
    expect(screen.getByText('Everybody')).toBeTruthy();
    expect(chip('Everybody')).toBeNull();
    altW(input);
    await person.type(input, '{Enter}');
    expect(sent()).toEqual([['hello', undefined]]);
    expect(screen.queryByText('Everybody')).toBeNull();
  });

  it('MN-02: a press or Alt+W switches between whisper and mention, said to a screen reader', async () => {
    const { person, input, sent } = setUp();
    await person.type(input, '@esha @ivy psst');
    expect(chip('Only you and esha, ivy')).toBeTruthy();
    expect(said()).toContain('Only you and esha, ivy');
    expect(input.className).toContain('border-dashed');
    await person.click(screen.getByRole('button', { name: 'Only you and esha, ivy' }));
    expect(chip('Everybody')).toBeTruthy();
    expect(said()).toContain('Everybody');
    expect(input.className).not.toContain('border-dashed');
    altW(input);
    expect(chip('Only you and esha, ivy')).toBeTruthy();
    altW(input);
    expect(input.value).toBe('@esha @ivy psst');
    await person.type(input, '{Enter}');
    expect(sent()).toEqual([['@esha @ivy psst', 'room']]);
  });

  it('MN-02: the choice is remembered for the room and the account until logout', async () => {
    const first = setUp({ draft: { text: '@esha hi' } });
    altW(first.input);
    first.unmount();
    const second = setUp({ draft: { text: '@esha hi' } });
    expect(chip('Everybody')).toBeTruthy();
    second.unmount();
    clearUserStorage();
    setUp({ draft: { text: '@esha hi' } });
    expect(chip('Only you and esha')).toBeTruthy();
  });

  it('MN-02, RY-02: a reply to a whisper goes to the same people, whatever it begins with, and cannot be switched', async () => {
    const quote = {
      message_id: 'm-1',
      sequence: 1,
      sender: 'esha',
      excerpt: 'psst',
      has_image: false,
      has_voice: false,
      has_video: false,
      is_deleted: false,
    };
    const replyTo = { quote, whisperTo: ['esha'] };
    const { person, input, sent } = setUp({ draft: { replyTo } });
    await person.type(input, '@ivy yes');
    expect(screen.getByText('Only you and esha', { selector: 'p *' })).toBeTruthy();
    expect(chip('Only you and esha')).toBeNull();
    altW(input);
    await person.type(input, '{Enter}');
    expect(sent()).toEqual([['@ivy yes', undefined]]);
  });

  it('MN-02: an edit shows who hears the message, and asks nothing about names at its beginning', async () => {
    const target = { messageId: 'm-1', content: 'hello', hasAttachment: false, recipients: [] };
    const { person, input, sent } = setUp({
      draft: { text: '@esha2 hello' },
      mode: { kind: 'edit', target },
    });
    expect(screen.getByText('Everybody')).toBeTruthy();
    await person.type(input, '{Enter}');
    expect(sent()).toEqual([['@esha2 hello', undefined]]);
  });
});

describe('a whisper to somebody who is not a member', () => {
  const question = 'esha2 is not here. Say it to everybody?';

  it('MN-02: asks before it goes to everybody', async () => {
    const { person, input, sent } = setUp();
    await person.type(input, '@esha2 hello{Enter}');
    expect(await screen.findByRole('dialog', { name: question })).toBeTruthy();
    expect(sent()).toEqual([]);
    expect(input.value).toBe('@esha2 hello');
    await person.click(screen.getByRole('button', { name: 'Say it to everybody' }));
    expect(sent()).toEqual([['@esha2 hello', 'room']]);
    expect(input.value).toBe('');
  });

  it('MN-02: after Cancel the words are still in the input, and nothing was sent', async () => {
    const { person, input, sent } = setUp();
    await person.type(input, '@esha2 hello{Enter}');
    await screen.findByRole('dialog', { name: question });
    await person.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /not here/ })).toBeNull());
    expect(sent()).toEqual([]);
    expect(input.value).toBe('@esha2 hello');
  });

  it('MN-02: a member who was not loaded yet is looked up, and the whisper is sent without a question', async () => {
    const { person, input, sent } = setUp();
    await person.type(input, '@zoya hello{Enter}');
    await waitFor(() => expect(sent()).toEqual([['@zoya hello', 'whisper']]));
    expect(input.value).toBe('');
    expect(screen.queryByRole('dialog', { name: /not here/ })).toBeNull();
  });

  it('MN-02: words that are refused after the question stay, with the reason', async () => {
    const { person, input, onSend } = setUp();
    onSend.mockReturnValue('Please wait before sending another message');
    await person.type(input, '@esha2 hello{Enter}');
    await person.click(await screen.findByRole('button', { name: 'Say it to everybody' }));
    expect(screen.getByRole('alert').textContent).toBe('Please wait before sending another message');
    expect(input.value).toBe('@esha2 hello');
  });

  it('MN-02: offline it waits as a whisper, which the server never says to everybody', async () => {
    const { person, input, sent } = setUp({ isConnected: false });
    await person.type(input, '@esha2 hello{Enter}');
    await act(() => Promise.resolve());
    expect(sent()).toEqual([['@esha2 hello', 'whisper']]);
    expect(screen.queryByRole('dialog', { name: /not here/ })).toBeNull();
  });
});
