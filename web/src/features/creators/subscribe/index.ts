/** Subscribing; loaded on demand. */
export { PlanScreen } from './plan-screen.tsx';
export { SubscribeFlow } from './subscribe-flow.tsx';
