/** Subscribing: loads when somebody wants to. */
export { PlanScreen } from './plan-screen.tsx';
export { SubscribeFlow } from './subscribe-flow.tsx';
