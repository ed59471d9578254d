import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { minifySync, transformWithOxc, type HtmlTagDescriptor, type Plugin, type Rolldown } from 'vite';

export type BootScriptOptions = {
  /** Absolute path of the boot script's TypeScript source. */
  source: string;
  /** Screen path → modules it needs. A path that ends in `/` also matches everything below it. */
  preload: Record<string, readonly string[]>;
  /** Substrings of the names of the fonts that the first paint needs. */
  fonts: readonly string[];
};

const DEV_PATH = '/boot.js';

/** Returns the chunk that contains a module, or undefined if the module was merged into another chunk. */
const chunkOf = (chunks: readonly Rolldown.OutputChunk[], module: string) =>
  chunks.find((chunk) => chunk.facadeModuleId?.includes(module)) ??
  chunks.find((chunk) => chunk.moduleIds.some((id) => id.includes(module)));

/** Returns a chunk's file and every file that it imports statically. */
function closure(chunks: readonly Rolldown.OutputChunk[], module: string): string[] {
  const seen = new Set<string>();
  const walk = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    chunks.find((chunk) => chunk.fileName === file)?.imports.forEach(walk);
  };
  const start = chunkOf(chunks, module);
  if (!start) throw new Error(`boot-script: no chunk holds ${module}`);
  walk(start.fileName);
  return [...seen];
}

function preloadTable(chunks: readonly Rolldown.OutputChunk[], preload: BootScriptOptions['preload']) {
  const entry = chunks.find((chunk) => chunk.isEntry);
  const entryFiles = new Set([entry?.fileName, ...(entry?.imports ?? [])]);
  return Object.entries(preload).map(([path, modules]) => {
    const files = new Set(modules.flatMap((module) => closure(chunks, module)));
    return [path, [...files].filter((file) => !entryFiles.has(file)).map((file) => `/${file}`)];
  });
}

async function compile(source: string, table: unknown): Promise<string> {
  const { code } = await transformWithOxc(readFileSync(source, 'utf8'), source);
  const filled = code.replace('__ROUTE_CHUNKS__', () => JSON.stringify(table)).replace(/export \{\};?/, '');
  return `(()=>{${minifySync('boot.js', filled).code}})();`;
}

/**
 * Emits the script that runs before the first paint as a separate file, because the content security policy
 * allows no inline script. The script sets the theme and starts loading the chunks of the requested screen,
 * which removes the entry → shell → screen waterfall. Also preloads the fonts of the first paint.
 */
export function bootScript({ source, preload, fonts }: BootScriptOptions): Plugin {
  let built: { fileName: string; code: string } | undefined;
  return {
    name: 'adda:boot-script',
    writeBundle({ dir = '' }) {
      if (built) writeFileSync(join(dir, built.fileName), built.code);
    },
    configureServer(server) {
      server.middlewares.use(DEV_PATH, (_request, response, next) => {
        compile(source, []).then((code) => {
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
        const code = await compile(
          source,
          preloadTable(
            output.filter((item) => item.type === 'chunk'),
            preload,
          ),
        );
        const hash = createHash('sha256').update(code).digest('base64url').slice(0, 8);
        const fileName = `assets/boot-${hash}.js`;
        built = { fileName, code };
        const tags = output
          .filter(
            (item) => fonts.some((font) => item.fileName.includes(font)) && item.fileName.endsWith('.woff2'),
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
