import { lazyComponent, LazyComponent } from '../../../ui/lazy-component.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { ErrorState } from '../../../ui/view-states.tsx';
import type { FirstVisitProps } from './first-visit.tsx';

const firstVisit = lazyComponent(() => import('./first-visit.tsx'));

const failed = (retry: () => void) => <ErrorState onRetry={retry} />;

/** What is shown where no chat is open: in the middle on desktop, above the rooms on phones (HM-04). */
export function NothingOpen(props: FirstVisitProps) {
  return (
    <LazyComponent component={firstVisit} fallback={<ListSkeleton rows={3} />} failed={failed}>
      {({ FirstVisit }) => <FirstVisit {...props} />}
    </LazyComponent>
  );
}
