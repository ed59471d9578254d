/**
 * The contract between server and clients: every route, socket event, error code and limit, each once.
 * Browsers import the types from here and constants from the feature folders, so that no validation code is loaded.
 */
import { accountsErrors } from './accounts/accounts.errors.ts';
import { accountsRoutes } from './accounts/accounts.routes.ts';
import { mediaErrors } from './media/media.errors.ts';
import { mediaRoutes } from './media/media.routes.ts';
import { moderationErrors } from './moderation/moderation.errors.ts';
import { moderationRoutes } from './moderation/moderation.routes.ts';
import { platformErrors } from './platform/platform.errors.ts';
import { platformRoutes } from './platform/platform.routes.ts';
import { roomsErrors } from './rooms/rooms.errors.ts';
import { roomsRoutes } from './rooms/rooms.routes.ts';
import { videoErrors } from './video/video.errors.ts';
import { videoRoutes } from './video/video.routes.ts';

/** Every error code with its status and text. */
export const errors = {
  ...platformErrors,
  ...accountsErrors,
  ...mediaErrors,
  ...moderationErrors,
  ...roomsErrors,
  ...videoErrors,
};

/** The closed type of error codes. */
export type ErrorCode = keyof typeof errors;

/** Every route by `METHOD /path`. */
export const routes = {
  ...platformRoutes,
  ...accountsRoutes,
  ...mediaRoutes,
  ...moderationRoutes,
  ...roomsRoutes,
  ...videoRoutes,
};

export type Routes = typeof routes;

export type { ErrorBody, FieldError } from './kernel/errors.ts';
export { fillText } from './kernel/errors.ts';
export type {
  Access,
  FileAnswer,
  RateName,
  Route,
  RouteInput,
  RouteKey,
  RouteOutput,
  RouteRequest,
  RouteTable,
} from './kernel/route.ts';
export { commonErrors } from './platform/platform.errors.ts';
