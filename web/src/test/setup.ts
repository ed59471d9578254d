import { i18n } from '@lingui/core';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach } from 'vitest';
import { toast } from '../ui/toast-store.ts';

i18n.loadAndActivate({ locale: 'en', messages: {} });
// What is waited for may take seconds on a busy machine; waiting ends as soon as it is there.
configure({ asyncUtilTimeout: 20_000 });

/** What happy-dom lacks: the popover of the platform, as far as opening and closing go. */
function givePopovers(): void {
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

if (!('showPopover' in HTMLElement.prototype)) givePopovers();

beforeEach(() => {
  localStorage.clear();
  dispatchEvent(new StorageEvent('storage', { key: null }));
});

afterEach(() => {
  cleanup();
  toast.clear();
});
