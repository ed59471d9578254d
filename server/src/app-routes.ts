import { accountsRoutes } from '@adda/contract/accounts';
import { activityRoutes } from '@adda/contract/activity';
import { adsRoutes } from '@adda/contract/ads';
import { creatorsRoutes } from '@adda/contract/creators';
import { directRoutes } from '@adda/contract/direct';
import { directoryRoutes } from '@adda/contract/directory';
import { postsRoutes, postActivityRoutes } from '@adda/contract/feed';
import { giftsRoutes } from '@adda/contract/gifts';
import { mediaRoutes } from '@adda/contract/media';
import { reportsRoutes, sanctionsRoutes } from '@adda/contract/moderation';
import { draftsRoutes, messagesRoutes, mutesRoutes } from '@adda/contract/messages';
import { notificationsRoutes, unsubscribeRoutes } from '@adda/contract/notifications';
import { operationsRoutes } from '@adda/contract/operations';
import { privacyRoutes } from '@adda/contract/privacy';
import { safetyRoutes } from '@adda/contract/safety';
import { paymentsRoutes, sandboxRoutes, type GatewayOffer } from '@adda/contract/payments';
import { platformRoutes } from '@adda/contract/platform';
import { pushRoutes } from '@adda/contract/push';
import { profilesRoutes } from '@adda/contract/profiles';
import { rechargeRoutes } from '@adda/contract/recharge';
import { relationsRoutes } from '@adda/contract/relations';
import { rewardsRoutes } from '@adda/contract/rewards';
import { invitesRoutes, outsideRoutes, roomsRoutes } from '@adda/contract/rooms';
import { inboxRoutes } from '@adda/contract/inbox';
import { searchRoutes } from '@adda/contract/search';
import { videoRoutes } from '@adda/contract/video';
import { walletRoutes } from '@adda/contract/wallet';
import type { FastifyInstance } from 'fastify';
import type { RouteTable } from '@adda/contract';
import { clientSettings } from './app-client-settings.ts';
import type { Duties } from './app-duties.ts';
import type { Config } from './config.ts';
import { appError } from './platform/errors.ts';
import { addDocuments, addSecurityText } from './platform/http/documents.ts';
import type { Handlers } from './platform/http/handler.ts';
import { registerRoutes } from './platform/http/register-routes.ts';
import { addWebApp, type HeadOf } from './platform/http/web-app.ts';

type WithHandlers<T extends RouteTable> = { readonly handlers: Handlers<T> };

/** The features that handle requests. */
type Features = {
  readonly accounts: WithHandlers<typeof accountsRoutes>;
  readonly relations: WithHandlers<typeof relationsRoutes>;
  readonly directory: WithHandlers<typeof directoryRoutes>;
  readonly media: WithHandlers<typeof mediaRoutes>;
  readonly video: WithHandlers<typeof videoRoutes>;
  readonly messages: WithHandlers<typeof messagesRoutes & typeof draftsRoutes & typeof mutesRoutes>;
  readonly direct: WithHandlers<typeof directRoutes>;
  readonly rooms: WithHandlers<typeof roomsRoutes & typeof invitesRoutes & typeof outsideRoutes>;
  readonly creators: WithHandlers<typeof creatorsRoutes>;
  readonly ads: WithHandlers<typeof adsRoutes>;
  readonly activity: WithHandlers<typeof activityRoutes>;
  readonly inbox: WithHandlers<typeof inboxRoutes>;
  readonly push: WithHandlers<typeof pushRoutes>;
  readonly search: WithHandlers<typeof searchRoutes>;
  readonly profiles: WithHandlers<typeof profilesRoutes>;
  readonly wallet: WithHandlers<typeof walletRoutes>;
  readonly recharge: WithHandlers<typeof rechargeRoutes>;
  readonly rewards: WithHandlers<typeof rewardsRoutes>;
  readonly gifts: WithHandlers<typeof giftsRoutes>;
  readonly safety: WithHandlers<typeof safetyRoutes>;
  readonly notifications: WithHandlers<typeof notificationsRoutes>;
  readonly mailsOfMissed: WithHandlers<typeof unsubscribeRoutes>;
  readonly operations: WithHandlers<typeof operationsRoutes>;
  readonly privacy: WithHandlers<typeof privacyRoutes>;
  readonly moderation: {
    readonly handlers: {
      readonly reports: Handlers<typeof reportsRoutes>;
      readonly sanctions: Handlers<typeof sanctionsRoutes>;
    };
  };
  readonly feed: {
    readonly handlers: {
      readonly posts: Handlers<typeof postsRoutes>;
      readonly postActivity: Handlers<typeof postActivityRoutes>;
    };
  };
  readonly payments: {
    readonly handlers: {
      readonly payments: Handlers<typeof paymentsRoutes>;
      readonly sandbox: Handlers<typeof sandboxRoutes>;
    };
  };
};

/** Registers the routes of all features. */
function registerFeatures(http: FastifyInstance, features: Features): void {
  registerRoutes(http, accountsRoutes, features.accounts.handlers);
  registerRoutes(http, relationsRoutes, features.relations.handlers);
  registerRoutes(http, directoryRoutes, features.directory.handlers);
  registerRoutes(http, mediaRoutes, features.media.handlers);
  registerRoutes(http, videoRoutes, features.video.handlers);
  registerRoutes(http, messagesRoutes, features.messages.handlers);
  registerRoutes(http, draftsRoutes, features.messages.handlers);
  registerRoutes(http, mutesRoutes, features.messages.handlers);
  registerRoutes(http, directRoutes, features.direct.handlers);
  registerRoutes(http, roomsRoutes, features.rooms.handlers);
  registerRoutes(http, invitesRoutes, features.rooms.handlers);
  registerRoutes(http, outsideRoutes, features.rooms.handlers);
  registerRoutes(http, creatorsRoutes, features.creators.handlers);
  registerRoutes(http, adsRoutes, features.ads.handlers);
  registerRoutes(http, inboxRoutes, features.inbox.handlers);
  registerRoutes(http, activityRoutes, features.activity.handlers);
  registerRoutes(http, pushRoutes, features.push.handlers);
  registerRoutes(http, searchRoutes, features.search.handlers);
  registerRoutes(http, profilesRoutes, features.profiles.handlers);
  registerRoutes(http, postsRoutes, features.feed.handlers.posts);
  registerRoutes(http, postActivityRoutes, features.feed.handlers.postActivity);
  registerRoutes(http, walletRoutes, features.wallet.handlers);
  registerRoutes(http, paymentsRoutes, features.payments.handlers.payments);
  registerRoutes(http, sandboxRoutes, features.payments.handlers.sandbox);
  registerRoutes(http, rechargeRoutes, features.recharge.handlers);
  registerRoutes(http, rewardsRoutes, features.rewards.handlers);
  registerRoutes(http, giftsRoutes, features.gifts.handlers);
  registerRoutes(http, safetyRoutes, features.safety.handlers);
  registerRoutes(http, notificationsRoutes, features.notifications.handlers);
  registerRoutes(http, unsubscribeRoutes, features.mailsOfMissed.handlers);
  registerRoutes(http, operationsRoutes, features.operations.handlers);
  registerRoutes(http, privacyRoutes, features.privacy.handlers);
  registerRoutes(http, reportsRoutes, features.moderation.handlers.reports);
  registerRoutes(http, sanctionsRoutes, features.moderation.handlers.sanctions);
}

type Served = {
  readonly duties: Duties;
  readonly config: Config;
  readonly publicUrl: () => string;
  readonly webFolder: string | undefined;
  readonly features: Features & {
    readonly pageHeadOf: HeadOf;
    readonly video: { readonly canSearch: boolean };
    readonly payments: { readonly offers: () => readonly GatewayOffer[] };
  };
  readonly isDraining: () => boolean;
  readonly isOverloaded: () => boolean;
};

/** Handlers for readiness (`/health`, for load balancers) and for liveness (`/health/live`, for supervisors). */
const healthHandlers = ({ isDraining, isOverloaded }: Pick<Served, 'isDraining' | 'isOverloaded'>) => ({
  'GET /health': () => {
    if (isDraining()) throw appError('draining');
    if (isOverloaded()) throw appError('overloaded');
    return { status: 'ok' as const };
  },
  'GET /health/live': () => ({ status: 'ok' as const }),
});

/**
 * Registers the routes of this process except `/metrics`: everything that people use, or health alone (CL-06). Sets the
 * 404 handler, so call it last.
 */
export async function addRoutes(http: FastifyInstance, served: Served): Promise<void> {
  const { config, features } = served;
  const health = healthHandlers(served);
  if (!served.duties.servesPeople) {
    const { 'GET /health': ready, 'GET /health/live': alive } = platformRoutes;
    registerRoutes(http, { 'GET /health': ready, 'GET /health/live': alive }, health);
    return addWebApp(http, undefined);
  }
  await addDocuments(http, config.publicUrl);
  registerRoutes(http, platformRoutes, {
    ...health,
    'GET /config/client': () =>
      clientSettings(config, {
        canSearchVideos: features.video.canSearch,
        offers: features.payments.offers(),
      }),
  });
  registerFeatures(http, features);
  addSecurityText(http, { contact: config.SECURITY_CONTACT, publicUrl: served.publicUrl });
  await addWebApp(http, served.webFolder, features.pageHeadOf);
}
