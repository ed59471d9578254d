import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { toast } from '../../../ui/toast-store.ts';
import { draft } from '../composer/draft.ts';
import { PrivateChatScreen, PrivateChatView } from './private-chat-screen.tsx';
import { profileOf, showPage } from '../room-page.fixture.tsx';
import { GROUP_ID } from '../rooms.fixture.ts';

const at = '/v1/chat/$username';
const view =
  (username = 'riya') =>
  () => <PrivateChatView username={username} account="asha" />;

describe('one person', () => {
  it('GC-30: says who they are and begins a whisper in a room that both are in', async () => {
    draft.set('asha', GROUP_ID, { text: 'see you', attachments: {} });
    const { person, where } = await showPage(view(), {
      at,
      profiles: [profileOf('riya', { display_name: 'Riya Sen' })],
    });
    expect(await screen.findByRole('heading', { level: 1, name: 'Riya Sen' })).toBeTruthy();
    expect(screen.getByText('You can whisper to Riya Sen in a room that you share.')).toBeTruthy();
    expect(screen.getByText('No bio available')).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Whisper in Rooftop Nights' }));
    await waitFor(() => expect(where()).toBe(`/v1/group/${GROUP_ID}`));
    expect(draft.get('asha', GROUP_ID).text).toBe('@riya see you');
  });

  it('leads to the rooms where there is none in common', async () => {
    await showPage(view(), { at, profiles: [profileOf('riya', { shared_groups: [] })] });
    expect(
      await screen.findByRole('heading', { name: "You don't share a room with riya yet." }),
    ).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Look at the rooms' }).getAttribute('href')).toBe('/v1');
  });

  it('goes back to the rooms when there is nobody by that name, and says so', async () => {
    const { where } = await showPage(view('nobody'), { at });
    await waitFor(() => expect(where()).toBe('/v1'));
    expect(toast.current()).toMatchObject([{ text: 'User not found', tone: 'problem' }]);
  });

  it('nobody chats with themselves', async () => {
    const { where, asked } = await showPage(() => <PrivateChatScreen />, { at, as: 'riya' });
    await waitFor(() => expect(where()).toBe('/v1'));
    expect(asked('/profile')).toEqual([]);
  });
});
