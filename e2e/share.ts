import type { Page } from '@playwright/test';

/** What another app shares: its texts, and the bytes of a picture each as base64. */
export type Sharing = {
  readonly title?: string;
  readonly text?: string;
  readonly url?: string;
  readonly pictures?: readonly string[];
};

/** Shares something to Adda from an open page, as a browser does: it posts the form that the manifest describes. */
export async function shareTo(page: Page, sharing: Sharing): Promise<void> {
  const arrived = page.waitForEvent('load');
  await page.evaluate(({ pictures = [], ...texts }) => {
    const form = document.createElement('form');
    Object.assign(form, { action: '/share', method: 'post', enctype: 'multipart/form-data' });
    const add = (name: string, type: string) => {
      const input = document.createElement('input');
      Object.assign(input, { name, type, multiple: type === 'file' });
      form.append(input);
      return input;
    };
    for (const [name, value] of Object.entries(texts)) add(name, 'text').value = value;
    const files = new DataTransfer();
    for (const [index, picture] of pictures.entries()) {
      const bytes = Uint8Array.from(atob(picture), (character) => character.charCodeAt(0));
      files.items.add(new File([bytes], `picture-${index}.jpg`, { type: 'image/jpeg' }));
    }
    add('files', 'file').files = files.files;
    document.body.append(form);
    form.submit();
  }, sharing);
  await arrived;
}

/** Does so once the service worker of the page is there, which keeps what is shared. */
export async function shareThroughWorker(page: Page, sharing: Sharing): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await shareTo(page, sharing);
}
