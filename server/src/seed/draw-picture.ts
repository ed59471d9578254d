/** `node draw-picture.ts sunset`: writes one picture to standard output, in its own process. */
import { pictureNames } from './picture-names.ts';
import { drawPicture } from './pictures.ts';

const name = pictureNames.find((known) => known === process.argv[2]);
if (name === undefined) throw new Error(`There is no picture ${process.argv[2]}.`);
process.stdout.write(await drawPicture(name));
