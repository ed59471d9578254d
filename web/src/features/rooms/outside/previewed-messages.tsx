import { PREVIEW_MESSAGES, type Group } from '@adda/contract/rooms';
import { Trans } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Image, MessageCircle, Mic } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { ApiError } from '../../../platform/api-error.ts';
import { ChatSkeleton } from '../../../ui/skeletons.tsx';
import { EmptyState, ErrorState } from '../../../ui/view-states.tsx';
import { ReadOnlyMessages, type ChatMessage } from '../../messages/index.ts';
import { roomConversation } from '../messages/room-conversation.ts';
import { roomKeys } from '../rooms.queries.ts';
import { roomPreview } from './room-preview.queries.ts';

/** Codes that say that the room is another one than a moment ago: it is read again. */
const CHANGED: readonly string[] = ['group_not_found', 'banned_from_group'];

/** The preview of a room; when it is gone or its reader banned, the room is read again and says so. */
export function useRoomPreview(groupId: string) {
  const client = useQueryClient();
  const query = useQuery(roomPreview(groupId));
  const { error } = query;
  useEffect(() => {
    if (error instanceof ApiError && CHANGED.includes(error.code))
      void client.invalidateQueries({ queryKey: roomKeys.room(groupId) });
  }, [client, error, groupId]);
  return query;
}

function FileNote({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <p className="flex items-center gap-2 rounded-[.9rem] border border-dashed border-current/40 px-3 py-2 text-sm">
      {icon}
      {children}
    </p>
  );
}

/** Names the file of a message, which only members may open; null for a message without one. */
function filesOf({ image_width: width, audio_duration_ms: duration }: ChatMessage): ReactNode {
  if (width) {
    return (
      <FileNote icon={<Image aria-hidden="true" className="size-4 shrink-0" />}>
        <Trans>A photo, for members</Trans>
      </FileNote>
    );
  }
  if (!duration) return null;
  return (
    <FileNote icon={<Mic aria-hidden="true" className="size-4 shrink-0" />}>
      <Trans>A voice message, for members</Trans>
    </FileNote>
  );
}

const empty = (
  <EmptyState
    icon={<MessageCircle className="size-7" />}
    title={<Trans>It's quiet here</Trans>}
    text={<Trans>Nobody has said anything yet. Join and be the first!</Trans>}
  />
);

export type PreviewedMessagesProps = {
  group: Group;
  account: string;
  query: ReturnType<typeof useRoomPreview>;
};

/** The last messages of a room for users who are not in it, in every state (HM-06). */
export function PreviewedMessages({ group, account, query }: PreviewedMessagesProps) {
  const { data, error, isFetching, refetch } = query;
  if (data && data.messages.length > 0) {
    return (
      <ReadOnlyMessages
        conversation={roomConversation(group.group_id)}
        account={account}
        messages={data.messages}
        topNote={
          data.messages.length < PREVIEW_MESSAGES ? undefined : <Trans>Join to read what came before.</Trans>
        }
        filesOf={filesOf}
      />
    );
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region is reached by keyboard
    <div tabIndex={0} className="grid min-h-0 grow grid-cols-1 overflow-y-auto">
      {data && <div className="self-center">{empty}</div>}
      {!data && error && (
        <div className="self-center">
          <ErrorState
            text={error instanceof ApiError ? error.message : undefined}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        </div>
      )}
      {!data && !error && <ChatSkeleton />}
    </div>
  );
}
