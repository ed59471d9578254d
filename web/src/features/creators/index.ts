/** Plans of creators, and subscriptions to them (PL-01 to PL-20, SU-32). */
export { creatorKeys, cachePlan, plansOf } from './creators.queries.ts';
export { PlanCard } from './plans/plan-card.tsx';
export { PlanChoice } from './plans/plan-choice.tsx';
export { PlanForm } from './plans/plan-form.tsx';
export { planPrice, plansProblem } from './plans/plan-labels.ts';
export { connectCreatorRooms, type CreatorEvent } from './live/creator-rooms.ts';
export { useCreatorRoom } from './live/use-creator-room.ts';
export { useLiveUpdatesWarning } from './live/use-live-trouble.ts';
