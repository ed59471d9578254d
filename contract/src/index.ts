/**
 * The contract between server and clients: every route, socket event, error code and limit, each defined once. Browsers
 * import only types from here, and constants from the feature folders, so that no validation code is loaded.
 */
import { accountsErrors } from './accounts/accounts.errors.ts';
import { accountsRoutes } from './accounts/accounts.routes.ts';
import { activityErrors } from './activity/activity.errors.ts';
import { activityRoutes } from './activity/activity.routes.ts';
import { adsErrors } from './ads/ads.errors.ts';
import { adsRoutes } from './ads/ads.routes.ts';
import { creatorsErrors } from './creators/creators.errors.ts';
import { creatorsRoutes } from './creators/creators.routes.ts';
import { directErrors } from './direct/direct.errors.ts';
import { directRoutes } from './direct/direct.routes.ts';
import { directoryRoutes } from './directory/directory.routes.ts';
import { feedErrors } from './feed/feed.errors.ts';
import { postsRoutes } from './feed/posts.routes.ts';
import { postActivityRoutes } from './feed/post-activity.routes.ts';
import { giftsErrors } from './gifts/gifts.errors.ts';
import { giftsRoutes } from './gifts/gifts.routes.ts';
import { mediaErrors } from './media/media.errors.ts';
import { mediaRoutes } from './media/media.routes.ts';
import { draftsRoutes } from './messages/drafts.routes.ts';
import { mutesRoutes } from './messages/mutes.routes.ts';
import { messagesErrors } from './messages/messages.errors.ts';
import { messagesRoutes } from './messages/messages.routes.ts';
import { moderationErrors } from './moderation/moderation.errors.ts';
import { reportsRoutes } from './moderation/reports.routes.ts';
import { sanctionsRoutes } from './moderation/sanctions.routes.ts';
import { notificationsErrors } from './notifications/notifications.errors.ts';
import { notificationsRoutes, unsubscribeRoutes } from './notifications/notifications.routes.ts';
import { operationsErrors } from './operations/operations.errors.ts';
import { operationsRoutes } from './operations/operations.routes.ts';
import { privacyErrors } from './privacy/privacy.errors.ts';
import { privacyRoutes } from './privacy/privacy.routes.ts';
import { safetyErrors } from './safety/safety.errors.ts';
import { safetyRoutes } from './safety/safety.routes.ts';
import { paymentsErrors } from './payments/payments.errors.ts';
import { paymentsRoutes } from './payments/payments.routes.ts';
import { sandboxRoutes } from './payments/sandbox.routes.ts';
import { platformErrors } from './platform/platform.errors.ts';
import { platformRoutes } from './platform/platform.routes.ts';
import { profilesErrors } from './profiles/profiles.errors.ts';
import { profilesRoutes } from './profiles/profiles.routes.ts';
import { pushErrors } from './push/push.errors.ts';
import { pushRoutes } from './push/push.routes.ts';
import { rechargeErrors } from './recharge/recharge.errors.ts';
import { rechargeRoutes } from './recharge/recharge.routes.ts';
import { relationsErrors } from './relations/relations.errors.ts';
import { relationsRoutes } from './relations/relations.routes.ts';
import { rewardsErrors } from './rewards/rewards.errors.ts';
import { rewardsRoutes } from './rewards/rewards.routes.ts';
import { inboxRoutes } from './inbox/inbox.routes.ts';
import { invitesErrors } from './rooms/invites.errors.ts';
import { invitesRoutes } from './rooms/invites.routes.ts';
import { outsideRoutes } from './rooms/outside.routes.ts';
import { roomsErrors } from './rooms/rooms.errors.ts';
import { roomsRoutes } from './rooms/rooms.routes.ts';
import { searchRoutes } from './search/search.routes.ts';
import { videoErrors } from './video/video.errors.ts';
import { videoRoutes } from './video/video.routes.ts';
import { walletErrors } from './wallet/wallet.errors.ts';
import { walletRoutes } from './wallet/wallet.routes.ts';

/** Every error code with its status and text. */
export const errors = {
  ...platformErrors,
  ...accountsErrors,
  ...activityErrors,
  ...adsErrors,
  ...creatorsErrors,
  ...directErrors,
  ...feedErrors,
  ...mediaErrors,
  ...messagesErrors,
  ...moderationErrors,
  ...notificationsErrors,
  ...operationsErrors,
  ...privacyErrors,
  ...safetyErrors,
  ...profilesErrors,
  ...relationsErrors,
  ...roomsErrors,
  ...invitesErrors,
  ...giftsErrors,
  ...paymentsErrors,
  ...pushErrors,
  ...rechargeErrors,
  ...rewardsErrors,
  ...videoErrors,
  ...walletErrors,
};

/** Union of all error codes. */
export type ErrorCode = keyof typeof errors;

/** Every route by `METHOD /path`. */
export const routes = {
  ...platformRoutes,
  ...accountsRoutes,
  ...activityRoutes,
  ...adsRoutes,
  ...creatorsRoutes,
  ...directRoutes,
  ...directoryRoutes,
  ...postsRoutes,
  ...postActivityRoutes,
  ...mediaRoutes,
  ...messagesRoutes,
  ...draftsRoutes,
  ...mutesRoutes,
  ...reportsRoutes,
  ...sanctionsRoutes,
  ...notificationsRoutes,
  ...unsubscribeRoutes,
  ...operationsRoutes,
  ...privacyRoutes,
  ...safetyRoutes,
  ...profilesRoutes,
  ...relationsRoutes,
  ...roomsRoutes,
  ...invitesRoutes,
  ...outsideRoutes,
  ...giftsRoutes,
  ...paymentsRoutes,
  ...sandboxRoutes,
  ...pushRoutes,
  ...rechargeRoutes,
  ...rewardsRoutes,
  ...inboxRoutes,
  ...searchRoutes,
  ...videoRoutes,
  ...walletRoutes,
};

export type Routes = typeof routes;

export type { ErrorBody, ErrorEntry, FieldError } from './kernel/errors.ts';
export { fillText } from './kernel/errors.ts';
export type {
  Access,
  ByteSource,
  FileResponse,
  RangedFileResponse,
  RateName,
  Route,
  RouteInput,
  RouteKey,
  RouteOutput,
  RouteRequest,
  RouteTable,
  UploadRule,
} from './kernel/route.ts';
export { commonErrors } from './platform/platform.errors.ts';
