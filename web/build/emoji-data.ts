import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

type Skin = { emoji: string; tone?: number | number[] };
type Emoji = {
  emoji: string;
  label: string;
  group?: number;
  subgroup?: number;
  version: number;
  tags?: string[];
  skins?: Skin[];
};

/** Public path of the data. The emoji picker requests `${EMOJI_PATH}/en/data.json` and `messages.json`. */
const EMOJI_PATH = 'emoji';

const isEmojiList = (value: unknown): value is Emoji[] =>
  Array.isArray(value) && value.every((each) => typeof each?.emoji === 'string');

/** Keeps only the fields of each emoji that the picker reads; this halves the size. */
function slimEmoji(text: string): string {
  const all: unknown = JSON.parse(text);
  if (!isEmojiList(all)) throw new Error('emojibase-data is not a list of emoji');
  const pickable = all.filter((each) => each.group !== undefined);
  return JSON.stringify(
    pickable.map(({ emoji, label, group, subgroup, version, tags, skins }) => ({
      emoji,
      label,
      group,
      subgroup,
      version,
      tags,
      skins: skins?.map((skin) => ({ emoji: skin.emoji, tone: skin.tone })),
    })),
  );
}

/** Reads a file of the emojibase-data package. */
const dataFile = (path: string): string =>
  readFileSync(createRequire(import.meta.url).resolve(`emojibase-data/${path}`), 'utf8');

/**
 * Serves the emoji picker's data from the app's own origin, because the content security policy allows no
 * other.
 */
export function emojiData(locale: string): Plugin {
  const files = (): Record<string, string> => ({
    [`${EMOJI_PATH}/${locale}/data.json`]: slimEmoji(dataFile(`${locale}/data.json`)),
    [`${EMOJI_PATH}/${locale}/messages.json`]: dataFile(`${locale}/messages.json`),
  });
  return {
    name: 'adda:emoji-data',
    configureServer(server) {
      for (const [path, content] of Object.entries(files())) {
        server.middlewares.use(`/${path}`, (_request, response) => {
          response.setHeader('content-type', 'application/json');
          response.end(content);
        });
      }
    },
    generateBundle() {
      for (const [fileName, source] of Object.entries(files())) {
        this.emitFile({ type: 'asset', fileName, source });
      }
    },
  };
}
