import type { Tx } from '../../../platform/database/index.ts';
import type { Outbound } from '../../../platform/outbound/index.ts';
import type { Media } from '../../media/index.ts';
import type { NewAccounts, WordFilter } from '../../safety/index.ts';

/** What cards of links need besides the messages. */
export type PreviewRules = {
  /** The setting LINK_PREVIEWS; without it no page is fetched. */
  readonly isOn: boolean;
  /** Makes another process fetch what the transaction queues, on a node that fetches no pages (CL-06). */
  readonly fetchElsewhere?: ((tx: Tx) => Promise<void>) | undefined;
  readonly outbound: Outbound;
  readonly media: Pick<Media, 'importFromUrl' | 'markUsed' | 'removeMessageMedia'>;
  readonly wordFilter: Pick<WordFilter, 'check'>;
  readonly newAccounts: Pick<NewAccounts, 'hasPlainLinks'>;
};
