/** The top of an axis: a round number that is not below the greatest value, and the distance of its lines. */
export interface Scale {
  top: number;
  step: number;
}

const LINES = 5;

/** Returns a scale of whole numbers with a few lines, whose distance is 1, 2 or 5 times a power of ten. */
export const createScale = (greatest: number): Scale => {
  const rough = Math.max(1, greatest) / LINES;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power);
  return { step, top: Math.max(step, Math.ceil(greatest / step) * step) };
};

/** Returns the numbers at the lines of an axis, from 0. */
export const gridLines = ({ top, step }: Scale): number[] =>
  Array.from({ length: Math.round(top / step) + 1 }, (_, index) => index * step);

/** Returns whether a label on a crowded axis is shown: the last one, and others at equal distances. */
export const isLabelShown = (index: number, count: number, room: number): boolean =>
  (count - 1 - index) % Math.max(1, Math.ceil(count / room)) === 0;

/** Places labels from the top, next to their bands, at least `gap` apart and within the plot. */
export const spreadLabels = (wanted: readonly number[], gap: number, height: number): number[] => {
  const places: number[] = [];
  for (const place of wanted) places.push(Math.max(place, (places.at(-1) ?? -Infinity) + gap, gap / 2));
  for (let index = places.length - 1; index >= 0; index -= 1) {
    const below = places[index + 1] ?? height + gap / 2;
    places[index] = Math.min(places[index] ?? 0, below - gap);
  }
  return places;
};
