/**
 * Small illustrations for messages, drawn as SVG and converted to JPEG: nothing is downloaded, and all are original
 * work.
 */
import sharp from 'sharp';
import type { PictureName } from './picture-names.ts';

const WIDTH = 1200;
const HEIGHT = 800;

type Stops = readonly (readonly [offset: number, color: string])[];

const gradient = (id: string, stops: Stops) =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stops
    .map(([offset, color]) => `<stop offset="${offset}" stop-color="${color}"/>`)
    .join('')}</linearGradient>`;

const backdrop = (stops: Stops) =>
  `<defs>${gradient('back', stops)}</defs><rect width="${WIDTH}" height="${HEIGHT}" fill="url(#back)"/>`;

const times = (count: number, draw: (index: number) => string) =>
  Array.from({ length: count }, (_, n) => draw(n)).join('');

/** Returns a pseudorandom number between 0 and 1, the same for the same arguments. */
const scatter = (index: number, salt: number) =>
  Math.abs(Math.sin(index * 12.9898 + salt * 78.233) * 43_758.5453) % 1;

/** Draws houses from edge to edge, some with lit windows. */
function houses(base: number, color: string, salt: number): string {
  return times(13, (n) => {
    const height = 130 + scatter(n, salt) * 270;
    const [left, top] = [n * 95 - 15, base - height];
    const windows = times(18, (w) =>
      scatter(n * 18 + w, salt + 3) > 0.45
        ? `<rect x="${left + 14 + (w % 3) * 24}" y="${top + 20 + Math.floor(w / 3) * 42}" width="12" height="18" fill="#ffd98a" opacity="${0.35 + scatter(w, n) * 0.6}"/>`
        : '',
    );
    return `<rect x="${left}" y="${top}" width="88" height="${height + HEIGHT - base}" fill="${color}"/>${windows}`;
  });
}

/** Draws a range of hills around this height. */
function hills(base: number, color: string, salt: number): string {
  const slopes = times(61, (n) => {
    const x = n * 20;
    const y = base - 70 * Math.sin(x / 170 + salt * 2.1) - 26 * Math.sin(x / 61 + salt * 5.3);
    return `${x},${y.toFixed(0)} `;
  });
  return `<polygon points="0,${HEIGHT} ${slopes} ${WIDTH},${HEIGHT}" fill="${color}"/>`;
}

const glass = (x: number, scale: number) =>
  `<g transform="translate(${x} 380) scale(${scale})">
    <path d="M0 0 L180 0 L152 250 L28 250 Z" fill="#fff" opacity=".28"/>
    <path d="M8 46 L172 46 L150 242 L30 242 Z" fill="#b9702f"/><ellipse cx="90" cy="46" rx="82" ry="14" fill="#d99a55"/>
    <path d="M22 20 L40 236" stroke="#fff" stroke-width="7" opacity=".5" stroke-linecap="round"/>
    <path d="M60 -20 q-24 -44 6 -82 t0 -80 M112 -20 q-24 -44 6 -82 t0 -80" fill="none" stroke="#fff" stroke-width="10" opacity=".35" stroke-linecap="round"/>
  </g>`;

const pot = (x: number, color: string, leaf: string) =>
  `<g transform="translate(${x} 560)">${times(7, (n) => `<ellipse cx="60" cy="-70" rx="22" ry="95" fill="${leaf}" opacity=".9" transform="rotate(${(n - 3) * 24} 60 10)"/>`)}
    <path d="M0 0 H120 L102 130 H18 Z" fill="${color}"/><rect x="-8" y="-12" width="136" height="26" rx="8" fill="${color}"/></g>`;

const drawings: Readonly<Record<PictureName, () => string>> = {
  sunset: () =>
    `${backdrop([
      [0, '#40307a'],
      [0.45, '#e0607e'],
      [0.75, '#ffb26b'],
      [1, '#ffe0a3'],
    ])}
     <circle cx="780" cy="520" r="120" fill="#fff1c9" opacity=".95"/><circle cx="780" cy="520" r="200" fill="#fff1c9" opacity=".18"/>
     ${times(6, (n) => `<ellipse cx="${scatter(n, 2) * WIDTH}" cy="${110 + n * 55}" rx="${150 + scatter(n, 5) * 160}" ry="${10 + n * 2}" fill="#ffd9c2" opacity=".3"/>`)}
     ${hills(690, '#5b2f5f', 1)}${hills(780, '#2c1b3d', 4)}`,
  skyline: () =>
    `${backdrop([
      [0, '#0d1333'],
      [0.7, '#3a2f6b'],
      [1, '#8a4f7d'],
    ])}
     ${times(60, (n) => `<circle cx="${scatter(n, 1) * WIDTH}" cy="${scatter(n, 7) * 360}" r="${1 + scatter(n, 3) * 1.6}" fill="#fff" opacity=".7"/>`)}
     <circle cx="950" cy="150" r="58" fill="#fdf3d0"/>${houses(640, '#1d2250', 2)}${houses(780, '#10142f', 5)}`,
  chai: () =>
    `${backdrop([
      [0, '#6b3f2a'],
      [1, '#2b1a14'],
    ])}
     <circle cx="250" cy="180" r="260" fill="#ffb65c" opacity=".18"/><rect y="600" width="${WIDTH}" height="200" fill="#4a2a1b"/>
     <ellipse cx="600" cy="660" rx="460" ry="60" fill="#23130d" opacity=".6"/>${glass(330, 1.1)}${glass(640, 1.1)}
     ${times(5, (n) => `<circle cx="${905 + n * 34}" cy="${655 - (n % 2) * 22}" r="30" fill="#e3b778"/>`)}`,
  monsoon: () =>
    `${backdrop([
      [0, '#3f5566'],
      [0.7, '#7d97a3'],
      [1, '#a9bdbf'],
    ])}${hills(620, '#4d6a62', 3)}${hills(740, '#2f4a41', 6)}
     ${times(160, (n) => {
       const [x, y] = [scatter(n, 1) * WIDTH, scatter(n, 9) * HEIGHT];
       return `<path d="M${x} ${y} l-9 44" stroke="#e8f4f7" stroke-width="2.4" opacity=".45"/>`;
     })}
     <path d="M420 560 a180 150 0 0 1 360 0 Z" fill="#d9484f"/><path d="M600 560 v150 q0 34 34 34" fill="none" stroke="#3a2b2b" stroke-width="11"/>`,
  hills: () =>
    `${backdrop([
      [0, '#8fc7e8'],
      [0.6, '#dcefee'],
      [1, '#fdf1d6'],
    ])}<circle cx="240" cy="190" r="70" fill="#fff7d6"/>
     ${['#9db9c9', '#7ba3a4', '#5a8a7c', '#3b6d57', '#255040'].map((color, n) => hills(430 + n * 85, color, n + 2)).join('')}`,
  lanterns: () =>
    `${backdrop([
      [0, '#1a1030'],
      [1, '#4c1f45'],
    ])}
     ${times(3, (row) => `<path d="M0 ${90 + row * 150} Q600 ${240 + row * 150} ${WIDTH} ${90 + row * 150}" fill="none" stroke="#2a1a2f" stroke-width="5"/>`)}
     ${times(27, (n) => {
       const [row, place] = [Math.floor(n / 9), n % 9];
       const x = 75 + place * 130;
       const y = 118 + row * 150 + (1 - ((x - 600) / 600) ** 2) * 75;
       const color = ['#ff9f45', '#ffd166', '#ef476f', '#f78fb3'][n % 4];
       return `<circle cx="${x}" cy="${y + 26}" r="64" fill="${color}" opacity=".2"/><ellipse cx="${x}" cy="${y + 26}" rx="27" ry="33" fill="${color}"/>`;
     })}`,
  balcony: () =>
    `${backdrop([
      [0, '#f7c9a8'],
      [0.6, '#f2a7a0'],
      [1, '#b9769a'],
    ])}${houses(640, '#9a6a8c', 4)}
     <rect y="690" width="${WIDTH}" height="110" fill="#5a3d4f"/>${pot(150, '#c65b3b', '#4f8a5b')}${pot(420, '#e0a13e', '#3f7a6a')}${pot(860, '#b84a5a', '#69a05a')}
     ${times(16, (n) => `<rect x="${n * 80}" y="600" width="10" height="100" fill="#3d2a38"/>`)}<rect y="590" width="${WIDTH}" height="16" fill="#3d2a38"/>`,
  train: () =>
    `${backdrop([
      [0, '#2b2230'],
      [1, '#1a1520'],
    ])}
     <rect x="120" y="90" width="960" height="540" rx="48" fill="#6c7a89"/>
     <svg x="150" y="120" width="900" height="480" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="xMidYMid slice">
       <defs>${gradient('night', [
         [0, '#10204a'],
         [1, '#5876a8'],
       ])}</defs><rect width="${WIDTH}" height="${HEIGHT}" fill="url(#night)"/>
       <circle cx="900" cy="180" r="60" fill="#f6efd2"/>${hills(560, '#27406b', 2)}${hills(700, '#16284a', 5)}</svg>
     <rect x="594" y="90" width="12" height="540" fill="#6c7a89"/><rect y="690" width="${WIDTH}" height="110" fill="#7c3f34"/>`,
};

/** Returns a picture as a JPEG file of 1200 x 800 pixels. */
export function drawPicture(name: PictureName): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">${drawings[name]()}</svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: 82 }).toBuffer();
}
