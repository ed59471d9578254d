import { expect, it } from 'vitest';
import { refuseDeleting } from './room-deletions.service.ts';

it.each([
  { allowed: ['read', 'delete_own'], isOwn: true, refusal: undefined },
  { allowed: ['read', 'delete_own'], isOwn: false, refusal: 'not_yours_to_delete' },
  { allowed: ['read', 'delete_own', 'delete_any'], isOwn: false, refusal: undefined },
  { allowed: ['read', 'delete_any'], isOwn: true, refusal: undefined },
  { allowed: ['read'], isOwn: true, refusal: 'not_yours_to_delete' },
] as const)('GM-22, Q-07: $allowed, own: $isOwn: $refusal', ({ allowed, isOwn, refusal }) => {
  expect(refuseDeleting(allowed, { isOwn, isWhisper: false })).toBe(refusal);
});

it.each([
  { isOwn: true, refusal: undefined },
  { isOwn: false, refusal: 'not_yours_to_delete' },
] as const)('X-35: a whisper, own: $isOwn, with every right: $refusal', ({ isOwn, refusal }) => {
  expect(refuseDeleting(['read', 'delete_own', 'delete_any'], { isOwn, isWhisper: true })).toBe(refusal);
});
