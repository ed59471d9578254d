import { displayedName } from '@adda/contract/accounts';
import type { QueryClient } from '@tanstack/react-query';
import { cachedMember } from '../members/cached-member.ts';
import { whisperNames } from './whisper.ts';

/**
 * The name at the start of a whisper to a user: guests by their displayed name, unless a member has that as their real
 * name.
 */
export function whisperName(client: QueryClient, groupId: string, username: string): string {
  const shown = displayedName(username);
  return shown !== username && cachedMember(client, groupId, shown) ? username : shown;
}

/** Returns the text with `@name ` in front, once (GC-03, GC-57). */
export function startWhisper(text: string, name: string): string {
  return whisperNames(text).includes(name.toLowerCase()) ? text : `@${name} ${text.trimStart()}`;
}
