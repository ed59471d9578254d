import { createRouter } from '@tanstack/react-router';
import { PageError, PageMissing } from './page-states.tsx';
import { routeTree } from './routes.tsx';

/** The router of the app. Hovering or focusing a link starts loading its screen. */
export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultErrorComponent: PageError,
  defaultNotFoundComponent: PageMissing,
  scrollRestoration: false,
});

declare module '@tanstack/react-router' {
  // Declaration merging is how the router learns its own type; it needs an interface.
  interface Register {
    router: typeof router;
  }
}
