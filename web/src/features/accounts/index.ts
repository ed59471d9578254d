export { logOut } from './log-out.ts';
export { LeaveForGood } from './leave-for-good.tsx';
