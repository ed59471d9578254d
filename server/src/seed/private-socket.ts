import { privateSocket, type PrivateOutgoing } from '@adda/contract/direct';
import { io, type Socket } from 'socket.io-client';
import { pictureUrlOf } from './picture-source.ts';
import type { PictureName } from './picture-names.ts';
import type { Person } from './talk.ts';

/** A private message. */
type PrivateLine = { readonly says: string; readonly picture?: PictureName };

/** Connects a user to the private socket while `work` runs. */
export async function withSocket(
  url: string,
  { username, token }: Person,
  work: (socket: Socket) => Promise<void>,
): Promise<void> {
  const query = { token, self: username };
  const socket = io(url, { path: privateSocket.path, transports: ['websocket'], forceNew: true, query });
  try {
    await work(socket);
  } finally {
    socket.close();
  }
}

/**
 * Sends a private message and waits for its confirmation; rejects with the server's error. A message with an `id` of an
 * earlier run is only confirmed.
 */
export async function say(socket: Socket, to: Person, line: PrivateLine, id: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const settle = (confirmation: PrivateOutgoing['message_confirmation']) => {
    if (confirmation.clientMessageId === id) resolve();
  };
  const refuse = ({ detail }: PrivateOutgoing['error']) => reject(new Error(`“${line.says}”: ${detail}`));
  socket.on('message_confirmation', settle).on('error', refuse).on('connect_error', reject);
  socket.emit('message', {
    recipient: to.username,
    content: line.says,
    clientMessageId: id,
    ...(line.picture && { image_url: pictureUrlOf(line.picture) }),
  });
  try {
    await promise;
  } finally {
    socket.off('message_confirmation', settle).off('error', refuse).off('connect_error', reject);
  }
}
