import { displayedName } from '@adda/contract/accounts';
import { t } from '@lingui/core/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { lazyComponent, LazyComponent } from '../../ui/lazy-component.tsx';
import { toast } from '../../ui/toast-store.ts';
import { blockProblem } from './block-labels.ts';
import { blockCheck, setBlock } from './relations.queries.ts';

const question = lazyComponent(() => import('./block-confirm.tsx'));

/** A block between the caller and another user, and the actions that change it. */
type Block = {
  /** In either direction; undefined until it is loaded. */
  readonly isBlocked: boolean | undefined;
  /** Only then the caller can unblock. */
  readonly blockedByMe: boolean;
  /** A change is in progress. */
  readonly isBusy: boolean;
  /** Asks for confirmation, then blocks. */
  readonly block: () => void;
  /** Asks for confirmation, then unblocks. */
  readonly unblock: () => void;
  /** The confirmation dialog; render it once, anywhere. */
  readonly dialogs: ReactNode;
};

type BlockOptions = {
  isEnabled?: boolean;
  /** The question that is open on mount. */
  initialAction?: 'block' | 'unblock';
  onDone?: () => void;
  /** Called when the user cancels. */
  onCancel?: () => void;
};

/**
 * Block state of a user and the actions that change it, with a confirmation and the server's text on failure (RP-15, RP-18,
 * RP-24). `isEnabled: false` defers the request for the state, as a card in a long list needs; `onDone` is called after a
 * change.
 */
export function useBlock(
  username: string,
  { isEnabled = true, initialAction, onDone, onCancel }: BlockOptions = {},
): Block {
  const client = useQueryClient();
  const { data } = useQuery({ ...blockCheck(username), enabled: isEnabled });
  const change = useMutation(setBlock(client));
  const [action, setAction] = useState(initialAction);
  const name = displayedName(username);
  const isBlock = action === 'block';
  const ask = (what: 'block' | 'unblock') => () => {
    change.reset();
    setAction(what);
  };
  const confirm = () =>
    change.mutate(
      { username, isBlocked: isBlock },
      {
        onSuccess: () => {
          setAction(undefined);
          onDone?.();
          toast.success(isBlock ? t`You blocked ${name}.` : t`You unblocked ${name}.`);
        },
      },
    );
  const cancel = () => {
    setAction(undefined);
    onCancel?.();
  };
  return {
    isBlocked: data?.is_blocked,
    blockedByMe: data?.blocked_by_me ?? false,
    isBusy: change.isPending,
    block: ask('block'),
    unblock: ask('unblock'),
    dialogs: action !== undefined && (
      <LazyComponent component={question} onFailed={cancel}>
        {({ BlockConfirm }) => (
          <BlockConfirm
            action={action}
            name={name}
            isBusy={change.isPending}
            problem={change.error ? blockProblem(change.error, isBlock) : undefined}
            onConfirm={confirm}
            onCancel={cancel}
          />
        )}
      </LazyComponent>
    ),
  };
}
