import { useSyncExternalStore } from 'react';
import { outsideLink } from '../../../platform/outside-link.ts';
import { lazyComponent, LazyComponent } from '../../../ui/lazy-component.tsx';

const openOutsideLink = lazyComponent(() => import('./open-outside-link.tsx'));

/** Opens the pressed outside link; asks for confirmation first if the user does not follow its author. */
export function OutsideLinks() {
  const link = useSyncExternalStore(outsideLink.subscribe, outsideLink.current);
  return (
    link && (
      <LazyComponent component={openOutsideLink} onFailed={outsideLink.close}>
        {({ OpenOutsideLink }) => <OpenOutsideLink link={link} onClose={outsideLink.close} />}
      </LazyComponent>
    )
  );
}
