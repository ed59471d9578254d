import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { OutboundRefused, type Outbound } from '../platform/outbound/index.ts';
import { pictureNames, type PictureName } from './picture-names.ts';

/** A reserved name (`.invalid`), so that the seed never uses the network. */
const PLACE = 'https://pictures.invalid/';
const MAX_BYTES = 1024 * 1024;
const run = promisify(execFile);

/** Returns the address of a picture of the seed. */
export const pictureUrlOf = (name: PictureName): string => `${PLACE}${name}.jpg`;

/** Creates the outbound client of the seed: it returns the drawn pictures and reaches nothing else. */
export function createPictureSource(): Outbound {
  const drawn = new Map<string, Promise<Buffer>>();
  return {
    async fetchBytes(url) {
      const name = pictureNames.find((known) => pictureUrlOf(known) === url);
      if (name === undefined) throw new OutboundRefused('name');
      const bytes = drawn.get(name) ?? draw(name);
      drawn.set(name, bytes);
      return { bytes: await bytes, contentType: 'image/jpeg', url };
    },
  };
}

/** Draws in a separate process: the program itself never loads an image decoder. */
async function draw(name: PictureName): Promise<Buffer> {
  const file = fileURLToPath(new URL('draw-picture.ts', import.meta.url));
  const options = { encoding: 'buffer', maxBuffer: MAX_BYTES } as const;
  return (await run(process.execPath, [file, name], options)).stdout;
}
