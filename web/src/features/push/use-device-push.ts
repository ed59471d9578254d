import { useMutation } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { devicePush, type PushState } from './device-push.ts';

/** Notifications on this device: the state, and how switching goes. */
export type DevicePush = {
  readonly state: PushState;
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly switchTo: (isOn: boolean) => void;
};

/** Notifications on this device as a hook (PN-02). `onDone` is called when switching succeeded. */
export function useDevicePush(onDone?: () => void): DevicePush {
  const state = useSyncExternalStore(devicePush.subscribe, devicePush.current);
  const { isPending, error, mutate } = useMutation({
    mutationFn: (isOn: boolean) => (isOn ? devicePush.turnOn() : devicePush.turnOff()),
    ...(onDone && { onSuccess: onDone }),
  });
  return { state, isBusy: isPending, error, switchTo: (isOn) => mutate(isOn) };
}
