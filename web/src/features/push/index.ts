/** Notifications of this device while the app is closed or behind other windows (PN-02, PN-03). */
export { startWorker } from './device-push.ts';
export { DevicePushSwitch } from './device-switch.tsx';
export { followSession } from './follow-session.ts';
export { PushQuestion } from './question.tsx';
export { followShown } from './shown.ts';
