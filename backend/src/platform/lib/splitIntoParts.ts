/** Collects chunks of any size into parts of `size` bytes; the last one is smaller. */
export async function* splitIntoParts(
  source: AsyncIterable<Buffer>,
  size: number,
): AsyncGenerator<Buffer<ArrayBuffer>> {
  let kept: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of source) {
    kept.push(chunk);
    bytes += chunk.length;
    if (bytes < size) continue;
    const all = Buffer.concat(kept);
    let at = 0;
    for (; at + size <= all.length; at += size) yield all.subarray(at, at + size);
    // A copy, because a subarray would keep the whole buffer in memory.
    kept = [Buffer.from(all.subarray(at))];
    bytes -= at;
  }
  if (bytes > 0) yield Buffer.concat(kept);
}
