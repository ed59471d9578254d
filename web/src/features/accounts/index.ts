export { logOut } from './log-out.ts';
export { LeaveForGood } from './leave-for-good.tsx';
export { GuestTag } from './guest-tag.tsx';
export { displayNameOf, Fact, ProfileCard } from './profile-card.tsx';
export { personProfile, profileKey } from './profile.queries.ts';
export { meQuery } from './accounts.queries.ts';
