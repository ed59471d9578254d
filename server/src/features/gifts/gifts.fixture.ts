import type { GiftSent } from '@adda/contract/gifts';
import { userIdOf } from '../creators/creators.fixture.ts';
import { startRooms, type ReceivedEvent, type Person } from '../rooms/rooms.fixture.ts';
import { giveCoins, walletOf } from '../wallet/wallet.fixture.ts';

type Named = Pick<Person, 'username'>;

/**
 * Opens rooms with users who have coins and give gifts. Uses the application of the test file unless `settings` are
 * given.
 */
export async function startGifts(settings?: Record<string, string>) {
  const fixture = await startRooms(settings);
  const { database, client, person, open, join } = fixture;

  /** Creates a member of the room with this many coins. */
  async function memberWith(coins: number, groupId: string): Promise<Person> {
    const user = await person();
    await join(user, groupId);
    if (coins > 0) await giveCoins(database, await userIdOf(database, user), coins);
    return user;
  }

  return {
    ...fixture,
    memberWith,
    /** Creates a room with its creator, Ann, who has coins, and Ben, who has none. */
    async roomOfTwo(coins = 100) {
      const creator = await person();
      const groupId = await open(creator);
      const [ann, ben] = [await memberWith(coins, groupId), await memberWith(0, groupId)];
      return { creator, groupId, ann, ben };
    },
    /** Gives a gift; without an id the client can't be recognized on a retry. */
    sendGift: (by: Person, groupId: string, { username }: Named, gift: string, id?: string) =>
      client(
        'POST /groupchat/groups/send-gift',
        {
          body: {
            group_id: groupId,
            recipient_username: username,
            gift_type: gift,
            ...(id !== undefined && { client_gift_id: id }),
          },
        },
        by,
      ),
    balanceOf: async (user: Named) => (await walletOf(database, await userIdOf(database, user))).balance,
    /** Returns the entries of a user's history, oldest first. */
    async linesOf(user: Named) {
      return database.db
        .selectFrom('wallet_lines')
        .select(['transaction_type', 'description', 'amount'])
        .where('user_id', '=', await userIdOf(database, user))
        .orderBy('id')
        .execute();
    },
    /** Returns the stored gifts of a sender. */
    async giftsOf(sender: Named) {
      return database.db
        .selectFrom('gifts')
        .selectAll()
        .where('sender_id', '=', await userIdOf(database, sender))
        .execute();
    },
  };
}

/** Returns the gift events that a connection received, in order. */
export const receivedGifts = (received: readonly ReceivedEvent[]): GiftSent[] =>
  received.filter(({ event }) => event === 'gift_sent').map(({ payload }) => Object(payload));
