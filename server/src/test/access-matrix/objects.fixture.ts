import { sql } from 'kysely';
import { offerPlan, subscribe } from '../../features/creators/creators.fixture.ts';
import { connectChat } from '../../features/direct/direct.fixture.ts';
import { connectTo } from '../../features/rooms/rooms.fixture.ts';
import { giveCoins } from '../../features/wallet/wallet.fixture.ts';
import { makeKnown } from '../known-people.fixture.ts';
import { filesOf, once } from './file-objects.fixture.ts';
import { operatorObjectsOf } from './operator-objects.fixture.ts';
import type { MatrixUser } from './people.fixture.ts';
import type { Caller, RowUsers, MatrixApp } from './stage.fixture.ts';

/** The owner's rooms and their messages. */
function roomsOf(matrixApp: MatrixApp, { owner, member, moderator, blocked }: RowUsers) {
  const { url, open, join, grant, newUser, database } = matrixApp;

  async function newRoom(): Promise<string> {
    // They whisper to each other.
    await makeKnown(database.db, [owner, member]);
    const groupId = await open(owner);
    for (const user of [member, moderator, blocked]) await join(user, groupId);
    await grant(owner, groupId, moderator, ['can_kick', 'can_ban']);
    return groupId;
  }
  const room = once(newRoom);

  /** Sends a message in a room. Returns its id. */
  async function sendInRoom(groupId: string, by: MatrixUser, content = 'Hello'): Promise<string> {
    const { socket, send } = await connectTo(url, by, groupId);
    const said = await send(content);
    socket.disconnect();
    if (!('_id' in said)) throw new Error(`was refused: ${said.code}`);
    return said._id;
  }

  return {
    /** The owner's room with a member, a moderator and the blocked user; shared by all calls of a row. */
    room,
    /** Creates another such room. */
    newRoom,
    sendInRoom,
    /** Sends one message of the owner in the room. */
    ownerMessage: once(async () => sendInRoom(await room(), owner)),
    /** Creates a new member of a room. */
    async newcomer(groupId: string): Promise<MatrixUser> {
      const user = await newUser();
      await join(user, groupId);
      return user;
    },
  };
}

/** Private chats. */
function chatsOf({ url, database, newUser }: MatrixApp, { owner, member }: RowUsers) {
  /** Sends a private message. Returns its id. */
  async function sendPrivately(by: MatrixUser, recipient: MatrixUser): Promise<string> {
    await makeKnown(database.db, [by, recipient]);
    const { socket, say } = await connectChat(url, by, recipient);
    const id = await say('Hello');
    socket.disconnect();
    return id;
  }
  /** Lets a stranger write to the owner; returns the name of the stranger. */
  async function requestToOwner(): Promise<string> {
    const stranger = await newUser();
    const { socket, say } = await connectChat(url, stranger, owner);
    await say('Hello');
    socket.disconnect();
    return stranger.username;
  }
  return {
    requestToOwner,
    /** The same, once for all calls of a row. */
    oneRequestToOwner: once(requestToOwner),
    /** Returns the chat partner of a caller: the owner; for the owner the member. */
    peerOf: ({ role }: Caller): MatrixUser => (role === 'owner' ? member : owner),
    sendPrivately,
    /** Sends one private message from the owner to the member. */
    ownerPrivateMessage: once(() => sendPrivately(owner, member)),
  };
}

/** The owner's posts, plans and coins. */
function ownedObjectsOf({ database, postBy, client, newUser }: MatrixApp, { owner, member }: RowUsers) {
  return {
    /** Creates a text post of the owner. */
    post: () => postBy(owner),
    /** Creates a post that only the owner sees. */
    secretPost: () => postBy(owner, { visibility: 'private' }),
    /** Creates a locked post; the member is subscribed. */
    async lockedPost(): Promise<string> {
      await subscribe(database, member.userId, owner.userId);
      return postBy(owner, { isLocked: true });
    },
    plan: () => offerPlan(database, owner.userId),
    /** Comments on the owner's post. Returns the comment's id. */
    async commentOn(mediaId: string, by: MatrixUser): Promise<string> {
      const body = { media_id: mediaId, comment: 'Lovely light' };
      return (await client('POST /media/comment', { body }, by)).data.comment_id;
    },
    /** Gives payable coins. */
    give: (recipient: MatrixUser, coins: number) => giveCoins(database, recipient.userId, coins, 'earned'),
    /** Requests a payout as a new user, because a user can have only one pending request. */
    async payout(): Promise<string> {
      const user = await newUser();
      await giveCoins(database, user.userId, 1000, 'earned');
      return (await client('POST /wallet/request-payout', { body: { amount: 500 } }, user)).data.payout_id;
    },
    /** Creates a recharge order of the owner. */
    async order(): Promise<string> {
      return (await client('POST /recharge/order', { body: { amount: 500 } }, owner)).data.order_id;
    },
    /** Creates an order of the owner that is paid in the sandbox. Returns it with the payment's id. */
    async paidOrder() {
      const { order_id: orderId } = (await client('POST /recharge/order', { body: { amount: 500 } }, owner))
        .data;
      const paid = { params: { order_id: orderId }, body: { outcome: 'success' as const } };
      const { data } = await client('POST /sandbox/pay/:order_id', paid);
      return { orderId, paymentId: data.payment_id ?? '' };
    },
    /** Creates a subscription order of the owner, paid and not verified yet. */
    async paidSubscription(gateway: 'razorpay' | 'paypal') {
      const creator = await newUser();
      const query = { plan_id: await offerPlan(database, creator.userId), payment_gateway: gateway };
      const { data: ordered } = await client('POST /subscriptions/subscribe', { query }, owner);
      const paid = { params: { order_id: ordered.order_id }, body: { outcome: 'success' as const } };
      const { data } = await client('POST /sandbox/pay/:order_id', paid);
      return { subscriptionId: ordered.subscription_id, paymentId: data.payment_id ?? ordered.order_id };
    },
    /** Returns an entry of the owner's history. */
    async walletLine(): Promise<string> {
      await giveCoins(database, owner.userId, 1);
      const { rows } = await sql<{ line_id: string }>`
        SELECT line_id FROM wallet_lines WHERE user_id = ${owner.userId} ORDER BY id DESC LIMIT 1`.execute(
        database.db,
      );
      return rows[0]?.line_id ?? '';
    },
  };
}

/** All functions that create objects of a row's users. */
export function objectsOf(matrixApp: MatrixApp, users: RowUsers) {
  return {
    ...roomsOf(matrixApp, users),
    ...chatsOf(matrixApp, users),
    ...ownedObjectsOf(matrixApp, users),
    ...filesOf(matrixApp, users),
    ...operatorObjectsOf(matrixApp, users),
  };
}
