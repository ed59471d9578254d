import { t } from '@lingui/core/macro';
import { Navigate, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { PublicPersonScreen } from '../../features/profiles/public/public-person-screen.tsx';
import { PublicRoomScreen as Room } from '../../features/rooms/outside/public-room-screen.tsx';
import { session } from '../../platform/session.ts';
import { toast } from '../../ui/toast-store.ts';
import { isPlan } from './chat-segment.tsx';

/** Says that there is no session, on a page that visitors see instead of the screen of its address (SH-28). */
function useNoSessionToast(): void {
  useEffect(() => {
    // After a logout or an expiry the reason has already been shown.
    if (!session.current() && !session.hasJustEnded()) toast.show(t`No session found. Please log in.`);
  }, []);
}

/** /v1/group/{id} without a session (HM-05). */
export function PublicRoomScreen() {
  useNoSessionToast();
  return <Room />;
}

/** /v1/chat/{username} without a session (HM-05); a plan has no page there. */
export function PublicChatScreen() {
  const { username } = useParams({ from: '/shell/v1/chat/$username' });
  useNoSessionToast();
  return isPlan(username) ? <Navigate to="/login" replace /> : <PublicPersonScreen />;
}
