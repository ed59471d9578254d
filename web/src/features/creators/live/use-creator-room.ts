import { useEffect } from 'react';
import { wantCreatorRoom } from './creator-rooms.ts';

/** Hears what happens to somebody's profile and posts while this is mounted; undefined hears nobody (RT-28). */
export function useCreatorRoom(username: string | undefined): void {
  useEffect(() => (username === undefined ? undefined : wantCreatorRoom(username)), [username]);
}
