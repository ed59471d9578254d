import type { Outbound } from '../../../platform/outbound/index.ts';
import type { Media } from '../../media/index.ts';
import type { NewAccounts, WordFilter } from '../../safety/index.ts';

/** What cards of links need besides the messages. */
export type PreviewRules = {
  /** The setting LINK_PREVIEWS; without it no page is fetched. */
  readonly isOn: boolean;
  readonly outbound: Outbound;
  readonly media: Pick<Media, 'importFromUrl' | 'markUsed' | 'removeMessageMedia'>;
  readonly wordFilter: Pick<WordFilter, 'check'>;
  readonly newAccounts: Pick<NewAccounts, 'hasPlainLinks'>;
};
