import { SESSION_USER_HEADER } from '@adda/contract/platform';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { minifySync, transformWithOxc, type HtmlTagDescriptor, type Plugin } from 'vite';
import { chunksOf, chunksOfPage, chunksWith, type Chunk } from './chunk-files.ts';

export type BootScreen = {
  /** Modules to load, below the root. */
  modules: readonly string[];
  /** First requests with a session (see `FirstLoad`). */
  requests: readonly string[];
};

export type BootScriptOptions = {
  root: string;
  /** The boot script's TypeScript source, below the root. */
  source: string;
  /** What each screen needs, by path. A path that ends in `/` also matches everything below it. */
  screens: Record<string, BootScreen>;
  /** Headers of every request to the API. */
  apiHeaders: Record<string, string>;
  /** Substrings of the names of the fonts that the first paint needs. */
  fonts: readonly string[];
};

const DEV_PATH = '/boot.js';

function firstLoadTable(chunks: readonly Chunk[], { root, screens }: BootScriptOptions) {
  const withPage = chunksOfPage(chunks);
  return Object.entries(screens).map(([path, { modules, requests }]) => {
    const paths = modules.map((module) => join(root, module));
    const needed = [...chunksWith(chunks, paths)].filter((chunk) => !withPage.has(chunk));
    return [path, needed.map(({ fileName }) => `/${fileName}`), requests];
  });
}

async function compile(source: string, table: unknown, apiHeaders: Record<string, string>): Promise<string> {
  const { code } = await transformWithOxc(readFileSync(source, 'utf8'), source);
  const filled = code
    .replace('__FIRST_LOADS__', () => JSON.stringify(table))
    .replace('__API_HEADERS__', () => JSON.stringify(apiHeaders))
    .replace('__USER_HEADER__', () => JSON.stringify(SESSION_USER_HEADER))
    .replace(/export \{\};?/, '');
  return `(()=>{${minifySync('boot.js', filled).code}})();`;
}

/**
 * Emits the script that runs before the first paint as a separate file, because the content security policy
 * allows no inline script. The script sets the theme, starts loading the chunks of the requested screen and sends its first
 * requests, which removes the entry → shell → screen → data waterfall. Also preloads the fonts of the first paint.
 */
export function bootScript(options: BootScriptOptions): Plugin {
  const source = join(options.root, options.source);
  let built: { fileName: string; code: string } | undefined;
  return {
    name: 'adda:boot-script',
    writeBundle({ dir = '' }) {
      if (built) writeFileSync(join(dir, built.fileName), built.code);
    },
    configureServer(server) {
      server.middlewares.use(DEV_PATH, (_request, response, next) => {
        compile(source, [], options.apiHeaders).then((code) => {
          response.setHeader('content-type', 'text/javascript');
          response.end(code);
        }, next);
      });
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, context) {
        const script = (src: string) => ({
          html: html.replace('<!--boot-->', `<script src="${src}"></script>`),
        });
        if (!context.bundle) return { ...script(DEV_PATH), tags: [] };
        const output = Object.values(context.bundle);
        const code = await compile(source, firstLoadTable(chunksOf(output), options), options.apiHeaders);
        const hash = createHash('sha256').update(code).digest('base64url').slice(0, 8);
        const fileName = `assets/boot-${hash}.js`;
        built = { fileName, code };
        const tags = output
          .filter(
            (item) =>
              options.fonts.some((font) => item.fileName.includes(font)) && item.fileName.endsWith('.woff2'),
          )
          .map((item): HtmlTagDescriptor => ({
            tag: 'link',
            injectTo: 'head-prepend',
            attrs: {
              rel: 'preload',
              as: 'font',
              type: 'font/woff2',
              crossorigin: true,
              href: `/${item.fileName}`,
            },
          }));
        return { ...script(`/${fileName}`), tags };
      },
    },
  };
}
