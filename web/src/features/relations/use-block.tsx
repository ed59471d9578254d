import { shownName } from '@adda/contract/accounts';
import { t } from '@lingui/core/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { withOpenedTexts } from '../../platform/texts.ts';
import { lazyComponent, LazyComponent } from '../../ui/lazy-component.tsx';
import { toast } from '../../ui/toast-store.ts';
import { blockProblem } from './block-labels.ts';
import { blockCheck, setBlock } from './relations.queries.ts';

const question = lazyComponent(() => withOpenedTexts(() => import('./block-confirm.tsx')));

/** A block between this person and another, and how it is changed. */
type Block = {
  /** In either direction; undefined until it is known. */
  readonly isBlocked: boolean | undefined;
  /** Only then it can be taken back. */
  readonly blockedByMe: boolean;
  /** It is being changed. */
  readonly isBusy: boolean;
  /** Asks, then blocks. */
  readonly block: () => void;
  /** Asks, then takes the block back. */
  readonly unblock: () => void;
  /** What asks; render it once, anywhere. */
  readonly dialogs: ReactNode;
};

/** How {@link useBlock} is used. */
type BlockOptions = {
  isEnabled?: boolean;
  /** What is asked without being called. */
  asksFirst?: 'block' | 'unblock';
  onDone?: () => void;
  /** It was asked and answered with no. */
  onCancel?: () => void;
};

/**
 * Whether somebody is blocked and how to change it, with a confirmation and the server's words where it fails (RP-15,
 * RP-18, RP-24). `isEnabled: false` asks nothing of the server until later, as a card in a long list does; `onDone` is
 * told when it has been changed.
 */
export function useBlock(
  username: string,
  { isEnabled = true, asksFirst, onDone, onCancel }: BlockOptions = {},
): Block {
  const client = useQueryClient();
  const { data } = useQuery({ ...blockCheck(username), enabled: isEnabled });
  const change = useMutation(setBlock(client));
  const [asks, setAsks] = useState(asksFirst);
  const name = shownName(username);
  const isBlock = asks === 'block';
  const ask = (what: 'block' | 'unblock') => () => {
    change.reset();
    setAsks(what);
  };
  const confirm = () =>
    change.mutate(
      { username, isBlocked: isBlock },
      {
        onSuccess: () => {
          setAsks(undefined);
          onDone?.();
          toast.success(isBlock ? t`You blocked ${name}.` : t`You unblocked ${name}.`);
        },
      },
    );
  const cancel = () => {
    setAsks(undefined);
    onCancel?.();
  };
  return {
    isBlocked: data?.is_blocked,
    blockedByMe: data?.blocked_by_me ?? false,
    isBusy: change.isPending,
    block: ask('block'),
    unblock: ask('unblock'),
    dialogs: asks !== undefined && (
      <LazyComponent component={question} onFailed={cancel}>
        {({ BlockConfirm }) => (
          <BlockConfirm
            asks={asks}
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
