import { expect, it } from 'vitest';
import { canonicalEmail } from './origins.service.ts';

it.each([
  ['Ann@Example.org', 'ann@example.org'],
  ['ann+one@example.org', 'ann@example.org'],
  ['ann+one+two@example.org', 'ann@example.org'],
  ['a.n.n@example.org', 'a.n.n@example.org'],
  ['A.N.N+x@gmail.com', 'ann@gmail.com'],
  ['a.nn@googlemail.com', 'ann@gmail.com'],
  ['ann@mail.gmail.com.example', 'ann@mail.gmail.com.example'],
])('SV-96: %s is the mailbox %s', (alias, mailbox) => {
  expect(canonicalEmail(alias)).toBe(mailbox);
});

it.each([
  ['ann@example.org', 'bob@example.org'],
  ['ann@example.org', 'ann@example.com'],
  ['a.nn@example.org', 'ann@example.org'],
])('SV-96: %s and %s are different mailboxes', (one, other) => {
  expect(canonicalEmail(one)).not.toBe(canonicalEmail(other));
});
