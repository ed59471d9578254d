import { plural, t } from '@lingui/core/macro';
import { displayedName } from '@adda/contract/accounts';
import type { RoomLogEntry, RoomLogKind } from '@adda/contract/rooms';

type Names = { readonly by: string; readonly whom: string; readonly details: RoomLogEntry['details'] };
type Sentence = (names: Names) => string;

/** How long a timeout lasts: in minutes, or in the largest unit that fits. */
function durationText(minutes: number): string {
  if (minutes % 1440 === 0) return plural(minutes / 1440, { one: '# day', other: '# days' });
  if (minutes % 60 === 0) return plural(minutes / 60, { one: '# hour', other: '# hours' });
  return plural(minutes, { one: '# minute', other: '# minutes' });
}

function timeoutText({ by, whom, details }: Names): string {
  const minutes = Number(details['minutes']);
  if (minutes === 0) return t`${by} let ${whom} write again`;
  const duration = durationText(minutes);
  return t`${by} took the right to write from ${whom} for ${duration}`;
}

function deletionText({ by, details }: Names): string {
  const count = Number(details['messages']);
  if (details['message_ids'] === undefined) return t`${by} deleted all messages`;
  return plural(count, { one: `${by} deleted # message`, other: `${by} deleted # messages` });
}

const sentences: Readonly<Record<RoomLogKind, Sentence>> = {
  kick: ({ by, whom }) => t`${by} removed ${whom}`,
  ban: ({ by, whom }) => t`${by} banned ${whom}`,
  unban: ({ by, whom }) => t`${by} let ${whom} in again`,
  timeout: timeoutText,
  deletion: deletionText,
  grant: ({ by, whom }) => t`${by} gave rights to ${whom}`,
  revoke: ({ by, whom }) => t`${by} took rights from ${whom}`,
  settings: ({ by }) => t`${by} changed the settings of the room`,
  pin: ({ by }) => t`${by} pinned a message`,
  unpin: ({ by }) => t`${by} unpinned a message`,
  transfer: ({ by, whom }) => t`${by} gave the room to ${whom}`,
};

/** Returns the names of the settings that were changed, as the form shows them; '' for other kinds (GR-01). */
export function changedSettings({ kind, details }: RoomLogEntry): string {
  if (kind !== 'settings') return '';
  const names: Readonly<Record<string, string>> = {
    name: t`Room name`,
    description: t`Description`,
    topic: t`Topic`,
    rules: t`Rules`,
    picture: t`Picture`,
    slow_mode_s: t`Slow mode`,
    visibility: t`Visibility`,
    category: t`Category`,
    languages: t`Languages`,
  };
  return String(details['fields'] ?? '')
    .split(', ')
    .flatMap((field) => names[field] ?? [])
    .join(', ');
}

/** Returns what happened in plain words (GR-06). */
export function logSentence({ kind, by, username, details }: RoomLogEntry): string {
  return sentences[kind]({
    by: by === null ? t`Somebody who left Adda` : displayedName(by),
    whom: username === null ? t`somebody who left Adda` : displayedName(username),
    details,
  });
}
