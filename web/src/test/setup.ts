import 'fake-indexeddb/auto';
import { i18n } from '@lingui/core';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach } from 'vitest';
import { toast } from '../ui/toast-store.ts';
import { resetAfterFile } from './file-scope.fixture.ts';

resetAfterFile();
i18n.loadAndActivate({ locale: 'en', messages: {} });
// Waits may take seconds on a busy machine; they end as soon as the condition holds.
configure({ asyncUtilTimeout: 20_000 });

/** Adds opening and closing of native popovers, which happy-dom lacks. */
function installPopovers(): void {
  const notify = (element: HTMLElement, newState: 'open' | 'closed') => {
    const event = Object.assign(new Event('toggle'), { newState });
    element.dispatchEvent(event);
  };
  HTMLElement.prototype.showPopover = function show(this: HTMLElement) {
    if (this.dataset.popoverOpen) return;
    this.dataset.popoverOpen = 'true';
    notify(this, 'open');
  };
  HTMLElement.prototype.hidePopover = function hide(this: HTMLElement) {
    if (!this.dataset.popoverOpen) return;
    delete this.dataset.popoverOpen;
    notify(this, 'closed');
  };
}

if (!('showPopover' in HTMLElement.prototype)) installPopovers();

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  dispatchEvent(new StorageEvent('storage', { key: null }));
});

afterEach(() => {
  cleanup();
  toast.clear();
});
