import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query';
import { createStore, delMany, get, getMany, keys, setMany, type UseStore } from 'idb-keyval';
import { shownCopies, type KeptOffline } from './shown-copies.ts';
import { session } from './session.ts';

/** Conversations of which messages are kept, and other responses, for each account (PN-01). */
const CONVERSATIONS_MAX = 20;
const OTHERS_MAX = 200;

/** Changes are written this long after the first of them, in ms. */
const WRITE_DELAY_MS = 2000;

/** What shows a copy is requested again after this time, in ms. */
const RETRY_MS = 8000;

/** A kept response. `isReduced`: by the function of its query. */
type Copy = { readonly data: unknown; readonly at: number; readonly isReduced: boolean };

let database: UseStore | undefined;
const openDatabase = (): UseStore => (database ??= createStore('adda-offline', 'responses'));

const keyOf = (account: string, hash: string): string => `${account}/${hash}`;

/** A link that works for its reader only, and for some hours. */
const SIGNED = /[?&]signature=/;

/** Returns the data with the queries of signed links cut off: such links are never stored (PN-01). */
function withoutSignedLinks(data: unknown): unknown {
  if (typeof data === 'string') return SIGNED.test(data) ? data.slice(0, data.indexOf('?')) : data;
  if (Array.isArray(data)) return data.map(withoutSignedLinks);
  if (data === null || typeof data !== 'object' || Object.getPrototypeOf(data) !== Object.prototype)
    return data;
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, withoutSignedLinks(value)]));
}

const isPaged = (data: unknown): data is InfiniteData<unknown> =>
  typeof data === 'object' && data !== null && 'pages' in data && 'pageParams' in data;

/** Of a paged list the first page is kept. */
const firstPage = (data: unknown): unknown =>
  isPaged(data) ? { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) } : data;

const ruleOf = ({ meta }: Query): KeptOffline | undefined => meta?.keptOffline as KeptOffline | undefined;

function copyOf(query: Query): Copy {
  const rule = ruleOf(query);
  const { data } = query.state;
  const kept = typeof rule === 'function' ? rule(data) : firstPage(data);
  return { data: withoutSignedLinks(kept), at: Date.now(), isReduced: typeof rule === 'function' };
}

/** Returns what was kept of a query for the current account; undefined if nothing. */
export async function readCopy(hash: string): Promise<unknown> {
  const account = session.current()?.username;
  if (account === undefined) return undefined;
  try {
    return (await get<Copy>(keyOf(account, hash), openDatabase()))?.data;
  } catch {
    return undefined; // storage is forbidden: nothing was kept
  }
}

/** Removes all copies except those of `account`. */
export async function clearCopies(account?: string): Promise<void> {
  shownCopies.clear();
  try {
    const all = await keys<string>(openDatabase());
    const others = all.filter((key) => account === undefined || !key.startsWith(`${account}/`));
    await delMany(others, openDatabase());
  } catch {
    return; // storage is forbidden: nothing was kept
  }
}

/** Deletes the oldest copies that are too many. */
async function trim(account: string): Promise<void> {
  const own = (await keys<string>(openDatabase())).filter((key) => key.startsWith(`${account}/`));
  if (own.length <= CONVERSATIONS_MAX) return;
  const copies = await getMany<Copy>(own, openDatabase());
  const dated = own.map((key, place) => ({ key, copy: copies[place] }));
  const surplus = [true, false].flatMap((isReduced) =>
    dated
      .filter(({ copy }) => copy?.isReduced === isReduced)
      .toSorted((one, other) => (other.copy?.at ?? 0) - (one.copy?.at ?? 0))
      .slice(isReduced ? CONVERSATIONS_MAX : OTHERS_MAX),
  );
  await delMany(
    surplus.map(({ key }) => key),
    openDatabase(),
  );
}

/**
 * Keeps the responses of marked queries of an account up to date, and requests again what shows a copy. Returns the function that
 * ends it.
 */
export function keepCopies(client: QueryClient, account: string): () => void {
  const cache = client.getQueryCache();
  const dirty = new Set<Query>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isOwn = () => session.current()?.username === account;

  const write = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    if (dirty.size === 0 || !isOwn()) return;
    const entries = [...dirty].map((query): [string, Copy] => [
      keyOf(account, query.queryHash),
      copyOf(query),
    ]);
    dirty.clear();
    try {
      await setMany(entries, openDatabase());
      // The session may have ended while this was written.
      if (isOwn()) await trim(account);
      else await clearCopies(session.current()?.username);
    } catch {
      return; // storage is forbidden or full: there is nothing to read without a connection
    }
  };

  const note = (query: Query): void => {
    if (ruleOf(query) === undefined || query.state.data === undefined || shownCopies.has(query.queryHash))
      return;
    dirty.add(query);
    timer ??= setTimeout(() => void write(), WRITE_DELAY_MS);
  };
  for (const query of cache.getAll()) note(query);
  const unsubscribe = cache.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') note(event.query);
  });

  const retry = (): void => {
    if (!shownCopies.isAny() || document.hidden) return;
    void client.refetchQueries({ type: 'active', predicate: ({ queryHash }) => shownCopies.has(queryHash) });
  };
  const retries = setInterval(retry, RETRY_MS);
  const onHidden = () => void (document.hidden && write());
  addEventListener('online', retry);
  document.addEventListener('visibilitychange', onHidden);
  return () => {
    unsubscribe();
    clearTimeout(timer);
    clearInterval(retries);
    removeEventListener('online', retry);
    document.removeEventListener('visibilitychange', onHidden);
  };
}
