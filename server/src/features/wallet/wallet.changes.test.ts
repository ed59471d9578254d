import { expect, it } from 'vitest';
import { eventually, startRooms } from '../rooms/rooms.fixture.ts';

it('R-01, R-04: a changed wallet is published to its owner’s shells only', async () => {
  const { person, admin, client, connectShell } = await startRooms({ LOGIN_BONUS_COINS: '0' });
  const [ann, ben, boss] = [await person(), await person(), await admin()];
  const [anns, bens] = [await connectShell(ann), await connectShell(ben)];
  const give = ({ username }: { username: string }, amount: number) =>
    client(
      'POST /admin/wallet/bonus',
      { body: { username, amount, type: 'star_bonus', description: 'For you' } },
      boss,
    );
  const changes = ({ received }: typeof anns) => received.filter(({ event }) => event === 'wallet_changed');
  const changed = (coins: number) => ({
    event: 'wallet_changed',
    payload: { balance: coins, currency: 'COIN', payable: coins, held: 0 },
  });
  await give(ann, 7);
  await give(ben, 2);
  await eventually(() => expect(changes(bens)).toEqual([changed(2)]));
  await eventually(() => expect(changes(anns)).toEqual([changed(7)]));
  anns.socket.disconnect();
  bens.socket.disconnect();
});
