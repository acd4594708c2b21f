/**
 * Orders streams by the number of streams that their people have running, fewest first. Otherwise a few people with many
 * streams to slow receivers would get each place again that becomes free.
 */
export function fewestFirst<Stream extends { userId: string }>(
  found: readonly Stream[],
  running: Iterable<{ userId: string }>,
): Stream[] {
  const counts = new Map<string, number>();
  for (const { userId } of running) counts.set(userId, (counts.get(userId) ?? 0) + 1);
  const countOf = ({ userId }: Stream): number => counts.get(userId) ?? 0;
  return found.toSorted((one, other) => countOf(one) - countOf(other));
}
