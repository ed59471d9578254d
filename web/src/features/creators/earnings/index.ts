/** Earnings of a creator; loaded with their own profile. */
export { Earnings } from './earnings.tsx';
