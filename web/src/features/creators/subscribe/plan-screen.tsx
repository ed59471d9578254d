import { useParams } from '@tanstack/react-router';
import { useSession } from '../../../platform/use-session.ts';
import { PlanView } from './plan-view.tsx';

export type PlanScreenProps = {
  /** Called after the viewer has subscribed to this creator. */
  onSubscribed: (creator: string) => void;
};

/** The screen of a plan to subscribe to (/v1/chat/{plan_id}, X-05, SU-19). */
export function PlanScreen({ onSubscribed }: PlanScreenProps) {
  const { username: planId } = useParams({ from: '/shell/v1/chat/$username' });
  const account = useSession()?.username;
  if (account === undefined) return null;
  const plan = { planId: planId.trim().toLowerCase(), account, onSubscribed };
  return <PlanView key={planId} {...plan} />;
}
