import { randomBytes, randomUUID } from 'node:crypto';
import { sendUpload } from '../../../server/src/features/feed/posts/send-upload.fixture.ts';
import { createClient } from '../../../server/src/test/client.ts';
import { createTimedGet } from '../history/timed-get.ts';
import type { User, DatasetRoom } from '../dataset/dataset.types.ts';
import { randomElement } from './connections.ts';
import type { SoakAction, SoakPlan } from './soak.types.ts';

/** Connections for HTTP requests; one token per connection. */
const CONNECTIONS = 20;

/** An HTTP request; returns whether the server responded as expected. */
export type Call = () => Promise<boolean>;

/** A user of the dataset with their room. */
export type RoomUser = User & { readonly room: DatasetRoom };

/** Creates the HTTP requests that users make besides messages. */
export function createCalls({ ports, rooms, password, photo }: SoakPlan) {
  const urls = ports.map((port) => `http://127.0.0.1:${port}`);
  const clients = urls.map(createClient);
  const client = () => randomElement(clients);
  const people: RoomUser[] = rooms.flatMap((room) => room.members.map((member) => ({ ...member, room })));
  const connections = Array.from({ length: CONNECTIONS }, (_, index) => {
    const person = randomElement(people);
    return { person, ...createTimedGet(ports[index % ports.length] ?? 0, person.token) };
  });
  const picture = Buffer.from(photo, 'base64');
  const posts: string[] = [];

  const page = (pathOf: (person: RoomUser) => string) => async () => {
    const { person, get } = randomElement(connections);
    return (await get(pathOf(person))).status === 200;
  };
  const logIn = (attempted: string, expected: number) => async () => {
    const { username } = randomElement(people);
    const { status } = await client()('POST /auth/login', { body: { username, password: attempted } });
    return status === expected || status === 429;
  };

  const calls: Partial<Record<SoakAction, Call>> = {
    'feed pages': page(() => '/feed/?limit=10'),
    'directory pages': page(() => '/users/list?sex=female'),
    'conversation pages': page(() => '/messages/conversations'),
    'history pages': page(({ room }) => `/groupchat/group-messages?group_id=${room.groupId}`),
    gifts: async () => {
      const { token, room, username } = randomElement(people);
      const to = randomElement(room.members.filter((member) => member.username !== username));
      const body = {
        group_id: room.groupId,
        recipient_username: to.username,
        gift_type: 'like',
        client_gift_id: randomUUID(),
      };
      return (await client()('POST /groupchat/groups/send-gift', { body }, { token })).status === 200;
    },
    likes: async () => {
      if (posts.length === 0) return true;
      const { token } = randomElement(people);
      return (
        (await client()('POST /media/like', { body: { media_id: randomElement(posts) } }, { token }))
          .status === 200
      );
    },
    photos: async () => {
      const file = Buffer.concat([picture, randomBytes(16)]);
      const { status, media_id: post } = await sendUpload(randomElement(urls), randomElement(people), {
        file,
        to: '/upload',
      });
      if (post !== undefined) posts.push(post);
      return status === 201;
    },
    'wrong logins': logIn('not the right one', 401),
    logins: logIn(password, 200),
  };
  return { calls, close: () => connections.forEach((connection) => connection.close()) };
}
