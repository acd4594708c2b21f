import type { ImportReason } from '../../../contract/importReasons.js';
import { type CountedHead, type DraftTask, type ReadOptions, UnreadableFile } from './draft.js';
import { readDraft } from './readDraft.js';

/* The process that reads a file. It requests the file part by part, and sends tasks in parts when they are requested. A
   file that needs too much memory ends this process instead of the server. */

/** Messages to this process: the options and a folder for temporary files, the next bytes (null at the end), or a request for the next tasks. */
export type ToReader = { options: ReadOptions; folder: string } | { bytes: Uint8Array | null } | { next: true };

/** Messages from this process. */
export type FromReader =
  | { want: 'options' | 'bytes' }
  | { head: CountedHead }
  | { tasks: DraftTask[] }
  | { unreadable: ImportReason }
  | { failed: string }
  | { end: true };

/** The number of tasks in one message. */
const AT_ONCE = 100;

const send = (message: FromReader): void => void process.send?.(message);

const inbox: ToReader[] = [];
let wake: (() => void) | undefined;
process.on('message', (message: ToReader) => {
  inbox.push(message);
  wake?.();
});
// The server has ended.
process.on('disconnect', () => process.exit());
// Ctrl-C reaches all processes of a terminal. The server decides when this one ends.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);

async function receive(): Promise<ToReader> {
  for (;;) {
    const message = inbox.shift();
    if (message) return message;
    await new Promise<void>((resolve) => (wake = resolve));
  }
}

async function* bytes(): AsyncGenerator<Uint8Array> {
  for (;;) {
    send({ want: 'bytes' });
    const message = await receive();
    if (!('bytes' in message) || message.bytes === null) return;
    yield message.bytes;
  }
}

async function run(): Promise<void> {
  send({ want: 'options' });
  const first = await receive();
  if (!('options' in first)) throw new Error('the reader got something else first');
  try {
    const { head, tasks } = await readDraft(bytes(), first.options, first.folder);
    send({ head });
    for (let at = 0; at < tasks.length; at += AT_ONCE) {
      await receive();
      send({ tasks: tasks.slice(at, at + AT_ONCE) });
    }
    await receive();
    send({ end: true });
  } catch (error) {
    send(error instanceof UnreadableFile ? { unreadable: error.reason } : { failed: String(error) });
  }
}

await run();
