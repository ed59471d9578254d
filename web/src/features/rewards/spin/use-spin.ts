import { SPIN_MS } from '@adda/contract/rewards';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, type CallOutput } from '../../../platform/api.ts';
import { useMediaQuery } from '../../../ui/use-media-query.ts';
import { refetchWallet } from '../../wallet/index.ts';
import { rewardKeys } from '../rewards.queries.ts';
import { landingAngle, turnTo } from './wheel.ts';

/** Result of a spin. */
export type Spin = CallOutput<'POST /wallet/spin'>;

/** Initial rotation: the pointer is in the middle of an animal, not between two segments. */
const FIRST = -landingAngle('Dog', 0.5);

/**
 * Idle, spinning for about a second, then the result (SP-03). The server draws the outcome; the wheel only
 * shows it.
 */
export function useSpin() {
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
