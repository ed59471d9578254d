import * as z from 'zod/mini';
import { activityKind } from './activity.schemas.ts';

/** A kind that can be switched on and off: of activity, or private messages. */
const notifiedKind = z.enum([...activityKind.options, 'message']);

const isTimeZone = (name: string): boolean => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
};

/** How a kind of activity is told (NT-03). `in_app: false`: it is neither listed nor counted. */
const notificationWays = z.object({ in_app: z.boolean(), push: z.boolean(), email: z.boolean() });

/** What is told, and how: every kind of activity, and private messages (`message`), which have no item of their own. */
export const notificationSettings = z.record(notifiedKind, notificationWays);

/** The ways of some kinds; absent kinds and ways stay as they are (NT-03). */
export const notificationSettingsInput = z.partialRecord(
  notifiedKind,
  z.strictObject({
    in_app: z.optional(z.boolean()),
    push: z.optional(z.boolean()),
    email: z.optional(z.boolean()),
  }),
);

const timeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Use a time such as 22:30.'));

/** The hours in which nothing is pushed, each day, also over midnight; `time_zone` is an IANA name (NT-03). */
export const quietHours = z.strictObject({
  from: timeOfDay,
  to: timeOfDay,
  time_zone: z.string().check(z.maxLength(64), z.refine(isTimeZone, 'Choose a time zone.')),
});

/** What a pushed notification shows: the words, only the name, or neither (PN-03). */
export const notificationPreview = z.enum(['full', 'name', 'none']);

export type NotificationSettings = z.output<typeof notificationSettings>;
export type NotificationSettingsInput = z.output<typeof notificationSettingsInput>;
export type QuietHours = z.output<typeof quietHours>;
export type NotificationPreview = z.output<typeof notificationPreview>;
export type NotifiedKind = z.output<typeof notifiedKind>;

/** Kinds that are pushed until the user chooses otherwise (NT-03). */
const PUSHED_AT_FIRST: ReadonlySet<NotifiedKind> = new Set(['message', 'mention', 'reply', 'gift']);

/** Ways that users cannot change: a login is always listed, and its mail is sent at once (ID-05). */
export const FIXED_WAYS: NotificationSettingsInput = { security: { in_app: true, email: false } };

/** Returns the ways of every kind: what the user chose, otherwise how it is at first (NT-03). */
export function notificationWaysOf(chosen: NotificationSettingsInput): NotificationSettings {
  const ways = notifiedKind.options.map((kind) => {
    const atFirst = { in_app: true, push: PUSHED_AT_FIRST.has(kind), email: false };
    return [kind, { ...atFirst, ...chosen[kind], ...FIXED_WAYS[kind] }] as const;
  });
  return Object.fromEntries(ways) as NotificationSettings;
}

/** The change after which nothing is told by e-mail (NT-05). */
export const withoutMails = (): NotificationSettingsInput =>
  Object.fromEntries(notifiedKind.options.map((kind) => [kind, { email: false }]));

/** Returns what the user chose after a change of some kinds. */
export function mergeNotificationSettings(
  chosen: NotificationSettingsInput,
  changes: NotificationSettingsInput,
): NotificationSettingsInput {
  const changed = Object.entries(changes).map(([kind, ways]) => [
    kind,
    { ...chosen[kind as NotifiedKind], ...ways },
  ]);
  return { ...chosen, ...Object.fromEntries(changed) };
}
