export { createOutbound } from './outbound.ts';
export {
  type FetchLimits,
  type Outbound,
  type RefusalReason,
  type Target,
  OutboundRefused,
} from './outbound.types.ts';
