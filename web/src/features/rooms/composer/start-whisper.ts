import { shownName } from '@adda/contract/accounts';
import type { QueryClient } from '@tanstack/react-query';
import { heldMember } from '../members/held-member.ts';
import { whisperNames } from './whisper.ts';

/**
 * The name that a whisper to somebody begins with: guests go by the name that people see, unless a member is known
 * whose real name that is.
 */
export function whisperName(client: QueryClient, groupId: string, username: string): string {
  const shown = shownName(username);
  return shown !== username && heldMember(client, groupId, shown) ? username : shown;
}

/** The text with `@name ` in front, once (GC-03, GC-57). */
export function startWhisper(text: string, name: string): string {
  return whisperNames(text).includes(name.toLowerCase()) ? text : `@${name} ${text.trimStart()}`;
}
