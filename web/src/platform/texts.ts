import { i18n, type Messages } from '@lingui/core';

const loaded: Messages = {};

// English is the only language so far.
i18n.loadAndActivate({ locale: 'en', messages: loaded });

/**
 * Makes compiled texts available. The build adds a call to each module that shows texts
 * (web/build/texts.ts). Nothing is rendered again: a module's texts are there before its first use.
 */
export function addTexts(texts: Messages): void {
  Object.assign(loaded, texts);
}

export { i18n };
