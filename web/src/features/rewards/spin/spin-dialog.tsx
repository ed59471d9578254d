import { isGuestName } from '@adda/contract/accounts';
import { PAID_SPINS_A_DAY, SPIN_CLOSE_MS, WHEEL, SPIN_MS } from '@adda/contract/rewards';
import { Trans } from '@lingui/react/macro';
import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useRef, useEffect, useState } from 'react';
import { ApiError } from '../../../platform/api-error.ts';
import { useSession } from '../../../platform/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Skeleton } from '../../../ui/skeletons.tsx';
import { useKeepFocus } from '../../../ui/use-focus-kept.ts';
import { GuestInvitation } from '../guest-invitation.tsx';
import { Problem } from '../problem.tsx';
import { spinCount, rewardKeys } from '../rewards.queries.ts';
import { useAutoClose } from '../../../ui/use-quiet-close.ts';
import { outcomeName, outcomeSign } from './outcome-labels.ts';
import { SpinWheel } from './spin-wheel.tsx';
import { wheelTotal, landingAngle, turnTo } from './wheel.ts';
import { api, type CallOutput } from '../../../platform/api.ts';
import { useMediaQuery } from '../../../ui/use-media-query.ts';
import { refetchWallet } from '../../wallet/index.ts';

/** Result of a spin. */
export type Spin = CallOutput<'POST /wallet/spin'>;

/** Initial rotation: the pointer is in the middle of an animal, not between two segments. */
const FIRST = -landingAngle('Dog', 0.5);

/**
 * Idle, spinning for about a second, then the result (SP-03). The server draws the outcome; the wheel only
 * shows it.
 */
function useSpin() {
  const client = useQueryClient();
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)');
  const [rotation, setRotation] = useState(FIRST);
  const [turning, setTurning] = useState<Spin>();
  const [result, setResult] = useState<Spin>();
  const spinMutation = useMutation({
    mutationFn: () => api('POST /wallet/spin'),
    onMutate: () => setResult(undefined),
    onSuccess: (spin) => {
      client.setQueryData(rewardKeys.spins, { spin_count: spin.spin_count });
      setRotation((now) => turnTo(now, landingAngle(spin.outcome, Math.random())));
      setTurning(spin);
    },
  });
  useEffect(() => {
    if (!turning) return undefined;
    const stop = () => {
      setTurning(undefined);
      setResult(turning);
      if (turning.coins_won > 0) void refetchWallet(client);
    };
    const timer = setTimeout(stop, isStill ? 0 : SPIN_MS);
    return () => clearTimeout(timer);
  }, [turning, isStill, client]);
  const isSpinning = spinMutation.isPending || turning !== undefined;
  return {
    rotation,
    isStill,
    isSpinning,
    result,
    error: spinMutation.error,
    spin: () => {
      if (!isSpinning) spinMutation.mutate();
    },
  };
}

export type SpinDialogProps = { onClose: () => void };

/** The last result, in a live region with reserved space, so that nothing jumps (SP-02). */
function Result({ result, isSpinning }: { result: Spin | undefined; isSpinning: boolean }) {
  return (
    <div role="status" className="grid min-h-16 content-center justify-items-center text-center">
      {result ? (
        <div className="animate-rise">
          <p className="font-display text-xl font-bold">
            <span aria-hidden="true">{outcomeSign[result.outcome]}</span> {outcomeName(result.outcome)}
          </p>
          <p className={result.coins_won > 0 ? 'font-semibold' : 'text-mute'}>{result.message}</p>
        </div>
      ) : (
        <p className="text-mute">{isSpinning ? <Trans>Spinning…</Trans> : <Trans>What will it be?</Trans>}</p>
      )}
    </div>
  );
}

/** Moves the focus to Spin when the focused error and its button disappear. */
function useFocusOnSpin() {
  const ref = useRef<HTMLDivElement>(null);
  const focusKept = useKeepFocus(() => ref.current?.querySelector<HTMLElement>('[data-autofocus]'));
  return { ref, ...focusKept };
}

/** How many of today's paid spins are used, and that further spins pay nothing (SP-05, SP-06, X-42). */
function PaidSpins({ account }: { account: string }) {
  const { data, error, isFetching, refetch } = useQuery(spinCount(account));
  const ref = useRef<HTMLDivElement>(null);
  const focusKept = useKeepFocus(() => ref.current);
  const used = Math.min(data?.spin_count ?? 0, PAID_SPINS_A_DAY);
  return (
    <div ref={ref} tabIndex={-1} {...focusKept} className="text-center text-sm outline-none">
      {!data && !error && <Skeleton className="mx-auto h-5 w-44" />}
      {!data && error && (
        <Problem
          text={<Trans>Failed to fetch spin count</Trans>}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {data && (
        <p className="font-semibold tabular-nums">
          <Trans>
            {used} of {PAID_SPINS_A_DAY} paid spins today
          </Trans>
        </p>
      )}
      {used === PAID_SPINS_A_DAY && (
        <p className="text-mute">
          <Trans>You can spin on for fun: no coins are added any more today.</Trans>
        </p>
      )}
    </div>
  );
}

function GuestLabel({ onClose }: SpinDialogProps) {
  return (
    <div className="grid gap-3">
      <p className="text-center text-sm text-mute">
        <Trans>Spin as much as you like. Guests win no coins.</Trans>
      </p>
      <GuestInvitation onLeave={onClose} />
    </div>
  );
}

/** The probability and the reward of every outcome (SP-07, SP-08, X-42). */
function SpinOdds() {
  return (
    <details className="group rounded-card border border-line">
      <summary className="flex min-h-11 list-none items-center justify-between rounded-card px-4 font-semibold">
        <Trans>The odds</Trans>
        <ChevronDown
          aria-hidden="true"
          className="size-5 text-mute transition-transform duration-150 group-open:rotate-180"
        />
      </summary>
      <table className="w-full text-sm">
        <thead>
          <tr className="text-mute [&>th]:px-4 [&>th]:py-2 [&>th]:font-semibold">
            <th scope="col" className="text-start">
              <Trans>Outcome</Trans>
            </th>
            <th scope="col" className="text-end">
              <Trans>Chance</Trans>
            </th>
            <th scope="col" className="text-end">
              <Trans>Coins</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {WHEEL.map(({ outcome, weight, coins }) => (
            <tr key={outcome} className="border-t border-line tabular-nums [&>*]:px-4 [&>*]:py-2">
              <th scope="row" className="text-start font-medium">
                <span aria-hidden="true">{outcomeSign[outcome]}</span> {outcomeName(outcome)}
              </th>
              <td className="text-end">{Math.round((weight / wheelTotal) * 100)}%</td>
              <td className="text-end">{coins}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/**
 * The daily spin (SP-01 to SP-12). It closes automatically after the result unless the user is in its controls
 * (Q-35).
 */
export function SpinDialog({ onClose }: SpinDialogProps) {
  const account = useSession()?.username ?? '';
  const { rotation, isStill, isSpinning, result, error, spin } = useSpin();
  const focusKept = useFocusOnSpin();
  useAutoClose(result !== undefined, SPIN_CLOSE_MS, onClose);
  return (
    <Dialog isOpen onClose={onClose} title={<Trans>Daily Spin</Trans>}>
      <div {...focusKept} className="grid gap-4 pt-2">
        <SpinWheel rotation={rotation} isStill={isStill} />
        <Result result={result} isSpinning={isSpinning} />
        {error && (
          <Problem
            text={<Trans>Failed to spin the reel</Trans>}
            detail={error instanceof ApiError && error.status === 429 ? error.detail : undefined}
            onRetry={spin}
            isRetrying={isSpinning}
          />
        )}
        <Button data-autofocus isWide isBusy={isSpinning} onClick={spin}>
          {result ? <Trans>Spin again</Trans> : <Trans>Spin</Trans>}
        </Button>
        {isGuestName(account) ? <GuestLabel onClose={onClose} /> : <PaidSpins account={account} />}
        <SpinOdds />
      </div>
    </Dialog>
  );
}
