import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { importReason } from '../../contract/importReasons.js';
import { DAY_MS, IMPORTS } from '../../contract/limits.js';
import { makeFolder } from '../platform/lib/makeFolder.js';
import { type CountedHead, type DraftTask, type ReadOptions, UnreadableFile } from './read/draft.js';
import type { FromReader, ToReader } from './read/readerProcess.js';

/** A reader that makes no progress for this time is killed. */
const SILENT_MS = 120_000;

/**
 * Signals that stop a reader from outside. A reader that runs out of memory ends with another signal or an exit code.
 */
const EXTERNAL_SIGNALS = new Set<NodeJS.Signals | null>(['SIGINT', 'SIGTERM', 'SIGHUP']);

const isSource = import.meta.url.endsWith('.ts');

/**
 * Tests run the sources, whose imports have the names of the compiled files. Node.js stores the compiled code, so that
 * the next process starts in a third of the time. It usually stores it at the end of a process. This one is ended by a
 * signal, so the code is stored after each message.
 */
const FROM_SOURCE = `
  import { enableCompileCache, flushCompileCache, registerHooks } from 'node:module';
  enableCompileCache(${JSON.stringify(fileURLToPath(new URL('../../../node_modules/.cache/compiled', import.meta.url)))});
  process.on('message', () => setImmediate(flushCompileCache));
  registerHooks({
    resolve(specifier, context, next) {
      const isOwn = specifier.startsWith('.') && context.parentURL?.endsWith('.ts');
      return next(isOwn ? specifier.replace(/js$/, 'ts') : specifier, context);
    },
  });`;

const startReader = (): ChildProcess =>
  fork(fileURLToPath(new URL(`./read/readerProcess.${isSource ? 'ts' : 'js'}`, import.meta.url)), {
    execArgv: [
      `--max-old-space-size=${IMPORTS.memoryMb - 128}`,
      '--max-semi-space-size=16',
      ...(isSource ? ['--import', `data:text/javascript,${encodeURIComponent(FROM_SOURCE)}`] : []),
    ],
    // The process needs no secrets of the server.
    env: {},
    serialization: 'advanced',
    // When memory runs out, Node.js prints a page of text.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });

export interface ReadFile {
  head: CountedHead;
  /** The tasks in parts; parents come before their subtasks. */
  tasks: AsyncGenerator<DraftTask[]>;
}

/**
 * Creates a folder for a reader in the data folder, because a container may be able to write nowhere else. Deletes folders
 * that are older than a day: their readers were killed with the server.
 */
async function createReaderFolder(dataDir: string): Promise<string> {
  const all = path.join(dataDir, 'imports');
  makeFolder(all);
  for (const name of await readdir(all)) {
    const found = await stat(path.join(all, name)).catch(() => undefined);
    if (found && found.mtimeMs < Date.now() - DAY_MS) await rm(path.join(all, name), { recursive: true, force: true });
  }
  return mkdtemp(path.join(all, 'reader-'));
}

/**
 * Reads a file in a separate process with limited memory, and calls `use` with the contents. Throws UnreadableFile with
 * the reason.
 */
export async function readInProcess<T>(
  dataDir: string,
  options: ReadOptions,
  bytes: AsyncIterator<Uint8Array>,
  use: (file: ReadFile) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const folder = await createReaderFolder(dataDir);
  const reader = startReader();
  const inbox: (FromReader | Error)[] = [];
  let wake: (() => void) | undefined;
  const deliver = (message: FromReader | Error): void => {
    inbox.push(message);
    wake?.();
  };
  reader.on('message', (message: FromReader) => deliver(message));
  reader.on('error', deliver);
  reader.on('exit', (_code, by) => {
    const why = EXTERNAL_SIGNALS.has(by)
      ? new Error(`the reader of an import was ended by ${by}`)
      : new UnreadableFile(importReason('tooLarge'));
    deliver((signal?.reason as Error | undefined) ?? why);
  });
  const onAbort = (): void => deliver(signal?.reason as Error);
  signal?.addEventListener('abort', onAbort);
  const tell = (message: ToReader): void => {
    // If the process has ended, its `exit` event reports that.
    if (reader.connected) reader.send(message, () => undefined);
  };

  const receive = async (): Promise<FromReader> => {
    const until = Date.now() + SILENT_MS;
    for (;;) {
      const message = inbox.shift();
      if (message instanceof Error) throw message;
      if (message && 'unreadable' in message) throw new UnreadableFile(message.unreadable);
      if (message && 'failed' in message) throw new Error(`the reader of an import has failed: ${message.failed}`);
      if (message) return message;
      if (Date.now() > until) throw new UnreadableFile(importReason('tooSlow'));
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, 1_000);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  };

  async function* tasks(): AsyncGenerator<DraftTask[]> {
    for (;;) {
      tell({ next: true });
      const message = await receive();
      if (!('tasks' in message)) return;
      yield message.tasks;
    }
  }

  try {
    for (;;) {
      const message = await receive();
      if ('head' in message) return await use({ head: message.head, tasks: tasks() });
      if (!('want' in message)) throw new Error('the reader of an import has sent something else');
      if (message.want === 'options') {
        tell({ options, folder });
        continue;
      }
      const { value, done } = await bytes.next();
      tell({ bytes: done ? null : value });
    }
  } finally {
    signal?.removeEventListener('abort', onAbort);
    const isRunning = reader.kill('SIGKILL');
    if (isRunning) await once(reader, 'exit');
    await rm(folder, { recursive: true, force: true });
  }
}
