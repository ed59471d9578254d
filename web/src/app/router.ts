import { createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { PageError } from './page-error.tsx';
import { routeTree } from './routes.tsx';

/** The router of the app. Hovering or focusing a link starts loading its screen. */
export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultErrorComponent: PageError,
  defaultNotFoundComponent: lazyRouteComponent(() => import('./page-missing.tsx'), 'PageMissing'),
  scrollRestoration: false,
});

declare module '@tanstack/react-router' {
  // Declaration merging is how the router learns its own type; it needs an interface.
  interface Register {
    router: typeof router;
  }
}
