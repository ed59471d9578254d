import type { AuditEntry } from '@adda/contract/operations';
import type { Database, Queryable } from '../../platform/database/index.ts';
import { listActions, listEntries, namesNow, type AuditFilter } from './audit.repository.ts';

type AuditPage = {
  readonly entries: AuditEntry[];
  readonly next_before: number | null;
  readonly actions: string[];
};

const PERSON = /\buser#(\d+)\b/g;

/** Replaces user marks by current names: `user:ann` in targets, `ann` in details. */
async function withNames(db: Queryable, entries: readonly AuditEntry[]): Promise<AuditEntry[]> {
  const texts = entries.flatMap(({ target, details }) => Object.values(details).concat(target));
  const marked = texts.flatMap((text) => (typeof text === 'string' ? Array.from(text.matchAll(PERSON)) : []));
  const names = await namesNow(db, [...new Set(marked.map(([, id]) => Number(id)))]);
  const named = (text: string) => text.replace(PERSON, (mark, id: string) => names.get(Number(id)) ?? mark);
  return entries.map(({ target, details, ...entry }) =>
    Object.assign(entry, {
      target: /^user#\d+$/.test(target) ? `user:${named(target)}` : target,
      details: Object.fromEntries(
        Object.entries(details).map(([key, value]) => [
          key,
          typeof value === 'string' ? named(value) : value,
        ]),
      ),
    }),
  );
}

/** Returns one page of the audit, newest first, and all recorded actions (SV-105). */
export async function readAudit(
  { db }: Database,
  { limit, ...filter }: AuditFilter & { readonly limit: number },
): Promise<AuditPage> {
  const found = await listEntries(db, filter, limit + 1);
  const entries = await withNames(db, found.slice(0, limit));
  const next = found.length > limit ? (entries.at(-1)?.id ?? null) : null;
  return { entries, next_before: next, actions: await listActions(db) };
}
