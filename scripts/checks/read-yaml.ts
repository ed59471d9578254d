import { parseAllDocuments } from 'yaml';

/** What a file of settings may hold. */
export type Yaml = string | number | boolean | null | undefined | Yaml[] | { [key: string]: Yaml };

/** All documents of a file, with `<<` merged. Throws for what is no YAML. */
export function readYaml(text: string): Yaml[] {
  return parseAllDocuments(text, { merge: true }).map((document) => {
    const [error] = document.errors;
    if (error) throw error;
    return document.toJS();
  });
}

/** What is at a path such as `spec.containers.0`; undefined where there is nothing. */
export function at(value: Yaml, path: string): Yaml {
  let found = value;
  for (const key of path.split('.')) {
    if (Array.isArray(found)) found = found[Number(key)];
    else if (typeof found === 'object' && found !== null) found = found[key];
    else return undefined;
  }
  return found;
}

/** The values of a list or a map, none for anything else. */
export function entriesOf(value: Yaml): [key: string, value: Yaml][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

/** A word or number as text; empty for anything else. */
export const textOf = (value: Yaml): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
