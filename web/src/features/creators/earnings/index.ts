/** What a creator earned: loads with their own profile. */
export { Earnings } from './earnings.tsx';
