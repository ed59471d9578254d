/** Forms for plans and subscriptions; import them lazily. */
export { CreatePlanDialog } from './create-plan-dialog.tsx';
export { ArchivePlanDialog } from './archive-plan-dialog.tsx';
export { EditPlanDialog } from './edit-plan-dialog.tsx';
export { UnsubscribeDialog } from '../unsubscribe-dialog.tsx';
