export { createOutbound } from './outbound.ts';
export type { FetchLimits, Outbound, Target } from './outbound.types.ts';
export { OutboundRefused } from './outbound-refused.ts';
