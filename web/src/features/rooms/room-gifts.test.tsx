import { QueryClient } from '@tanstack/react-query';
import { act, renderHook, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished } from 'vitest';
import { moneyDialog, useMoneyDialog } from '../../platform/money-dialog.ts';
import { startTestServer, type TestResponse } from '../../test/answering-server.ts';
import { render } from '../../test/render.tsx';
import { toast } from '../../ui/toast-store.ts';
import { giftOf } from '../gifts/gifts.fixture.ts';
import { LazyGiftShow } from '../gifts/index.ts';
import { failure, memberOf, profileOf, showPage, type Stage } from './room-page.fixture.tsx';
import { RoomView } from './room-screen.tsx';
import { openRoomSession } from './room-session.ts';
import { createTestConnection, GROUP_ID, groupOf, pageOf } from './rooms.fixture.ts';

const SEND = '/groupchat/groups/send-gift';
const people = [
  memberOf('riya', { is_creator: true }),
  memberOf('asha'),
  memberOf('ben'),
  memberOf('_guest-ivy'),
];
const given = {
  message: 'ok',
  gift_id: 'gift-1',
  gift_emoji: '💋',
  gift_description: 'Kiss',
  recipient: 'ben',
  balance: 491,
};

/** A room in which asha has a given number of coins. */
async function open({ coins = 501, send = { body: given }, ...stage }: GiftStage = {}) {
  const current = { send };
  const page = await showPage(() => <RoomView groupId={GROUP_ID} account={stage.as ?? 'asha'} />, {
    members: people,
    profiles: [profileOf('ben')],
    ...stage,
    answer: ({ method, path }) => {
      if (method === 'POST' && path === SEND) return current.send;
      if (!path.startsWith('/wallet/balance')) return undefined;
      return { body: { balance: coins, currency: 'COIN', payable: 0, held: 0 } };
    },
  });
  return { ...page, sendAnswers: (send: TestResponse) => void Object.assign(current, { send }) };
}
type GiftStage = Stage & { coins?: number; send?: TestResponse };

async function openDialog(stage: GiftStage = {}) {
  const page = await open(stage);
  await page.person.click(await screen.findByRole('button', { name: 'Send a gift' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Send a gift' }));
  return { ...page, dialog };
}

/** A member in the tab, not next to it. */
const inTab = (name: string) => within(screen.getByRole('tabpanel')).findByRole('button', { name });

const texts = () => toast.current().map((item) => item.text);

describe('giving a gift', () => {
  it('GI-01, GI-02, GI-07, GI-11, GI-12, SH-42: five gifts for members except oneself and guests', async () => {
    const { dialog, person, asked } = await openDialog();
    const gifts = within(dialog.getByRole('group', { name: 'Gift' })).getAllByRole('radio');
    expect(gifts.map((gift) => gift.closest('label')?.textContent)).toEqual([
      '💋Kiss10 coins',
      '❤️Love25 coins',
      '👍Like5 coins',
      '🤗Hug15 coins',
      '😊Smile8 coins',
    ]);
    expect(document.activeElement).toBe(gifts[0]);
    const recipients = within(dialog.getByRole('group', { name: 'For whom?' }));
    await recipients.findByRole('radio', { name: 'ben' });
    expect(recipients.getAllByRole('radio').map((each) => Object(each).value)).toEqual(['riya', 'ben']);
    expect(await dialog.findByText('You have 501 coins')).toBeTruthy();
    await person.click(dialog.getByRole('radio', { name: /Kiss/ }));
    await person.click(dialog.getByRole('radio', { name: 'ben' }));
    await person.click(dialog.getByRole('button', { name: 'Send for 10 coins' }));
    await waitFor(() => expect(texts()).toEqual(['Sent Kiss 💋 to ben']));
    expect(screen.queryByRole('dialog', { name: 'Send a gift' })).toBeNull();
    expect(asked(SEND)[0]?.body).toEqual({
      group_id: GROUP_ID,
      recipient_username: 'ben',
      gift_type: 'kiss',
      client_gift_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  it('GI-04, GI-06: shows an error for a missing choice or missing coins, and sends nothing', async () => {
    const { dialog, person, asked } = await openDialog({ coins: 24 });
    await dialog.findByText('You have 24 coins');
    await person.click(dialog.getByRole('button', { name: 'Send' }));
    expect(dialog.getByRole('alert').textContent).toBe('Please select both a recipient and a gift');
    await person.click(dialog.getByRole('radio', { name: /Love/ }));
    await person.click(await dialog.findByRole('radio', { name: 'ben' }));
    await person.click(dialog.getByRole('button', { name: 'Send for 25 coins' }));
    expect(dialog.getByRole('alert').textContent).toBe(
      'Insufficient funds. You need 25 coins but have 24 coins.',
    );
    expect(asked(SEND)).toEqual([]);
  });

  it.each([
    ['GI-14', 402, 'Insufficient funds to send gift', 'Insufficient funds to send gift'],
    ['GI-15', 403, 'Guest users cannot send gifts', 'Guest users cannot send gifts'],
    ['GI-16', 400, 'Recipient is not a member of the group', 'Recipient is not a member of the group'],
    ['GI-17', 404, 'Recipient not found', 'Recipient not found'],
    ['GI-18', 500, 'Something went wrong.', 'Failed to send gift'],
  ])('%s, X-56: a refusal with %i shows a toast, and the choices stay', async (_id, status, detail, text) => {
    const { dialog, person } = await openDialog({ send: failure(status, detail) });
    await person.click(dialog.getByRole('radio', { name: /Hug/ }));
    await person.click(await dialog.findByRole('radio', { name: 'ben' }));
    await person.click(dialog.getByRole('button', { name: 'Send for 15 coins' }));
    await waitFor(() => expect(texts()).toEqual([text]));
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: /Hug/ }).checked).toBe(true);
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'ben' }).checked).toBe(true);
  });

  it('GI-19, X-56, R-03: a missing response is shown in the dialog, and a retry has the same id', async () => {
    const { dialog, person, asked, sendAnswers } = await openDialog({ send: { isLost: true } });
    await person.click(dialog.getByRole('radio', { name: /Kiss/ }));
    await person.click(await dialog.findByRole('radio', { name: 'ben' }));
    await person.click(dialog.getByRole('button', { name: 'Send for 10 coins' }));
    expect((await dialog.findByRole('alert')).textContent).toBe('Failed to send gift. Please try again.');
    sendAnswers({ body: given });
    await person.click(dialog.getByRole('button', { name: 'Send for 10 coins' }));
    await waitFor(() => expect(texts()).toEqual(['Sent Kiss 💋 to ben']));
    const ids = asked(SEND).map(({ body }) => String(Object(body).client_gift_id));
    expect(ids.length).toBeGreaterThan(1);
    expect(new Set(ids).size).toBe(1);
  });

  it('WA-01: leads to buying coins, and keeps the choices', async () => {
    const { dialog, person } = await openDialog();
    await person.click(dialog.getByRole('radio', { name: /Hug/ }));
    onTestFinished(() => moneyDialog.close());
    const { result } = renderHook(useMoneyDialog);
    await person.click(dialog.getByRole('button', { name: 'Add coins' }));
    expect(result.current).toBe('recharge');
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: /Hug/ }).checked).toBe(true);
  });

  it('GI-09, GI-10, WA-05, SH-43: guests see how they could, and nothing is requested for them', async () => {
    const { dialog, asked } = await openDialog({ as: '_guest-ivy' });
    expect(dialog.getByRole('heading', { name: 'Register to send gifts' })).toBeTruthy();
    expect(dialog.getByRole('link', { name: 'Keep my account' }).getAttribute('href')).toBe('/upgrade');
    expect(dialog.queryByRole('radio')).toBeNull();
    expect(asked('/wallet/balance')).toEqual([]);
  });

  it('shows when no member can receive a gift', async () => {
    const { dialog } = await openDialog({ members: [memberOf('asha'), memberOf('_guest-ivy')] });
    expect(await dialog.findByText('Nobody to give to yet')).toBeTruthy();
  });

  it('a long member list can be searched', async () => {
    const many = Array.from({ length: 40 }, (_, n) => memberOf(`person-${n}`));
    const { dialog, person, asked } = await openDialog({
      members: many,
      group: groupOf({ member_count: 40 }),
    });
    await person.type(dialog.getByRole('searchbox', { name: 'Search members' }), 'person-39');
    await waitFor(() => expect(asked('search=person-39')).not.toEqual([]));
    await waitFor(() =>
      expect(within(dialog.getByRole('group', { name: 'For whom?' })).getAllByRole('radio')).toHaveLength(1),
    );
  });
});

describe('the buttons that open the gifts', () => {
  it('GI-03: the menu of the room', async () => {
    const { person } = await open();
    await person.click(await screen.findByRole('button', { name: 'Group actions' }));
    await person.click(screen.getByRole('menuitem', { name: 'Send a gift', hidden: true }));
    expect(await screen.findByRole('dialog', { name: 'Send a gift' })).toBeTruthy();
  });

  it('GI-03: a member’s profile, with the recipient preselected; not that of a guest', async () => {
    const { person, asked } = await open({ profiles: [profileOf('ben'), profileOf('_guest-ivy')] });
    await person.click(await screen.findByRole('tab', { name: 'Group Info' }));
    await person.click(await inTab('Online ivy guest'));
    const guest = within(await screen.findByRole('dialog', { name: 'ivy' }));
    await guest.findByRole('button', { name: 'Whisper here' });
    expect(guest.queryByRole('button', { name: 'Send a gift' })).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Close' }));
    await person.click(await inTab('Online ben'));
    const profile = within(await screen.findByRole('dialog', { name: 'ben' }));
    await person.click(await profile.findByRole('button', { name: 'Send a gift' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Send a gift' }));
    expect(dialog.getByText('ben')).toBeTruthy();
    expect(dialog.queryByRole('radio', { name: 'ben' })).toBeNull();
    await person.click(dialog.getByRole('radio', { name: /Kiss/ }));
    await person.click(dialog.getByRole('button', { name: 'Send for 10 coins' }));
    await waitFor(() => expect(asked(SEND)[0]?.body).toMatchObject({ recipient_username: 'ben' }));
  });

  it('another recipient can be chosen, and receives the focus', async () => {
    const { person } = await open();
    await person.click(await screen.findByRole('tab', { name: 'Group Info' }));
    await person.click(await inTab('Online ben'));
    const profile = within(await screen.findByRole('dialog', { name: 'ben' }));
    await person.click(await profile.findByRole('button', { name: 'Send a gift' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Send a gift' }));
    await person.click(dialog.getByRole('button', { name: 'Choose somebody else' }));
    const recipients = dialog.getByRole('group', { name: 'For whom?' });
    await within(recipients).findByRole('radio', { name: 'riya' });
    expect(within(recipients).getByRole<HTMLInputElement>('radio', { name: 'ben' }).checked).toBe(true);
    expect(recipients.contains(document.activeElement)).toBe(true);
  });
});

describe('a received gift event', () => {
  it('GI-03: is shown to all members, from the room’s own connection', async () => {
    const server = await startTestServer(() => ({ body: pageOf([]) }));
    location.href = `${server.url}/`;
    const { connection, say } = createTestConnection();
    const session = openRoomSession({
      client: new QueryClient(),
      groupId: GROUP_ID,
      account: 'cho',
      onClosed: () => undefined,
      onReturned: () => true,
      connection,
    });
    onTestFinished(async () => {
      session.close();
      await server.close();
    });
    render(<LazyGiftShow groupId={GROUP_ID} />);
    act(() => say('gift_sent', giftOf({ group_id: GROUP_ID })));
    expect((await screen.findAllByText('ann sent ben a kiss 💋')).length).toBeGreaterThan(0);
  });
});
