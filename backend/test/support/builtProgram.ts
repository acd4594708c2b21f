import { execFile, type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const root = path.resolve(import.meta.dirname, '../../..');

/** The path of a compiled server module. */
export const built = (name: string): string => path.join(root, 'dist/backend/src', `${name}.js`);

let building: Promise<unknown> | undefined;

/** Compiles the server if its output is outdated, so that tests can start and kill it as a process. */
export async function buildServer(): Promise<void> {
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
  building ??= promisify(execFile)(process.execPath, [tsc, '-b', 'backend'], { cwd: root }).catch(
    ({ stdout }: { stdout: string }) => {
      throw new Error(`the server does not compile:\n${stdout}`);
    },
  );
  await building;
}

/** A program in its own process. */
export interface Program {
  child: ChildProcess;
  lines: string[];
  stderr: () => string;
  /** The exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals | null>;
  line(match: (line: string) => boolean, timeoutMs?: number): Promise<string>;
}

/** Runs a program with only the given environment variables. */
export function run(file: string, env: Record<string, string>, args: string[] = []): Program {
  const child = spawn(process.execPath, [file, ...args], {
    env: { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  let stderr = '';
  const reader = createInterface({ input: child.stdout });
  reader.on('line', (line) => lines.push(line));
  child.stderr.on('data', (chunk) => (stderr += chunk));
  const ended = once(child, 'exit').then(
    ([code, signal]: (number | NodeJS.Signals | null)[]) => code ?? signal ?? null,
  );
  return {
    child,
    lines,
    stderr: () => stderr,
    ended,
    line: (match, timeoutMs = 30_000) =>
      new Promise((resolve, reject) => {
        const known = lines.find(match);
        if (known !== undefined) return resolve(known);
        const timer = setTimeout(
          () => reject(new Error(`no such line in ${timeoutMs} ms:\n${lines.slice(-20).join('\n')}\n${stderr}`)),
          timeoutMs,
        );
        reader.on('line', (line) => {
          if (!match(line)) return;
          clearTimeout(timer);
          resolve(line);
        });
        void ended.then((code) => {
          clearTimeout(timer);
          reject(new Error(`ended with ${code}:\n${lines.slice(-20).join('\n')}\n${stderr}`));
        });
      }),
  };
}

/** Runs `npm run account` to its end. */
export async function account(env: Record<string, string>, ...args: string[]) {
  const program = run(built('cli/account'), env, args);
  return { code: await program.ended, lines: program.lines, error: program.stderr().trim() };
}
