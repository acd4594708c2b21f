/** A line that was in view, and how far it was scrolled out of it. */
export interface Anchor {
  key: string;
  shift: number;
}

/**
 * Of neighbours that were in view, the one to hold on to after a change, and where it stands now: the first that has kept
 * its distance to most of the others. One that was itself moved away would take the view with it.
 */
export const steadyAnchor = (
  anchors: readonly Anchor[],
  keys: readonly string[],
): (Anchor & { index: number }) | undefined => {
  const places = anchors.map(({ key }) => keys.indexOf(key));
  const here = anchors.flatMap((anchor, before) => {
    const index = places[before] ?? -1;
    if (index === -1) return [];
    const kept = places.filter((place, other) => place !== -1 && place - index === other - before).length;
    return [{ ...anchor, index, kept }];
  });
  return here.toSorted((a, b) => b.kept - a.kept)[0];
};
