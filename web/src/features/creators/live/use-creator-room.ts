import { useEffect } from 'react';
import { subscribeToCreatorRoom } from './creator-rooms.ts';

/**
 * Subscribes to the events of a creator's profile and posts while the component is mounted; undefined subscribes to none
 * (RT-28).
 */
export function useCreatorRoom(username: string | undefined): void {
  useEffect(() => (username === undefined ? undefined : subscribeToCreatorRoom(username)), [username]);
}
