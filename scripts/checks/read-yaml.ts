import { parseAllDocuments } from 'yaml';

/** A value of a YAML file. */
export type Yaml = string | number | boolean | null | undefined | Yaml[] | { [key: string]: Yaml };

/** Returns all documents of a file, with `<<` merged. Throws for invalid YAML. */
export function readYaml(text: string): Yaml[] {
  return parseAllDocuments(text, { merge: true }).map((document) => {
    const [error] = document.errors;
    if (error) throw error;
    return document.toJS();
  });
}

/** Returns the value at a path such as `spec.containers.0`; undefined when there is none. */
export function at(value: Yaml, path: string): Yaml {
  let found = value;
  for (const key of path.split('.')) {
    if (Array.isArray(found)) found = found[Number(key)];
    else if (typeof found === 'object' && found !== null) found = found[key];
    else return undefined;
  }
  return found;
}

/** Returns the values of a list or a map; empty for anything else. */
export function entriesOf(value: Yaml): [key: string, value: Yaml][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

/** Returns a text, number or boolean as text; empty for anything else. */
export const textOf = (value: Yaml): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
