import { Trans } from '@lingui/react/macro';
import { Button } from '../../../ui/button.tsx';
import { MembersList, type MembersListProps } from './members-list.tsx';
import { useRoomDialogs } from '../room-dialogs.tsx';
import { DeleteGroupButton, ManageButton } from './room-moderation-buttons.tsx';
import { RoomFacts } from './room-facts.tsx';
import { may } from '../room-rights.ts';

/** The facts of a room and the user's actions (GC-19 to GC-26, X-38). */
export function RoomInfo(props: MembersListProps) {
  const { group } = props;
  const { ask } = useRoomDialogs();
  return (
    <div className="mx-auto w-full max-w-190 px-4 py-4 sm:px-5">
      <RoomFacts group={group} />
      <div className="mt-3 flex flex-wrap gap-3">
        <ManageButton group={group} tone="primary" />
        {may(group, 'leave') && (
          <Button tone="quiet" onClick={() => ask('leave')}>
            <Trans>Leave Group</Trans>
          </Button>
        )}
        <DeleteGroupButton group={group} />
      </div>
      <h2 className="mt-6 text-lg">
        <Trans>Who's here</Trans>
      </h2>
      <div className="-mx-4 mt-2 rounded-card bg-surface">
        <MembersList {...props} />
      </div>
    </div>
  );
}
