import { JSONParser } from '@streamparser/json';
import { importReason } from '../../../contract/importReasons.js';
import { UnreadableFile } from './draft.js';

/**
 * Reads a JSON document as a stream and calls `onElement` for each value at one of the paths, such as `$.cards.*`, with
 * the first index of its path. Keeps nothing else in memory, so that large documents need little.
 */
export async function readJsonElements(
  parts: AsyncIterable<Uint8Array>,
  paths: string[],
  onElement: (path: string, value: unknown, index: number) => void,
): Promise<void> {
  const parser = new JSONParser({ paths, keepStack: false });
  let failure: Error | undefined;
  parser.onError = (error) => void (failure ??= error);
  parser.onValue = ({ value, stack, key }) => {
    // `$.name` is below the root; `$.cards.*` is below the root and a list.
    const keys = [...stack.map(({ key: name }) => name), key].filter((name) => name !== undefined);
    const index = keys.find((name) => typeof name === 'number') ?? 0;
    onElement(['$', ...keys.map((name) => (typeof name === 'number' ? '*' : name))].join('.'), value, index);
  };
  for await (const part of parts) {
    parser.write(part);
    if (failure || parser.isEnded) break;
  }
  if (failure || !parser.isEnded) throw new UnreadableFile(importReason('badJson'));
}
