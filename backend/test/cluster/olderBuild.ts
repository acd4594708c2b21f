import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/** A build of a version before this one. */
export interface OlderBuild {
  commit: string;
  /** Where it is; as `dist` of the tree. */
  build: string;
}

/** The folder of the migrations, now and before the modules were moved. */
const MIGRATIONS = ['backend/src/platform/database/migrations', 'backend/src/db/migrations'];

/** The libraries of a tree, with their versions. */
const librariesOf = (tree: string): string => {
  const { dependencies } = JSON.parse(readFileSync(path.join(tree, 'package.json'), 'utf8')) as {
    dependencies: object;
  };
  return JSON.stringify(dependencies);
};

/**
 * Builds the version before an upgrade to this tree: the commit before the newest migration was merged, or the commit
 * in OLDER. It runs with its own libraries.
 */
export function buildOlder(folder: string): OlderBuild {
  const git = (...args: string[]): string => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
  const newest = (): string =>
    `${git('log', '-1', '--first-parent', '-m', '--diff-filter=A', '--format=%H', '--', ...MIGRATIONS)}^`;
  let commit: string;
  try {
    commit = git('rev-parse', '--short', '--verify', `${process.env.OLDER ?? newest()}^{commit}`);
  } catch {
    throw new Error('Missing: a clone with its history (git fetch --unshallow), or OLDER=<commit>.');
  }
  const tree = path.join(folder, 'older');
  mkdirSync(tree);
  const archive = execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: 2 ** 28 });
  execFileSync('tar', ['--extract', '--directory', tree], { input: archive });
  // Exact versions, so equal lists are equal libraries.
  if (librariesOf(tree) === librariesOf(ROOT)) {
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(tree, 'node_modules'));
  } else execFileSync('npm', ['ci', '--omit=dev', '--ignore-scripts'], { cwd: tree, stdio: 'inherit' });
  // it was checked when it was new
  const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, '--project', 'backend', '--noCheck'], { cwd: tree, stdio: 'inherit' });
  return { commit, build: path.join(tree, 'dist') };
}
