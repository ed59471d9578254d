import type { AuditEntry } from '@adda/contract/operations';
import { t } from '@lingui/core/macro';
import { fullTime } from '../../../ui/time-format.ts';
import { coinsText } from '../frame/coin-labels.ts';

type Sentence = (entry: { actor: string; whom: string; details: AuditEntry['details'] }) => string;

const text = (value: AuditEntry['details'][string] | undefined): string => String(value ?? '');

const aboutPeople: Readonly<Record<string, Sentence>> = {
  user_read: ({ actor, whom }) => t`${actor} looked at ${whom}’s account`,
  user_warned: ({ actor, whom }) => t`${actor} warned ${whom}`,
  user_suspended: ({ actor, whom, details }) =>
    details.until
      ? t`${actor} suspended ${whom} until ${fullTime(text(details.until))}`
      : t`${actor} suspended ${whom} for good`,
  user_unsuspended: ({ actor, whom }) => t`${actor} let ${whom} in again`,
  suspension_expired: ({ whom }) => t`The suspension of ${whom} ended by itself`,
  content_removed: ({ actor, whom }) => t`${actor} removed something of ${whom}`,
  admin_granted: ({ actor, whom }) => t`${actor} made ${whom} an administrator`,
  admin_revoked: ({ actor, whom }) => t`${actor} ended that ${whom} is an administrator`,
  appeal_made: ({ actor }) => t`${actor} asked for another look at a decision`,
  appeal_upheld: ({ actor, whom }) => t`${actor} upheld a decision against ${whom}`,
  appeal_reversed: ({ actor, whom }) => t`${actor} took back a decision against ${whom}`,
  evasion_confirmed: ({ actor, whom }) => t`${actor} confirmed a hint about ${whom}`,
  evasion_dismissed: ({ actor, whom }) => t`${actor} dismissed a hint about ${whom}`,
  bonus_proposed: ({ actor, whom, details }) =>
    t`${actor} started a bonus of ${coinsText(Number(details.coins))} for ${whom}`,
  bonus_refused: ({ actor, whom, details }) =>
    t`${actor} refused a bonus of ${coinsText(Number(details.coins))} for ${whom}`,
  referral_approved: ({ actor, whom }) => t`${actor} approved a reward for a friend of ${whom}`,
  referral_refused: ({ actor, whom }) => t`${actor} refused a reward for a friend of ${whom}`,
  wallet_bonus: ({ actor, whom, details }) => t`${actor} gave ${whom} ${coinsText(Number(details.coins))}`,
};

const inRooms: Readonly<Record<string, Sentence>> = {
  room_kick: ({ actor, whom, details }) => t`${actor} removed ${whom} from “${text(details.room)}”`,
  room_ban: ({ actor, whom, details }) => t`${actor} banned ${whom} from “${text(details.room)}”`,
  room_unban: ({ actor, whom, details }) => t`${actor} let ${whom} into “${text(details.room)}” again`,
  room_grant: ({ actor, whom, details }) => t`${actor} gave ${whom} rights in “${text(details.room)}”`,
  room_revoke: ({ actor, whom, details }) => t`${actor} took rights from ${whom} in “${text(details.room)}”`,
  room_settings: ({ actor, details }) => t`${actor} changed the settings of “${text(details.room)}”`,
  room_timeout: ({ actor, whom, details }) =>
    Number(details.minutes) > 0
      ? t`${actor} timed ${whom} out in “${text(details.room)}”`
      : t`${actor} ended the timeout of ${whom} in “${text(details.room)}”`,
  room_pin: ({ actor, details }) => t`${actor} pinned a message in “${text(details.room)}”`,
  room_unpin: ({ actor, details }) => t`${actor} unpinned a message in “${text(details.room)}”`,
  room_delete: ({ actor, details }) => t`${actor} deleted the room “${text(details.room)}”`,
  room_delete_messages: ({ actor, details }) => t`${actor} deleted messages in “${text(details.room)}”`,
  room_read: ({ actor, details }) => t`${actor} read “${text(details.room)}” from outside`,
  room_delete_all: ({ actor, details }) => t`${actor} deleted all messages in “${text(details.room)}”`,
};

const aboutThings: Readonly<Record<string, Sentence>> = {
  report_read: ({ actor }) => t`${actor} read a report`,
  report_reviewing: ({ actor }) => t`${actor} took a report`,
  report_given_back: ({ actor }) => t`${actor} gave a report back`,
  report_resolved: ({ actor }) => t`${actor} decided a report`,
  report_dismissed: ({ actor }) => t`${actor} dismissed a report`,
  post_removed: ({ actor }) => t`${actor} removed a post`,
  media_delete: ({ actor }) => t`${actor} deleted a post`,
  comment_delete: ({ actor, details }) => t`${actor} deleted a comment of ${text(details.author)}`,
  payout_read: ({ actor }) => t`${actor} looked at a payee’s account`,
  payout_first_approved: ({ actor }) => t`${actor} approved a payout that needs another approval`,
  payout_approved: ({ actor }) => t`${actor} approved a payout`,
  payout_paid: ({ actor }) => t`${actor} marked a payout as paid`,
  payout_rejected: ({ actor }) => t`${actor} rejected a payout`,
  'ad.add': ({ actor }) => t`${actor} added an ad`,
  'ad.change': ({ actor }) => t`${actor} changed an ad`,
  'ad.end': ({ actor }) => t`${actor} ended an ad`,
  announcement_add: ({ actor }) => t`${actor} made an announcement`,
  announcement_end: ({ actor }) => t`${actor} ended an announcement`,
  safety_changed: ({ actor }) => t`${actor} set the limits of new accounts`,
  word_added: ({ actor, details }) => t`${actor} put “${text(details.word)}” on the word list`,
  word_removed: ({ actor, details }) => t`${actor} took “${text(details.word)}” off the word list`,
  upload_hash_added: ({ actor }) => t`${actor} kept a file out`,
  upload_hash_removed: ({ actor }) => t`${actor} allowed a file again`,
};

const sentences = new Map(Object.entries({ ...aboutPeople, ...inRooms, ...aboutThings }));

/** Actor of entries made without a logged-in user, on the wire. */
const COMMAND = 'command';

/** Returns the target without its kind: 'ann' of `user:ann`. */
const targetName = (target: string): string => target.slice(target.indexOf(':') + 1);

/** Returns the actor's label. */
const actorName = (actor: string): string => (actor === COMMAND ? t`The server` : actor);

/** Returns a sentence for an entry; unknown actions are shown by their wire names. */
export function auditSentence({ actor: rawActor, action, target, details }: AuditEntry): string {
  const actor = actorName(rawActor);
  const sentence = sentences.get(action);
  return sentence
    ? sentence({ actor, whom: targetName(target), details })
    : t`${actor}: ${action} of ${target}`;
}
