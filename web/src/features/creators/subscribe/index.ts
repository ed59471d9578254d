/** Subscribing: loads when somebody wants to. */
export { SubscribeFlow } from './subscribe-flow.tsx';
