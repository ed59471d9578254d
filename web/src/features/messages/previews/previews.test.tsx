import type { LinkPreview } from '@adda/contract/messages';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RecordedRequest, TestResponse } from '../../../test/answering-server.ts';
import { clearUserStorage } from '../../../platform/user-storage.ts';
import {
  privateMessageAt,
  privatePageOf,
  showConnectedChat,
} from '../../direct/chat/private-page.fixture.tsx';
import { messageAt } from '../../rooms/rooms.fixture.ts';
import { mergePreview } from '../history/live-changes.ts';
import { openStore, upsertMessages } from '../history/message-store.ts';
import { rowHeight } from '../list/row-height.ts';
import { prefetchedComponents } from '../prefetch.ts';

vi.mock(
  'socket.io-client',
  async () => (await import('../../direct/chat/fake-socket.fixture.ts')).socketLibrary,
);

// Load lazy code before the tests, because loading may exceed their time limit.
beforeAll(() => Promise.all(Object.values(prefetchedComponents).map((part) => part.load())));
beforeEach(() => clearUserStorage());

const preview: LinkPreview = {
  url: 'https://www.tea.example/green',
  title: 'Green tea',
  site: 'The Tea House',
  image_url: '/media/images/1.webp?signature=old',
};
const settings = { tell_read: true, link_previews: true, name_when_forwarded: true };

type Stage = { sender?: string; preview?: LinkPreview | null; plain_links?: boolean; wantsCards?: boolean };

/** A chat of asha with one message of riya, which has the link. */
async function openChat(given: Stage = {}, answer?: (request: RecordedRequest) => TestResponse | undefined) {
  const { sender = 'riya', plain_links = false, wantsCards = true } = given;
  const content = 'look https://www.tea.example/green';
  const message = privateMessageAt(1, { sender, content, preview: given.preview ?? null });
  const page = await showConnectedChat({
    page: privatePageOf([message], { plain_links }),
    answer: (request) =>
      request.path.startsWith('/users/settings')
        ? { body: { ...settings, link_previews: wantsCards } }
        : answer?.(request),
  });
  await screen.findByText(/^look/);
  return page;
}

const card = () => screen.queryByRole('link', { name: /Green tea/ });
const event = (of: LinkPreview | null, revision: number) => ({
  username: 'riya',
  message_id: 'p-1',
  sequence: 1,
  preview: of,
  revision,
});

describe('the card of a link', () => {
  it('FT-05: is one link with title, site and host, without a referrer, and asks before it opens', async () => {
    const { person } = await openChat({ preview });
    await person.click(await screen.findByRole('button', { name: 'Show Image' }));
    const link = await screen.findByRole('link', { name: 'Green tea The Tea House tea.example' });
    expect(link.getAttribute('href')).toBe(preview.url);
    expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow ugc');
    const picture = link.parentElement?.querySelector('img');
    expect([picture?.getAttribute('src'), picture?.getAttribute('alt')]).toEqual([preview.image_url, '']);
    let isOpened = true;
    document.body.addEventListener('click', ({ defaultPrevented }) => (isOpened = !defaultPrevented), {
      once: true,
    });
    await person.click(link);
    expect(isOpened).toBe(false);
  });

  it('FT-05: appears with its event, and an older event does not take it away', async () => {
    const { hear } = await openChat();
    expect(card()).toBeNull();
    hear('message_preview', event(preview, 3));
    await waitFor(() => expect(card()).not.toBeNull());
    hear('message_preview', event(null, 2));
    hear('message_preview', event({ ...preview, title: 'Green tea, hot' }, 4));
    await waitFor(() => expect(card()?.textContent).toContain('Green tea, hot'));
  });

  it('FT-05: a user who does not want cards sees none', async () => {
    const { asked } = await openChat({ preview, wantsCards: false });
    await waitFor(() => expect(asked('/users/settings')).toHaveLength(1));
    expect(card()).toBeNull();
  });

  it('SV-105: links that are plain text have no card', async () => {
    await openChat({ preview, plain_links: true });
    expect(card()).toBeNull();
    expect(screen.queryByRole('link', { name: /tea.example/ })).toBeNull();
  });

  it('FT-05: a picture whose link has expired is asked for again, and left out if that fails', async () => {
    const fresh = { ...preview, image_url: '/media/images/1.webp?signature=new' };
    await openChat({ preview }, ({ path }) =>
      path.startsWith('/chat/messages/p-1') ? { body: privateMessageAt(1, { preview: fresh }) } : undefined,
    );
    fireEvent.click(await screen.findByRole('button', { name: 'Show Image' }));
    const picture = () => card()?.parentElement?.querySelector('img');
    fireEvent.error(picture() ?? document.body);
    await waitFor(() => expect(picture()?.getAttribute('src')).toBe(fresh.image_url));
    fireEvent.error(picture() ?? document.body);
    await waitFor(() => expect(picture()).toBeNull());
    expect(card()).not.toBeNull();
  });

  it('FT-05: the estimated height of a row has space for it', () => {
    const rowOf = (of: LinkPreview | null) =>
      rowHeight(
        { kind: 'message', key: 'k', isOwn: false, isFirst: true, message: messageAt(9, { preview: of }) },
        360,
      );
    expect(rowOf(preview)).toBeGreaterThan(rowOf(null) + 76);
  });
});

describe('the held message', () => {
  const event = { message_id: 'a-1', sequence: 1, preview, revision: 3 };
  const store = openStore({ ...pageWith(messageAt(1)) });

  it('RX-05: keeps its card when an older copy arrives, and loses it with a newer one', () => {
    const [held] = mergePreview(store.messages, event);
    expect(held).toMatchObject({ preview, previewRevision: 3 });
    const withCard = { ...store, messages: mergePreview(store.messages, event) };
    const after = (version: number) =>
      upsertMessages(withCard, [messageAt(1, { version })]).messages[0]?.preview;
    expect([after(0), after(2), after(4)]).toEqual([preview, preview, null]);
  });

  it('FT-05: takes no card that an edit has ended, or that is of another message', () => {
    const edited = openStore(pageWith(messageAt(1, { version: 3 }))).messages;
    expect(mergePreview(edited, event)).toBe(edited);
    expect(mergePreview(store.messages, { ...event, message_id: 'a-9' })).toBe(store.messages);
  });
});

/** A page with one message. */
function pageWith(message: ReturnType<typeof messageAt>) {
  return {
    messages: [message],
    has_more: false,
    last_sequence: 1,
    revision: 0,
    cleared_to: 0,
    deleted_sequences: [],
    changed_messages: [],
    reload: false,
  };
}

describe('sending without a card', () => {
  const choice = () => screen.queryByRole('button', { name: 'No card for this link' });

  it('FT-05: a link in the text offers it, it stays through a reload, and the next message has cards again', async () => {
    const first = await openChat();
    const input = () => screen.getByLabelText<HTMLTextAreaElement>('Message');
    await first.person.type(input(), 'see https:/');
    expect(choice()).toBeNull();
    await first.person.type(input(), '/a.example');
    await waitFor(() => expect(choice()?.getAttribute('aria-pressed')).toBe('false'));
    await first.person.click(choice() ?? document.body);
    expect(choice()?.getAttribute('aria-pressed')).toBe('true');
    first.unmount();

    const { person, socket } = await openChat();
    await waitFor(() => expect(choice()?.getAttribute('aria-pressed')).toBe('true'));
    await person.type(input(), '{Enter}');
    await waitFor(() =>
      expect(socket.payloads('message')).toMatchObject([
        { content: 'see https://a.example', no_preview: true },
      ]),
    );
    expect(choice()).toBeNull();
    await person.type(input(), 'https://b.example');
    await waitFor(() => expect(choice()?.getAttribute('aria-pressed')).toBe('false'));
  });

  it('FT-05: a user without cards is not asked', async () => {
    const { person, asked } = await openChat({ wantsCards: false });
    await person.type(screen.getByLabelText('Message'), 'https://a.example');
    await waitFor(() => expect(asked('/users/settings')).toHaveLength(1));
    expect(choice()).toBeNull();
  });
});
