import { useQueryClient } from '@tanstack/react-query';
import { PlanScreen } from '../../creators/subscribe/index.ts';
import { openLocked } from './open-locked.ts';

/** The screen of a plan; what is held of its creator's posts opens with the subscription (SU-06). */
export function SubscribeScreen() {
  const client = useQueryClient();
  return <PlanScreen onSubscribed={(creator) => void openLocked(client, creator)} />;
}
