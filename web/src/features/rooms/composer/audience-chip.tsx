import { displayedName, GUEST_PREFIX } from '@adda/contract/accounts';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { LockKeyhole, Users } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { emptyDraft, type Audience, type ComposerProps, type Draft } from '../../messages/index.ts';
import { cachedMember } from '../members/cached-member.ts';
import { membersOf, roomMembers } from '../members/members.queries.ts';

/** A draft that waits for an answer, or that could not be sent after it. */
export type Question = { readonly draft: Draft; readonly problem?: string | undefined };

/** What the chip shows, and what its question needs to send the draft. */
export type AudienceView = ComposerProps & {
  readonly groupId: string;
  /** The recipients of a whisper; empty for a message to all. */
  readonly hearers: readonly string[];
  /** The names at the beginning of the text, if they leave a choice. */
  readonly names: readonly string[];
  /** Switches between a whisper and a message to all. */
  readonly onSwitch: () => void;
  /** The draft names users who may be no members; undefined if there is nothing to ask. */
  readonly question: Question | undefined;
  readonly onQuestion: (question: Question | undefined) => void;
};

/** A slower lookup counts as failed, in ms. */
const PATIENCE_MS = 4000;

/** Whether no member has a typed name. False if that can't be found out: the server then refuses the whisper. */
async function isAbsent(client: QueryClient, groupId: string, name: string): Promise<boolean> {
  const tooLate = new Promise<undefined>((resolve) => {
    setTimeout(resolve, PATIENCE_MS);
  });
  const lookUp = client.fetchInfiniteQuery(roomMembers(groupId, name)).catch(() => undefined);
  const found = await Promise.race([lookUp, tooLate]);
  if (!found) return false;
  const members = membersOf(found);
  const areAllLoaded = members.length >= (found.pages.at(-1)?.total_count ?? 0);
  const isHere = members.some(({ username }) => username === name || displayedName(username) === name);
  return areAllLoaded && !isHere;
}

/** Whether a whisper names a user who may not be a member. Offline, members cannot be looked up. */
export const mustLookUp = (client: QueryClient, { groupId, names, isConnected }: AudienceView): boolean =>
  isConnected &&
  !names.every((name) =>
    [name, `${GUEST_PREFIX}-${name}`].some((username) => cachedMember(client, groupId, username)),
  );

/** Looks up the names of a whisper, and sends it or asks about those that belong to no member (MN-02). */
function AskForAll({ groupId, names, draft, onDraft, onSend, onTypingStopped, onQuestion }: AudienceView) {
  const client = useQueryClient();
  const [absent, setAbsent] = useState<readonly string[]>([]);
  const send = (audience: Audience) => {
    const problem = onSend?.({ ...draft, audience });
    onQuestion(problem === undefined ? undefined : { draft, problem });
    if (problem !== undefined) return;
    onTypingStopped();
    onDraft(emptyDraft);
  };
  const lookUp = useEffectEvent(() => Promise.all(names.map((name) => isAbsent(client, groupId, name))));
  const onFound = useEffectEvent((answers: readonly boolean[]) => {
    const found = names.filter((_name, index) => answers[index]);
    if (found.length === 0) send('whisper');
    else setAbsent(found);
  });
  useEffect(() => {
    let isOver = false;
    void lookUp().then((answers) => isOver || onFound(answers));
    return () => {
      isOver = true;
    };
  }, []);
  const people = absent.join(', ');
  return (
    absent.length > 0 && (
      <ConfirmDialog
        isOpen
        title={
          <Plural
            value={absent.length}
            one={<Trans>{people} is not here. Say it to everybody?</Trans>}
            other={<Trans>{people} are not here. Say it to everybody?</Trans>}
          />
        }
        confirmLabel={<Trans>Say it to everybody</Trans>}
        onConfirm={() => send('room')}
        onCancel={() => onQuestion(undefined)}
      />
    )
  );
}

const look =
  'absolute end-0 bottom-full mb-2.5 flex h-6 max-w-[70%] items-center gap-1 rounded-full border px-2.5 text-xs font-semibold';

/**
 * Shows who will hear the message, at the end of the line above the input. A button where names at the beginning leave a
 * choice; a reply to a whisper and an edit leave none.
 */
export function AudienceChip(props: AudienceView) {
  const { draft, mode, names, hearers, onSwitch, question } = props;
  const { t } = useLingui();
  const people = hearers.map(displayedName).join(', ');
  const { image, video } = draft.attachments;
  const isWhisper = hearers.length > 0;
  const isShown =
    mode?.kind === 'edit' || isWhisper || draft.text !== '' || image !== undefined || video !== undefined;
  const mayChoose = isShown && names.length > 0;
  const label = isWhisper ? t`Only you and ${people}` : t`Everybody`;
  // A plain message needs no announcement; from the first name on, each change does.
  const [isSaid, setSaid] = useState(false);
  const mustBeSaid = isShown && (isSaid || isWhisper || mayChoose);
  if (isSaid !== mustBeSaid) setSaid(mustBeSaid);
  const classes = classNames(
    look,
    isWhisper ? 'border-dashed border-rani bg-rani-wash text-rani-ink' : 'border-line bg-surface text-mute',
  );
  const content = (
    <>
      {isWhisper ? (
        <LockKeyhole aria-hidden="true" className="size-3.5 shrink-0" />
      ) : (
        <Users aria-hidden="true" className="size-3.5 shrink-0" />
      )}
      <span className="min-w-0 truncate">{label}</span>
    </>
  );
  return (
    <>
      <VisuallyHidden>
        <span role="status">{mustBeSaid && label}</span>
      </VisuallyHidden>
      {mayChoose && (
        <button
          type="button"
          aria-keyshortcuts="Alt+W"
          title={t`Switch (Alt+W)`}
          // For touch the target reaches above the chip.
          className={classNames(
            classes,
            'hover:bg-raised pointer-coarse:after:absolute pointer-coarse:after:inset-x-0 pointer-coarse:after:bottom-0 pointer-coarse:after:h-11',
          )}
          onClick={onSwitch}
        >
          {content}
        </button>
      )}
      {isShown && !mayChoose && <p className={classes}>{content}</p>}
      {question && question.problem === undefined && <AskForAll {...props} />}
    </>
  );
}
