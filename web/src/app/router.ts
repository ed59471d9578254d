import { createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { PageError } from './page-error.tsx';
import { routeTree } from './routes.tsx';

/** The app's router. Hovering or focusing a link preloads its screen. */
export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultErrorComponent: PageError,
  defaultNotFoundComponent: lazyRouteComponent(() => import('./page-missing.tsx'), 'PageMissing'),
  scrollRestoration: false,
});

declare module '@tanstack/react-router' {
  // The router learns its own type by declaration merging, which needs an interface.
  interface Register {
    router: typeof router;
  }
}
