import { videoUrlOf } from '@adda/contract/video';
import { groupSocket, type GroupOutgoing, type MessageConfirmation } from '@adda/contract/rooms';
import { io, type Socket } from 'socket.io-client';
import type { Client } from '../test/client.ts';
import { pictureUrlOf } from './picture-source.ts';
import type { ScriptedLine } from './script.ts';

/** A seeded user. */
export type Person = { readonly username: string; readonly token: string };

type Room = { readonly url: string; readonly client: Client; readonly groupId: string };

/**
 * Sends the lines in order over the speakers' own connections; lines of an earlier run are not repeated. Returns the ids of
 * the messages to pin.
 */
export async function talk(
  room: Room,
  people: readonly Person[],
  lines: Iterable<ScriptedLine>,
): Promise<string[]> {
  const pinned: string[] = [];
  const speakers = people.map((person) => ({ ...person, socket: connect(room, person) }));
  const speakerOf = ({ firstSpeaker }: ScriptedLine, role: number) => {
    const speaker = speakers[(firstSpeaker + role) % speakers.length];
    if (!speaker) throw new Error('A room needs at least one speaker.');
    return speaker;
  };
  try {
    for (const line of lines) {
      const speaker = speakerOf(line, line.by);
      const listener = line.to === undefined ? undefined : speakerOf(line, line.to);
      if (listener === speaker) continue; // too few members for a whisper
      const content = listener ? `@${listener.username} ${line.says}` : line.says;
      const { _id } = await say(speaker.socket, room.groupId, { ...line, says: content });
      if (line.isPinned) pinned.push(_id);
      if (!line.isTakenBack) continue;
      const { status } = await room.client(
        'POST /groupchat/delete_messages',
        { body: { group_id: room.groupId, message_ids: [_id] } },
        speaker,
      );
      if (status !== 200) throw new Error(`A message could not be deleted: ${status}.`);
    }
  } finally {
    for (const { socket } of speakers) socket.close();
  }
  return pinned;
}

function connect({ url, groupId }: Room, { username, token }: Person): Socket {
  return io(url, {
    path: groupSocket.path,
    transports: ['websocket'],
    forceNew: true,
    query: { token, group_id: groupId, self: username },
  });
}

/** Sends a message and waits for its confirmation; rejects with the server's error. */
async function say(socket: Socket, groupId: string, line: ScriptedLine): Promise<MessageConfirmation> {
  const { promise, resolve, reject } = Promise.withResolvers<MessageConfirmation>();
  const settle = (confirmation: MessageConfirmation) => {
    if (confirmation.clientMessageId === line.id) resolve(confirmation);
  };
  const refuse = ({ detail }: GroupOutgoing['error']) => reject(new Error(`“${line.says}”: ${detail}`));
  socket.on('message_confirmation', settle).on('error', refuse).on('connect_error', reject);
  socket.emit('group_message', {
    group_id: groupId,
    content: line.says,
    clientMessageId: line.id,
    ...(line.picture && { image_url: pictureUrlOf(line.picture) }),
    ...(line.video && { youtube_url: videoUrlOf(line.video) }),
  });
  try {
    return await promise;
  } finally {
    socket.off('message_confirmation', settle).off('error', refuse).off('connect_error', reject);
  }
}
