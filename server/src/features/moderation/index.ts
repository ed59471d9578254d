/**
 * Moderation owns reports of people: who reported whom, why, and what had been said. It owns the table `reports`.
 * What somebody may do inside one room belongs to rooms.
 */
import type { moderationRoutes } from '@adda/contract/moderation';
import type { Database } from '../../platform/database/index.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import type { Direct } from '../direct/index.ts';
import type { Rooms } from '../rooms/index.ts';
import { moderationHandlers } from './moderation.routes.ts';
import { createReportService } from './moderation.service.ts';

type Deps = {
  readonly database: Database;
  /** Where evidence is read. */
  readonly rooms: Pick<Rooms, 'evidence'>;
  readonly direct: Pick<Direct, 'evidence'>;
};

/** The feature's face for the app. */
export type Moderation = { readonly handlers: Handlers<typeof moderationRoutes> };

/** Wires reports. */
export function createModeration(deps: Deps): Moderation {
  return { handlers: moderationHandlers(createReportService(deps)) };
}
