import type { giftsRoutes } from '@adda/contract/gifts';
import type { Handlers } from '../../platform/http/handler.ts';

const notYet = (): never => {
  throw new Error('not yet');
};

/** Answers the calls. */
export function giftsHandlers(): Handlers<typeof giftsRoutes> {
  return {
    'POST /groupchat/groups/send-gift': notYet,
  };
}
