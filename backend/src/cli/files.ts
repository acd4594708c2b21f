import { choosePlace, moveFiles, type Place } from '../attachments/moveFiles.js';
import { EnvError } from '../env.js';
import { ObjectStoreError } from '../platform/objects/s3.js';
import { runProcess } from '../platform/process/lifecycle.js';
import { openResources } from './openResources.js';

const USAGE = 'npm run files -- to s3|database';

/** Parses the command line. Throws EnvError. */
function readPlace(): Place {
  const [to, place, ...more] = process.argv.slice(2);
  if (to === 'to' && (place === 's3' || place === 'database') && more.length === 0) return place;
  throw new EnvError(`usage: ${USAGE}`);
}

/**
 * Returns what the operator reads about a content that the bucket does not give out, or null if the command must end. A
 * key that may not list the bucket gets the answer AccessDenied for a lost object, too. Nothing is deleted in either case.
 */
function describeLost(error: unknown, file: string, to: Place): string | null {
  if (!(error instanceof ObjectStoreError)) return null;
  if (error.status === 404) return `The content of the file ${file} is not in the bucket.`;
  if (to === 's3' || error.code !== 'AccessDenied') return null;
  return `The bucket refuses the content of the file ${file}: it has lost it, or the key may not read it.`;
}

// `npm run files`: moves the contents of all files, also while the app runs. It can be stopped and started again.
await runProcess(
  async (context) => {
    const place = readPlace();
    const { env, stopSignal } = context;
    if (!env.filesS3) throw new EnvError('FILES_S3_URL is not set');
    const resources = await openResources(context);
    await choosePlace(resources, place);
    const moved = { count: 0, bytes: 0 };
    const onMoved = (size: number): void => {
      moved.count += 1;
      moved.bytes += size;
    };
    const lost = new Set<unknown>();
    // One object that the bucket has lost must not keep the other files from moving.
    const onFailed = (error: unknown, file: string): void => {
      const text = describeLost(error, file, place);
      if (text === null) throw error;
      lost.add(error);
      console.error(text);
    };
    await moveFiles(resources, place, { onMoved, onFailed, signal: stopSignal }).catch((error: unknown) => {
      if (!lost.has(error)) throw error;
    });
    const megabytes = Math.round(moved.bytes / 1e6).toLocaleString('en');
    console.log(
      `Moved ${moved.count.toLocaleString('en')} files with ${megabytes} MB to the ${place === 's3' ? 'bucket' : 'database'}.`,
    );
    context.end(lost.size > 0 ? 1 : 0);
  },
  { failed: 'The command failed', stopped: 1 },
);
