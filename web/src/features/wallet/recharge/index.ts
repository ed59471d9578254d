/** Buying coins: loads when it is opened. */
export { RechargeDialog } from './recharge-dialog.tsx';
