import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/index.ts';
import type { PersonalSection } from '../../platform/personal-data/index.ts';
import { messageIdOf, readWholeChat } from '../messages/index.ts';
import { nameFor } from '../relations/index.ts';

type Chat = { readonly conversationId: number; readonly peer: string | null };

async function findNextChat(db: Queryable, me: number, behind: number): Promise<Chat | undefined> {
  const { rows } = await sql<Chat>`
    SELECT pair.conversation_id AS "conversationId",
      ${nameFor(me, sql`CASE pair.low_id WHEN ${me} THEN pair.high_id ELSE pair.low_id END`)} AS peer
    FROM direct_conversations pair
    WHERE (pair.low_id = ${me} OR pair.high_id = ${me}) AND pair.conversation_id > ${behind}
    ORDER BY pair.conversation_id LIMIT 1`.execute(db);
  return rows[0];
}

async function* readChats(db: Queryable, me: number): AsyncGenerator<object> {
  let chat = await findNextChat(db, me, 0);
  for (; chat; chat = await findNextChat(db, me, chat.conversationId)) {
    const { conversationId, peer } = chat;
    for await (const message of readWholeChat(db, { conversationId, viewerId: me })) {
      const { sequence, sender, content, image, youtubeUrl, createdAt } = message;
      yield {
        message_id: messageIdOf(conversationId, sequence),
        with: peer,
        from: sender,
        content,
        // The export contains only the user's own pictures.
        image: image && message.senderId === me ? `images/${image.id}.webp` : null,
        has_image: image !== null,
        youtube_url: youtubeUrl,
        created_at: new Date(createdAt).toISOString(),
      };
    }
  }
}

/** Personal data of this feature. */
export const directSections: readonly PersonalSection[] = [
  { name: 'private_messages', about: 'Your private chats, as you see them.', rows: readChats },
];
