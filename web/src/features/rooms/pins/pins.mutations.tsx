import { t } from '@lingui/core/macro';
import type { Group, Pin as PinnedMessage } from '@adda/contract/rooms';
import type { QueryClient } from '@tanstack/react-query';
import { Pin, PinOff } from 'lucide-react';
import { api } from '../../../platform/api.ts';
import { failureText } from '../../../ui/failure-text.ts';
import { toast } from '../../../ui/toast-store.ts';
import { withReadableTimes } from '../../../ui/until-text.ts';
import type { ChatMessage, MessageAction } from '../../messages/index.ts';
import { may } from '../room-rights.ts';
import { pinsKey } from './pins.queries.ts';

/** Pins a message, or unpins it with `on: false`, and shows the result (GR-04). */
export async function changePin(
  client: QueryClient,
  groupId: string,
  { messageId, on }: { messageId: string; on: boolean },
): Promise<void> {
  const call = { params: { id: groupId, message_id: messageId }, landing: '/error' } as const;
  try {
    if (on) await api('POST /groupchat/groups/:id/pins/:message_id', call);
    else await api('DELETE /groupchat/groups/:id/pins/:message_id', call);
    toast.success(on ? t`Message pinned` : t`Message unpinned`);
  } catch (error) {
    toast.problem(withReadableTimes(failureText(error)));
  }
  await client.invalidateQueries({ queryKey: pinsKey(groupId) });
}

/** Whether the user may pin in a room now. */
export const mayPin = (group: Group): boolean => may(group, 'pin') && group.timeout_until === null;

/** Returns 'Pin' or 'Unpin' for the menu of a message; nothing for whispers and for who may not pin. */
export function pinEntries(client: QueryClient, group: Group, message: ChatMessage): MessageAction[] {
  const { group_id: groupId } = group;
  const { _id: messageId } = message;
  if (!mayPin(group) || message.is_private === true) return [];
  const pins = client.getQueryData<readonly PinnedMessage[]>(pinsKey(groupId)) ?? [];
  const isPinned = pins.some((pin) => pin.message._id === messageId);
  return [
    {
      id: 'pin',
      label: isPinned ? t`Unpin` : t`Pin`,
      icon: isPinned ? <PinOff className="size-4" /> : <Pin className="size-4" />,
      run: () => void changePin(client, groupId, { messageId, on: !isPinned }),
    },
  ];
}
