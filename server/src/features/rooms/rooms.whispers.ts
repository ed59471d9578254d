import { GUEST_PREFIX } from '@adda/contract/accounts';

/** A private message: the names at its beginning, as typed but in lower case, and the words after them. */
export type Whisper = { readonly names: readonly string[]; readonly words: string };

/** One `@name` at the beginning with the space after it. */
const MENTION = /^@(\S*)\s+/;

/**
 * Reads the names that a message is for (GC-57, X-35). Undefined for a message to everybody. Any white space counts
 * as the space, and what stands in front is passed over: a message meant for one must never be shown to all.
 */
export function readWhisper(content: string): Whisper | undefined {
  const names: string[] = [];
  let words = content.trimStart();
  for (let mention = MENTION.exec(words); mention; mention = MENTION.exec(words)) {
    names.push((mention[1] ?? '').toLowerCase());
    words = words.slice(mention[0].length);
  }
  return names.length === 0 ? undefined : { names: [...new Set(names)], words };
}

/** The accounts that a typed name may mean: the name itself, or the guest who is shown under it. */
export function namesMeant(name: string): readonly string[] {
  return [name, `${GUEST_PREFIX}-${name}`];
}

/** Finds each name's member; a full name goes before a guest's shown one. Answers the first name that is nobody's. */
export function matchRecipients<Member extends { readonly username: string }>(
  names: readonly string[],
  members: readonly Member[],
): { recipients: Member[]; unknown: string | undefined } {
  const byName = new Map(members.map((member) => [member.username, member]));
  const recipients = new Set<Member>();
  for (const name of names) {
    const member = namesMeant(name).flatMap((meant) => byName.get(meant) ?? [])[0];
    if (!member) return { recipients: [], unknown: name };
    recipients.add(member);
  }
  return { recipients: [...recipients], unknown: undefined };
}
