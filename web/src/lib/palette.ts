// The library's palette (src/render/palette.cpp), so that a board looks the same here and in a drawing of the server.
const hues = [
  '3b7dd8', 'f2b632', '3a9d5d', 'e8743b', '8e5bc7', '35b8b0', 'ee8fc0', 'a9c23f', '8a5a36', '8ccdf2',
  'b8406f', 'f6e39a', '24507f', 'a4e3bb', 'cda9ec', '5f7020', 'f7b196', '1c6a62', '5f3588', 'c79a5b',
  '5a62d0', 'd96a8f', '6fa07a', '762b3a', '56dde0', 'b7becb', '9a7d1f', '93a4dd', 'c0561c', '5fc447',
];

export const frameGrey = '#8a9099';

export function hue(index: number): string {
  return '#' + hues[index % hues.length];
}

function channels(colour: string): number[] {
  return [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
}

function mixed(a: string, b: string, share: number): string {
  const other = channels(b);
  return (
    '#' +
    channels(a)
      .map((value, k) => Math.round(value * (1 - share) + other[k] * share).toString(16).padStart(2, '0'))
      .join('')
  );
}

export function darker(colour: string, share: number): string {
  return mixed(colour, '#000000', share);
}

export function lighter(colour: string, share: number): string {
  return mixed(colour, '#ffffff', share);
}

export function brightness(colour: string): number {
  const [red, green, blue] = channels(colour);
  return (299 * red + 587 * green + 114 * blue) / 1000;
}

export function readableOn(paper: string): string {
  return brightness(paper) > 140 ? darker(paper, 0.78) : lighter(paper, 0.9);
}
