import { Plural, Trans } from '@lingui/react/macro';
import type { Group } from '@adda/contract/rooms';
import { useNavigate } from '@tanstack/react-router';
import { Ban, ChevronDown } from 'lucide-react';
import { useKeepFocusOnPage } from '../../../ui/lost-focus.ts';
import { EmptyState } from '../../../ui/view-states.tsx';
import { RoomDialogsProvider } from '../room-dialogs-provider.tsx';
import { RoomAbout } from '../settings/room-about.tsx';
import { RoomFacts } from '../members/room-facts.tsx';
import { RoomHeader } from '../room-header.tsx';
import { JoinButton } from './join-button.tsx';
import { Faces, PeopleRail } from './people-here.tsx';
import { PreviewedMessages, useRoomPreview } from './previewed-messages.tsx';

/** Width and padding of the column of messages. */
const column = 'mx-auto w-full max-w-190 px-4 sm:px-5';

/** How many members are online. */
function HereNow({ online }: { online: number }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span aria-hidden="true" className="size-2.5 rounded-full bg-teal" />
      <Plural value={online} one="# here now" other="# here now" />
    </span>
  );
}

/** What the room is, folded: picture, rules, category, languages and the facts (GC-19 to GC-23, GR-01). */
function About({ group }: { group: Group }) {
  return (
    <details className="group/about text-sm">
      <summary className="inline-flex min-h-11 cursor-pointer list-none items-center gap-1 font-semibold text-rani-ink [&::-webkit-details-marker]:hidden">
        <Trans>About this room</Trans>
        <ChevronDown
          aria-hidden="true"
          className="size-4 transition-transform group-open/about:rotate-180 motion-reduce:transition-none"
        />
      </summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region is reached by keyboard */}
      <div tabIndex={0} className="max-h-[40dvh] overflow-y-auto pb-2 text-base">
        <RoomAbout group={group} hasTopic={false} />
        <RoomFacts group={group} />
      </div>
    </details>
  );
}

/** The panel above the messages: that the user is not a member, and what the room is about (GC-11, HM-06). */
function Panel({ group, preview }: { group: Group; preview: ReturnType<typeof useRoomPreview> }) {
  return (
    <section className="shrink-0 border-b border-line bg-surface pt-2.5">
      <div className={column}>
        <div className="flex items-start gap-3">
          <div className="min-w-0 grow">
            <h2 className="text-base">
              <Trans>Not a Member</Trans>
            </h2>
            <p className="text-sm text-mute">
              <Trans>You're not part of this group yet. Join to start chatting!</Trans>
            </p>
          </div>
          <Faces people={preview.data?.people ?? []} />
        </div>
        {group.topic !== '' && (
          <p dir="auto" className="mt-1.5 line-clamp-2 wrap-anywhere">
            {group.topic}
          </p>
        )}
        <About group={group} />
      </div>
    </section>
  );
}

export type NotAMemberProps = {
  group: Group;
  account: string;
  /** Called with true while the user joins, and with false when the open room can replace this view. */
  onJoining: (isJoining: boolean) => void;
};

/** The room as a user who may join it reads it (HM-06). */
function RoomToRead({ group, account, onJoining }: NotAMemberProps) {
  const preview = useRoomPreview(group.group_id);
  const online = preview.data?.online ?? 0;
  return (
    <div className="flex min-h-0 grow">
      <div className="flex min-h-0 min-w-0 grow flex-col">
        <RoomHeader group={group} line={online > 0 && <HereNow online={online} />} />
        <Panel group={group} preview={preview} />
        <PreviewedMessages group={group} account={account} query={preview} />
        {/* As high as the input and the line of typing users: on joining the last message stays where it is. */}
        <div className="mt-6 shrink-0 border-t border-line bg-surface py-1.5">
          <div className={column}>
            <JoinButton isWide groupId={group.group_id} onJoining={onJoining} />
          </div>
        </div>
      </div>
      <PeopleRail people={preview.data?.people ?? []} total={group.member_count} />
    </div>
  );
}

/**
 * The view of a room for non-members (GC-11 to GC-13, GC-25, HM-06): its last messages without actions, and the button to join at
 * the place of the input. Banned users see neither.
 */
export function NotAMember({ group, account, onJoining }: NotAMemberProps) {
  const navigate = useNavigate();
  useKeepFocusOnPage();
  return (
    <RoomDialogsProvider
      group={group}
      account={account}
      onGone={() => void navigate({ to: '/v1', replace: true, ignoreBlocker: true })}
    >
      {group.is_banned ? (
        <div className="flex min-h-0 grow flex-col">
          <RoomHeader group={group} />
          <div className="min-h-0 grow overflow-y-auto">
            <EmptyState
              icon={<Ban className="size-7" />}
              title={<Trans>You are banned from this group</Trans>}
              text={<Trans>The people who look after it can let you back in.</Trans>}
            />
          </div>
        </div>
      ) : (
        <RoomToRead group={group} account={account} onJoining={onJoining} />
      )}
    </RoomDialogsProvider>
  );
}
