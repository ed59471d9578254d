import type { WhoMayWrite } from '@adda/contract/accounts';
import type { Client } from '../test/client.ts';
import { CAST } from './cast.ts';
import { expectDone } from './expect-done.ts';
import type { Person } from './talk.ts';

/** The settings, by index of the user. */
const CHOICES: readonly (readonly [index: number, choice: WhoMayWrite])[] = [
  [CAST.knownOnly, 'known'],
  [CAST.closed, 'nobody'],
];

/** Returns whether everybody may begin a private chat with the n-th user. */
export const isOpenToAll = (n: number): boolean => CHOICES.every(([index]) => index !== n);

/** Lets some users choose who may begin a private chat with them (MR-03). */
export async function chooseWhoMayWrite(client: Client, people: readonly Person[]): Promise<void> {
  for (const [index, choice] of CHOICES) {
    const person = people[index];
    if (!person) continue;
    const body = { who_may_write: choice };
    expectDone(await client('PATCH /users/settings', { body }, person));
  }
}
