import type { Mute, MuteInput } from '@adda/contract/messages';
import type { Database, Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { ConversationKinds, DraftPlace, Viewer } from '../conversation-kinds.service.ts';
import { listMutes, removeMute, writeMute, type NewMute } from './mutes.repository.ts';

/** Publishes the change to the main screens of a user, and recounts the unread messages, once the transaction has committed. */
export type MuteChanged = (tx: Tx, userId: number, mute: Mute) => void;

type Deps = {
  readonly database: Pick<Database, 'db' | 'transaction' | 'now'>;
  readonly kinds: ConversationKinds;
  readonly changed: MuteChanged;
};

/** The conversations that users have muted (GR-07). */
export type Mutes = ReturnType<typeof createMutes>;

/** Creates the command and the list. */
export function createMutes({ database, kinds, changed }: Deps) {
  return {
    /** Mutes a conversation or ends that; returns its state. Throws the errors of the route. */
    set: (viewer: Viewer, input: MuteInput): Promise<Mute> =>
      database.transaction(async (tx) => {
        const kind = kinds.named(input.group_id === undefined ? 'direct' : 'room');
        const id = input.group_id ?? input.recipient ?? '';
        const { target, where } = await kind.findDraftPlace(tx, viewer, id);
        if (!('conversationId' in target)) throw appError('nothing_to_mute');
        const until = input.until ? new Date(input.until) : null;
        if (until && until <= database.now()) throw appError('mute_until_past');
        const mentionsToo = input.muted && input.mentions_too;
        if (input.muted) await writeMute(tx, viewer.userId, target.conversationId, { until, mentionsToo });
        else await removeMute(tx, viewer.userId, target.conversationId);
        const mute = wireOf(where, input.muted ? { until, mentionsToo } : undefined);
        changed(tx, viewer.userId, mute);
        return mute;
      }),

    /** Returns the muted conversations of a user, without those where the user may not write now. */
    async list(viewer: Viewer): Promise<Mute[]> {
      const mutes = await listMutes(database.db, viewer.userId);
      const conversationIds = mutes.map(({ conversationId }) => conversationId);
      const where = new Map<number, DraftPlace['where']>();
      for (const kind of kinds.all())
        for (const place of await kind.listDraftPlaces(database.db, viewer, { conversationIds, peerIds: [] }))
          if ('conversationId' in place.target) where.set(place.target.conversationId, place.where);
      return mutes.flatMap((mute) => {
        const place = where.get(mute.conversationId);
        return place ? [wireOf(place, mute)] : [];
      });
    },
  };
}

/** Returns the wire form of a muted conversation, or without `mute` of one that is not muted. */
const wireOf = (where: DraftPlace['where'], mute: NewMute | undefined): Mute => ({
  ...where,
  is_muted: mute !== undefined,
  muted_until: mute?.until?.toISOString() ?? null,
  mentions_too: mute?.mentionsToo ?? false,
});
