export { meQuery, useMe } from './accounts.queries.ts';
export { logOut } from './log-out.ts';
export { LeaveForGood } from './leave-for-good.tsx';
