/** A conversation as routes name it: a room by its id, a private chat by the other user. */
export type ConversationPlace = { readonly group_id: string } | { readonly recipient: string };

const CHAT_PATH = /^\/v1\/(group|chat)\/([^/]+)\/?$/;

/** Returns the conversation at an address of the app, with or without its origin; undefined for any other address. */
export function placeAt(address: string): ConversationPlace | undefined {
  const [, kind, name] = CHAT_PATH.exec(new URL(address, location.origin).pathname) ?? [];
  if (name === undefined) return undefined;
  return kind === 'group' ? { group_id: name } : { recipient: decodeURIComponent(name).toLowerCase() };
}

/** Identifies a conversation: the id of the room, or the name of the other user after an `@`. */
export const placeKey = (place: ConversationPlace): string =>
  'group_id' in place ? place.group_id : `@${place.recipient}`;

/** Returns the conversation that {@link placeKey} identifies. */
export const placeOfKey = (key: string): ConversationPlace =>
  key.startsWith('@') ? { recipient: key.slice(1) } : { group_id: key };

/** Returns the sequence of a message, which is the second part of its id. */
export function sequenceOf(messageId: string): number | undefined {
  const sequence = Number.parseInt(messageId.split('-')[1] ?? '', 36);
  return Number.isSafeInteger(sequence) && sequence > 0 ? sequence : undefined;
}
