import { IMAGES_AT_ONCE_MAX } from '@adda/contract/messages';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useRef, useState } from 'react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startTestServer, type TestResponse } from '../../../test/answering-server.ts';
import { render } from '../../../test/render.tsx';
import { logIn } from '../../../test/log-in.ts';
import { toast } from '../../../ui/toast-store.ts';
import { emptyDraft, imagesOf, type Draft } from '../../messages/composer/attachments.ts';
import type { ComposerMode } from '../../messages/composer/composer-props.ts';
import { sharedDrafts } from '../../messages/forwards/index.ts';
import { prefetchedComponents } from '../../messages/prefetch.ts';
import { recordingStore } from '../../messages/voice/recording-store.ts';
import { RoomComposer } from '../messages/room-chat.tsx';
import { prefetchedRoomComponents } from '../room-prefetch.ts';
import { GROUP_ID } from '../rooms.fixture.ts';

let uploads = 0;
let answer: () => TestResponse;
let server: Awaited<ReturnType<typeof startTestServer>>;
let tests = 0;

beforeAll(() =>
  Promise.all(
    [...Object.values(prefetchedComponents), ...Object.values(prefetchedRoomComponents)].map((part) =>
      part.load(),
    ),
  ),
);
beforeEach(async () => {
  uploads = 0;
  tests += 1;
  answer = () => {
    uploads += 1;
    return {
      body: { image_url: `/media/images/${uploads}`, image_id: `img-${uploads}`, width: 64, height: 48 },
    };
  };
  server = await startTestServer(() => answer());
  location.href = `${server.url}/`;
  logIn('asha');
});
afterEach(() => server.close());

const picture = (name: string, type = 'image/png') => new File([new Uint8Array(10)], name, { type });

type Options = { draft?: Partial<Draft>; mode?: ComposerMode; isConnected?: boolean; key?: string };

/** The input of a room in its chat, beside which there is the rest of the page. */
function setUp({ draft: given, mode, isConnected = true, key = `asha/room-${tests}` }: Options = {}) {
  const onSend = vi.fn<(draft: Draft) => string | undefined>();
  let shown: Draft = emptyDraft;
  let setConnected: (isConnected: boolean) => void = () => undefined;
  function Room() {
    const [draft, setDraft] = useState<Draft>({ ...emptyDraft, ...given });
    const [isOnline, setOnline] = useState(isConnected);
    shown = draft;
    setConnected = (is) => act(() => setOnline(is));
    const input = useRef<HTMLTextAreaElement>(null);
    return (
      <QueryClientProvider client={new QueryClient()}>
        <div data-testid="page">
          <div data-chat data-testid="chat">
            <RoomComposer
              groupId={GROUP_ID}
              account="asha"
              draft={draft}
              onDraft={setDraft}
              onSend={onSend}
              onTyping={() => undefined}
              onTypingStopped={() => undefined}
              isConnected={isOnline}
              recordingKey={key}
              waiting={0}
              input={input}
              mode={mode}
            />
          </div>
        </div>
      </QueryClientProvider>
    );
  }
  const { person, unmount } = render(<Room />);
  const input = screen.getByLabelText<HTMLTextAreaElement>('Message');
  const transfer = (files: File[], types: string[] = ['Files']) => ({ files, types, dropEffect: 'copy' });
  return {
    person,
    unmount,
    onSend,
    input,
    setConnected: (is: boolean) => setConnected(is),
    draft: () => shown,
    imageIds: () => imagesOf(shown.attachments).map(({ id }) => id),
    drop: (files: File[], at = screen.getByTestId('chat')) => {
      const event = createEvent.drop(at, { dataTransfer: transfer(files) });
      fireEvent(at, event);
      return event;
    },
    drag: (at: HTMLElement) => fireEvent.dragOver(at, { dataTransfer: transfer([]) }),
    paste: (files: File[], types?: string[]) => {
      const event = createEvent.paste(input, { clipboardData: transfer(files, types) });
      fireEvent(input, event);
      return event;
    },
    toasts: () => toast.current().map(({ text }) => text),
  };
}

it('HM-12: several dropped pictures are uploaded in their order and sent as one draft, the text with them', async () => {
  const { person, input, drop, imageIds, onSend } = setUp();
  await person.type(input, 'the sea');
  drop([picture('one.png'), picture('two.png'), picture('three.png')]);
  expect(screen.getByRole('list', { name: 'Pictures on their way' })).toBeTruthy();
  await waitFor(() => expect(imageIds()).toEqual(['img-1', 'img-2', 'img-3']));
  expect(screen.queryByRole('list', { name: 'Pictures on their way' })).toBeNull();
  const added = within(screen.getByRole('list', { name: 'Added to your message' }));
  expect(added.getAllByRole('listitem')).toHaveLength(3);
  await person.click(added.getAllByRole('button', { name: 'Remove image' })[1] ?? input);
  expect(imageIds()).toEqual(['img-1', 'img-3']);
  act(() => toast.current().at(-1)?.action?.onPress());
  expect(imageIds()).toEqual(['img-1', 'img-2', 'img-3']);
  await person.type(input, '{Enter}');
  expect(onSend.mock.calls.map(([draft]) => [draft.text, imagesOf(draft.attachments).length])).toEqual([
    ['the sea', 3],
  ]);
  expect(imageIds()).toEqual([]);
});

it('HM-12: Enter while pictures are on their way sends once they have arrived', async () => {
  const first = Promise.withResolvers<undefined>();
  const usual = answer;
  answer = () => ({ ...usual(), until: first.promise });
  const { person, input, drop, onSend } = setUp();
  drop([picture('one.png'), picture('two.png')]);
  await person.type(input, '{Enter}');
  expect(screen.getByText('One moment…')).toBeTruthy();
  expect(onSend).not.toHaveBeenCalled();
  first.resolve(undefined);
  await waitFor(() => expect(onSend).toHaveBeenCalledOnce());
  expect(imagesOf(onSend.mock.calls[0]?.[0].attachments ?? {}).map(({ id }) => id)).toEqual([
    'img-1',
    'img-2',
  ]);
});

it('HM-12: a picture that was not uploaded stays, keeps its place, and is tried again with the connection', async () => {
  const usual = answer;
  let tries = 0;
  answer = () => {
    tries += 1;
    return tries === 1 ? { isLost: true } : usual();
  };
  const { person, input, drop, draft, imageIds, onSend, setConnected } = setUp({ isConnected: false });
  drop([picture('one.png'), picture('two.png')]);
  expect(await screen.findByText('Image upload failed')).toBeTruthy();
  await waitFor(() => expect(imageIds()).toEqual(['img-1']));
  await person.type(input, '{Enter}');
  expect(screen.getByText("A picture didn't arrive. Try it again or remove it.")).toBeTruthy();
  expect(onSend).not.toHaveBeenCalled();
  setConnected(true);
  // It was the first: it stands before the one that arrived earlier.
  await waitFor(() => expect(imageIds()).toEqual(['img-2', 'img-1']));
  expect(draft().text).toBe('');
});

it('HM-12: a picture from the clipboard is added; text that is laid out is pasted as text', async () => {
  const { paste, imageIds } = setUp();
  expect(paste([picture('cells.png')], ['text/plain', 'text/html', 'Files']).defaultPrevented).toBe(false);
  expect(paste([picture('shot.png')]).defaultPrevented).toBe(true);
  await waitFor(() => expect(imageIds()).toEqual(['img-1']));
});

it('HM-12, VM-01: beside a recording no picture is added, which is said, and nothing is lost', async () => {
  const voice = { id: 'kept', durationMs: 2000, waveform: [] };
  const { drop, paste, draft, toasts } = setUp({ draft: { text: 'hm', attachments: { voice } } });
  drop([picture('one.png')]);
  expect(toasts()).toEqual(['A voice message has no pictures beside it. Send or delete it first.']);
  paste([picture('two.png')]);
  expect(draft()).toEqual({ text: 'hm', attachments: { voice } });
  expect(uploads).toBe(0);
});

it('HM-12, VM-01: the same for a recording that is kept until it is sent', async () => {
  const key = `asha/kept-${tests}`;
  const recording = { sound: new Blob(['sound']), durationMs: 2000, peaks: [] };
  await recordingStore.put(key, recording);
  const { drop, toasts } = setUp({ key });
  expect(await screen.findByRole('button', { name: 'Send voice message' })).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Send' })).toBeNull());
  drop([picture('one.png')]);
  expect(toasts()).toEqual(['A voice message has no pictures beside it. Send or delete it first.']);
  expect(await recordingStore.get(key)).toMatchObject({ durationMs: 2000 });
});

it('HM-12: what is no image, and more than ten at once, is said; a file beside the chat does nothing', async () => {
  const { drop, drag, toasts, imageIds } = setUp();
  expect(drop([picture('a.png')], screen.getByTestId('page')).defaultPrevented).toBe(true);
  drag(screen.getByTestId('page'));
  expect(screen.queryByText('Drop your pictures here')).toBeNull();
  drag(screen.getByTestId('chat'));
  expect(screen.getByText('Drop your pictures here')).toBeTruthy();
  drop([picture('notes.pdf', 'application/pdf')]);
  expect(screen.queryByText('Drop your pictures here')).toBeNull();
  expect(toasts()).toEqual(['notes.pdf: Invalid image format']);
  drop(Array.from({ length: IMAGES_AT_ONCE_MAX + 1 }, (_, index) => picture(`${index}.png`)));
  expect(toasts().at(-1)).toBe('Up to 10 pictures at once: the first ones are added.');
  await waitFor(() => expect(imageIds()).toHaveLength(IMAGES_AT_ONCE_MAX));
});

it('HM-12: several files of the dialog are added together, and pictures that are uploaded wait for their chat', async () => {
  const { person, imageIds, unmount } = setUp();
  await person.click(await screen.findByRole('button', { name: 'Add image' }));
  await person.click(await screen.findByRole('tab', { name: 'File' }));
  await person.upload(screen.getByLabelText('Image file'), [picture('one.png'), picture('two.png')]);
  expect(screen.queryByRole('dialog', { name: 'Add Image to Message' })).toBeNull();
  await waitFor(() => expect(imageIds()).toEqual(['img-1', 'img-2']));
  unmount();
  const again = setUp();
  again.drop([picture('three.png')]);
  again.unmount();
  await waitFor(() => expect(uploads).toBe(3));
  const back = setUp();
  await waitFor(() => expect(back.imageIds()).toEqual(['img-3']));
});

it('PN-01: shared pictures are attached as pasted ones, once they can be; nothing is sent', async () => {
  const onTaken = vi.fn();
  const key = `asha/room-${tests}`;
  sharedDrafts.put(key, { text: '', files: [picture('a.png'), picture('b.png')], onTaken });
  const voice = { id: 'v', durationMs: 1000, waveform: [1] };
  const recorded = setUp({ draft: { attachments: { voice } } });
  await waitFor(() =>
    expect(recorded.toasts()).toEqual([
      'A voice message has no pictures beside it. Send or delete it first.',
    ]),
  );
  expect(recorded.imageIds()).toEqual([]);
  expect(onTaken).not.toHaveBeenCalled();
  recorded.unmount();
  const { imageIds, onSend } = setUp();
  await waitFor(() => expect(imageIds()).toHaveLength(2));
  expect(onTaken).toHaveBeenCalledOnce();
  expect(onSend).not.toHaveBeenCalled();
});
