import type { giftsRoutes } from '@adda/contract/gifts';
import type { Handlers } from '../../platform/http/handler.ts';
import type { GiftService } from './gifts.service.ts';

/** Handlers of gifts. */
export function giftsHandlers(gifts: GiftService): Handlers<typeof giftsRoutes> {
  return {
    'POST /groupchat/groups/send-gift': ({ actor, body }) => gifts.send(actor, body),
  };
}
