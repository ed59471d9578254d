import { useParams } from '@tanstack/react-router';
import { useSession } from '../../../platform/use-session.ts';
import { PlanView } from './plan-view.tsx';

/** The screen of a plan to subscribe to (/v1/chat/{plan_id}, X-05, SU-19). */
export function PlanScreen() {
  const { username: planId } = useParams({ from: '/shell/v1/chat/$username' });
  const account = useSession()?.username;
  if (account === undefined) return null;
  return <PlanView key={planId} planId={planId.trim().toLowerCase()} account={account} />;
}
