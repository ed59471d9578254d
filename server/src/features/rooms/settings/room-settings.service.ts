import type { ChangeGroupInput } from '@adda/contract/rooms';
import type { Database, Tx } from '../../../platform/database/index.ts';
import type { Actor } from '../../../platform/http/handler.ts';
import type { WordFilter } from '../../safety/index.ts';
import type { MembershipEvents } from '../members/membership.events.ts';
import { recordDeed } from '../moderation/room-audit.service.ts';
import { lockAllowed, requireAction } from '../moderation/target-command.service.ts';
import { requireRoom } from '../rooms.policy.ts';
import { findRoom } from '../rooms.repository.ts';
import type { Room, RoomSettings } from '../rooms.types.ts';
import type { RoomPictures } from './room-pictures.service.ts';
import { clearPicturesOf, listMemberIds, storeSettings } from './room-settings.repository.ts';

type Deps = {
  readonly database: Database;
  readonly events: Pick<MembershipEvents, 'updated'>;
  readonly pictures: RoomPictures;
  readonly wordFilter: Pick<WordFilter, 'check' | 'report'>;
};

const FIELDS = [
  'name',
  'description',
  'topic',
  'rules',
  'picture',
  'slow_mode_s',
  'visibility',
  'category',
  'languages',
] as const satisfies readonly (keyof RoomSettings)[];

/** Returns the settings of a room; nothing else of it. */
const settingsOf = ({ group }: Room): RoomSettings => ({
  name: group.name,
  description: group.description,
  topic: group.topic,
  rules: group.rules,
  picture: group.picture,
  slow_mode_s: group.slow_mode_s,
  visibility: group.visibility,
  category: group.category,
  languages: group.languages,
});

type ChangedRoom = { readonly conversationId: number; readonly groupId: string };

/** Changing the settings of rooms (GR-01). */
export type RoomSettingsService = ReturnType<typeof createRoomSettings>;

/** Creates the command that changes a room, and the removal of the pictures of a deleted account. */
export function createRoomSettings({ database, events, pictures, wordFilter }: Deps) {
  async function publish(tx: Tx, room: ChangedRoom, settings: RoomSettings, actorId?: number): Promise<void> {
    const userIds = new Set(await listMemberIds(tx, room.conversationId));
    if (actorId !== undefined) userIds.add(actorId);
    const payload = { group_id: room.groupId, ...settings };
    events.updated(tx, payload, [...userIds]);
  }

  /** Stores what differs from the current settings, with the entries in the room's log and in the audit. */
  async function apply(tx: Tx, actor: Actor, groupId: string, given: Partial<RoomSettings>): Promise<void> {
    const room = await lockAllowed(tx, actor, groupId, 'change_settings');
    const before = settingsOf(room);
    const after = { ...before, ...given };
    const changed = FIELDS.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
    if (changed.length === 0) return;
    await storeSettings(tx, room.conversationId, after);
    if (changed.includes('picture')) await pictures.remove(tx, before.picture);
    const details = { fields: changed.join(', ') };
    await recordDeed(tx, actor, 'room_settings', { room, details });
    await publish(tx, { conversationId: room.conversationId, groupId }, after, actor.userId);
  }

  return {
    /**
     * Changes the given settings of a room in one transaction (GR-01). Throws `not_authorized`, `group_not_found`,
     * `invalid_group_id`, `group_name_taken`, `words_refused`, `room_picture_not_found` and the codes of picture uploads.
     */
    async change(actor: Actor, groupId: string, input: ChangeGroupInput): Promise<void> {
      // Before the picture is stored: others must not store any.
      requireAction(
        await requireRoom(groupId, () => findRoom(database.db, groupId, actor.userId)),
        'change_settings',
      );
      const { picture_id: pictureId, ...fields } = input;
      const flagged = wordFilter.check(fields.name, fields.description, fields.topic, fields.rules);
      await pictures.withPicture(actor.userId, pictureId, (picture) =>
        database.transaction((tx) => apply(tx, actor, groupId, given({ ...fields, picture }))),
      );
      wordFilter.report({ userId: actor.userId, words: flagged, groupId });
    },

    /** Removes the pictures that a user uploaded, in the transaction that deletes the account (SV-13). */
    async deleting(tx: Tx, userId: number): Promise<void> {
      for (const { conversationId, groupId, picture, isPrivate, ...rest } of await clearPicturesOf(
        tx,
        userId,
      )) {
        await pictures.remove(tx, picture);
        const visibility = isPrivate ? 'private' : 'public';
        await publish(tx, { conversationId, groupId }, { ...rest, visibility, picture: null });
      }
    },
  };
}

/** Returns the fields that are not undefined. */
function given(fields: {
  readonly [Key in keyof RoomSettings]?: RoomSettings[Key] | undefined;
}): Partial<RoomSettings> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
