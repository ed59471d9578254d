import { useQueryClient } from '@tanstack/react-query';
import { PlanScreen } from '../../creators/subscribe/index.ts';
import { openLocked } from './open-locked.ts';

/** The screen of a plan; after the subscription the cached posts of its creator open (SU-06). */
export function SubscribeScreen() {
  const client = useQueryClient();
  return <PlanScreen onSubscribed={(creator) => void openLocked(client, creator)} />;
}
