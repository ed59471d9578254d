import { IMAGES_AT_ONCE_MAX, MESSAGE_MAX_LENGTH } from '@adda/contract/messages';
import { createStore, del, get, set, type UseStore } from 'idb-keyval';
import { checkImageFile, type ImageFileProblem } from './compress-image.ts';

/** How long something shared waits for its place, in ms. */
const KEPT_MS = 3_600_000;

/** What another app shared to this one. Its texts are empty where that app gave none. */
export type SharedContent = {
  readonly title: string;
  readonly text: string;
  readonly url: string;
  /** Images that can be sent. */
  readonly files: readonly File[];
  /** Files that can't, and why. */
  readonly refused: readonly { readonly name: string; readonly problem: ImageFileProblem }[];
  /** There were more images than can be added at once. */
  readonly isTooMany: boolean;
};

/** As it is stored: not every browser stores blobs reliably. */
type Stored = Omit<SharedContent, 'files'> & {
  readonly files: readonly { readonly bytes: ArrayBuffer; readonly name: string; readonly type: string }[];
  readonly at: number;
  /** Missing if nobody was logged in. */
  readonly account: string | undefined;
};

let database: UseStore | undefined;
const openDatabase = (): UseStore => (database ??= createStore('adda-shared', 'shared'));
const KEY = 'last';

const isFresh = ({ at }: Stored): boolean => Math.abs(Date.now() - at) < KEPT_MS;

const textIn = (form: FormData, field: string): string => {
  const value = form.get(field);
  return typeof value === 'string' ? value.trim().slice(0, MESSAGE_MAX_LENGTH).toWellFormed() : '';
};

/** Reads a form with the fields that the manifest names. */
export function readSharedForm(form: FormData): SharedContent {
  // An empty file is a field of a form without a choice.
  const given = form
    .getAll('files')
    .filter((value): value is File => value instanceof File && value.size > 0);
  const checked = given.map((file) => ({ file, problem: checkImageFile(file) }));
  const images = checked.flatMap(({ file, problem }) => (problem ? [] : [file]));
  return {
    title: textIn(form, 'title'),
    text: textIn(form, 'text'),
    url: textIn(form, 'url'),
    files: images.slice(0, IMAGES_AT_ONCE_MAX),
    refused: checked
      .flatMap(({ file, problem }) => (problem ? [{ name: file.name, problem }] : []))
      .slice(0, IMAGES_AT_ONCE_MAX),
    isTooMany: images.length > IMAGES_AT_ONCE_MAX,
  };
}

/** Whether there is nothing in it, not even a file that was refused. */
export const isNothing = ({ title, text, url, files, refused }: SharedContent): boolean =>
  title + text + url === '' && files.length + refused.length === 0;

/**
 * What was shared last and has no place yet; it waits for an hour, also for a login. The service worker stores it, the page asks
 * where it goes (PN-01).
 */
export const sharedContent = {
  /** Stores it in place of what was shared before. Rejects where storage is forbidden or full. */
  async put(content: SharedContent, account?: string): Promise<void> {
    const files = await Promise.all(
      content.files.map(async (file) => ({
        bytes: await file.arrayBuffer(),
        name: file.name,
        type: file.type,
      })),
    );
    const stored: Stored = { ...content, files, at: Date.now(), account };
    await set(KEY, stored, openDatabase());
  },
  /** Returns it; undefined if there is none, or if it is too old. Rejects where storage is forbidden. */
  async get(): Promise<SharedContent | undefined> {
    const stored = await get<Stored>(KEY, openDatabase());
    if (!stored || !isFresh(stored)) return undefined;
    const { at: _at, account: _account, files, ...rest } = stored;
    return { ...rest, files: files.map(({ bytes, name, type }) => new File([bytes], name, { type })) };
  },
  async remove(): Promise<void> {
    try {
      await del(KEY, openDatabase());
    } catch {
      return; // storage is forbidden: nothing was stored
    }
  },
  /** Removes what is too old. */
  async removeOld(): Promise<void> {
    const stored = await get<Stored>(KEY, openDatabase()).catch(() => undefined);
    if (stored && !isFresh(stored)) await sharedContent.remove();
  },
  /** Removes it, unless `account` or nobody was logged in when it came: then it waited for this login. */
  async clear(account?: string): Promise<void> {
    const stored = await get<Stored>(KEY, openDatabase()).catch(() => undefined);
    const isKept = account !== undefined && (stored?.account ?? account) === account;
    if (!isKept) await sharedContent.remove();
  },
};
