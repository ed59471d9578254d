import sharp from 'sharp';

const WIDTH = 8000;
const HEIGHT = 5000;

/** 40 megapixels with enough content to keep a decoder busy, and few enough details to fit into 10 MB. */
function landscape(channels: 3 | 4) {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * channels, 255);
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const at = (y * WIDTH + x) * channels;
      pixels[at] = x >> 3;
      pixels[at + 1] = y >> 3;
      pixels[at + 2] = (x + y) >> 5;
    }
  }
  return sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels } });
}

/** Square frames with a moving bar. */
function film(side: number, frames: number) {
  const pixels = Buffer.alloc(side * side * frames * 3);
  for (let row = 0; row < side * frames; row += 1) {
    const [frame, y] = [Math.floor(row / side), row % side];
    const shade = ((y >> 4) * 7 + frame * 13) & 255;
    const start = row * side * 3;
    pixels.fill(shade, start, start + side * 3);
    pixels.fill(
      255 - shade,
      start + ((frame * 9) % (side - 100)) * 3,
      start + ((frame * 9) % (side - 100)) * 3 + 300,
    );
  }
  const raw = { width: side, height: side * frames, channels: 3, pageHeight: side } as const;
  return sharp(pixels, { raw, limitInputPixels: false });
}

const delays = (frames: number) => Array.from({ length: frames }, () => 50);

/** Each creates a file of less than 10 MB. Some are refused because decoding would need too much memory. */
export const heavyPictures: Readonly<Record<string, () => Promise<Buffer>>> = {
  'JPEG of 40 MP': () => landscape(3).jpeg({ quality: 60 }).toBuffer(),
  'progressive JPEG of 40 MP': () => landscape(3).jpeg({ quality: 60, progressive: true }).toBuffer(),
  'progressive JPEG of 40 MP, all colours (refused)': () =>
    landscape(3).jpeg({ quality: 60, progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
  'PNG of 40 MP': () => landscape(4).png({ adaptiveFiltering: true }).toBuffer(),
  'interlaced PNG of 40 MP (refused)': () =>
    landscape(4).png({ progressive: true, adaptiveFiltering: true }).toBuffer(),
  'lossless webp of 40 MP (refused)': () => landscape(4).webp({ lossless: true, effort: 0 }).toBuffer(),
  'webp of 40 MP': () => landscape(3).webp({ quality: 70, effort: 0 }).toBuffer(),
  'webp of 40 MP with transparency': () => landscape(4).webp({ quality: 70, effort: 0 }).toBuffer(),
  'GIF of 300 frames, 40 MP': () =>
    film(365, 300)
      .gif({ delay: delays(300), effort: 1, colours: 16 })
      .toBuffer(),
  'GIF of 60 frames, 118 MP': () =>
    film(1400, 60)
      .gif({ delay: delays(80), effort: 1, colours: 16 })
      .toBuffer(),
  'webp of 300 frames, 39 MP (refused)': () =>
    film(360, 300)
      .webp({ delay: delays(300), effort: 0, quality: 30 })
      .toBuffer(),
  'webp of 300 frames, 160 MP (refused)': () =>
    film(730, 300)
      .webp({ delay: delays(300), effort: 0, quality: 30 })
      .toBuffer(),
};
