import { randomInt } from 'node:crypto';
import { GUEST_PREFIX, USERNAME_MAX } from '@adda/contract/accounts';
import { randomDigits } from './random-id.ts';

const WORDS = [
  'amber',
  'aurora',
  'breeze',
  'cedar',
  'cloud',
  'comet',
  'coral',
  'dune',
  'echo',
  'ember',
  'fern',
  'fjord',
  'glow',
  'harbor',
  'hazel',
  'indigo',
  'island',
  'jade',
  'lagoon',
  'lark',
  'linen',
  'maple',
  'meadow',
  'mint',
  'moss',
  'nova',
  'ocean',
  'olive',
  'opal',
  'orbit',
  'pearl',
  'pine',
  'prairie',
  'quartz',
  'raven',
  'river',
  'saffron',
  'sage',
  'shore',
  'sparrow',
  'summit',
  'tide',
  'topaz',
  'valley',
  'willow',
  'zephyr',
];
const SUFFIX_LENGTH = 4;
const WORD_MAX = USERNAME_MAX - GUEST_PREFIX.length - SUFFIX_LENGTH - 2;

function slugOf(displayName: string): string {
  const plain = displayName.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, WORD_MAX)
    .replace(/^-|-$/g, '');
}

/**
 * Returns a name for a guest account (SV-03, Q-09), for example `_guest-nova-x7k2`. It contains the display name if one
 * was given.
 */
export function makeGuestName(displayName: string | undefined): string {
  const word = slugOf(displayName ?? '') || WORDS[randomInt(WORDS.length)];
  return `${GUEST_PREFIX}-${word}-${randomDigits(SUFFIX_LENGTH)}`;
}
