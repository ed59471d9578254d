import type { GiftSent } from '@adda/contract/gifts';
import { userIdOf } from '../creators/creators.fixture.ts';
import { startRooms, type Heard, type Person } from '../rooms/rooms.fixture.ts';
import { giveCoins, walletOf } from '../wallet/wallet.fixture.ts';

type Named = Pick<Person, 'username'>;

/** Rooms with people who have coins and give each other something. Answers the application of the file unless told. */
export async function startGifts(settings?: Record<string, string>) {
  const fixture = await startRooms(settings);
  const { database, client, person, open, join } = fixture;

  /** Somebody with so many coins who is in the room. */
  async function memberWith(coins: number, groupId: string): Promise<Person> {
    const someone = await person();
    await join(someone, groupId);
    if (coins > 0) await giveCoins(database, await userIdOf(database, someone), coins);
    return someone;
  }

  return {
    ...fixture,
    memberWith,
    /** A room of its creator, of Ann who has coins, and of Ben who has none. */
    async roomOfTwo(coins = 100) {
      const creator = await person();
      const groupId = await open(creator);
      const [ann, ben] = [await memberWith(coins, groupId), await memberWith(0, groupId)];
      return { creator, groupId, ann, ben };
    },
    /** Gives somebody something; without an id the client tells no retry. */
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
    balanceOf: async (someone: Named) =>
      (await walletOf(database, await userIdOf(database, someone))).balance,
    /** Lines of somebody's history, the oldest first. */
    async linesOf(someone: Named) {
      return database.db
        .selectFrom('wallet_lines')
        .select(['transaction_type', 'description', 'amount'])
        .where('user_id', '=', await userIdOf(database, someone))
        .orderBy('id')
        .execute();
    },
    /** Gifts that are stored of a sender. */
    async giftsOf(sender: Named) {
      return database.db
        .selectFrom('gifts')
        .selectAll()
        .where('sender_id', '=', await userIdOf(database, sender))
        .execute();
    },
  };
}

/** What a connection heard of gifts, in order. */
export const giftsHeard = (heard: readonly Heard[]): GiftSent[] =>
  heard.filter(({ event }) => event === 'gift_sent').map(({ payload }) => Object(payload));
