import { displayedName } from '@adda/contract/accounts';
import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { api } from '../../platform/api.ts';
import { toast } from '../../ui/toast-store.ts';
import { refetchWallet } from '../wallet/index.ts';
import type { GiftChoices } from './gift-checks.ts';

/**
 * Returns an id that stays the same for the same selection: a retry after a lost response does not give the gift twice
 * (R-03).
 */
function useGiftId() {
  const last = useRef({ choices: '', id: '' });
  return ({ recipient, gift }: GiftChoices): string => {
    const choices = `${gift} ${recipient}`;
    if (last.current.choices !== choices) last.current = { choices, id: crypto.randomUUID() };
    return last.current.id;
  };
}

/** Returns the server's text for a refusal; the text of a server error has no meaning for users (GI-14 to GI-18). */
const refusalText = ({ status, detail }: ApiError): string =>
  status < 500 && detail !== '' ? detail : t`Failed to send gift`;

/** Whether the server refused a gift; otherwise it was unreachable. */
export const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && !error.isUnreachable;

/** Gives a gift (GI-11). A refusal is shown in a toast, as in the room. */
export function useSendGift(groupId: string) {
  const client = useQueryClient();
  const idOf = useGiftId();
  return useMutation({
    mutationFn: (choices: GiftChoices) =>
      api('POST /groupchat/groups/send-gift', {
        body: {
          group_id: groupId,
          recipient_username: choices.recipient,
          gift_type: choices.gift,
          client_gift_id: idOf(choices),
        },
        landing: '/error',
      }),
    onSuccess: ({ gift_emoji: emoji, gift_description: gift, recipient }) => {
      const name = displayedName(recipient);
      toast.success(t`Sent ${gift} ${emoji} to ${name}`);
    },
    onError: (error) => {
      if (isRefusal(error)) toast.problem(refusalText(error));
    },
    onSettled: () => void refetchWallet(client),
  });
}
