export { createOutbound } from './outbound.ts';
export { createPoster } from './poster.ts';
export {
  type FetchLimits,
  type Outbound,
  type Poster,
  type PosterOptions,
  type RefusalReason,
  type Target,
  OutboundRefused,
} from './outbound.types.ts';
