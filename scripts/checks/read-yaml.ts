import { createRequire } from 'node:module';

/** What a file of settings may hold. */
export type Yaml = string | number | boolean | null | undefined | Yaml[] | { [key: string]: Yaml };

type Parser = {
  parseAllDocuments(
    text: string,
    options: { merge: boolean },
  ): readonly { readonly errors: readonly Error[]; toJS(): Yaml }[];
};

/** The parser that comes along with the server's description of its routes. */
const parser: Parser = createRequire(createRequire(import.meta.url).resolve('@fastify/swagger'))('yaml');

/** All documents of a file, with `<<` merged. Throws for what is no YAML. */
export function readYaml(text: string): Yaml[] {
  return parser.parseAllDocuments(text, { merge: true }).map((document) => {
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
