// A worker that takes a job and never finishes it: `node stuckWorker.fixture.mjs <worker.js> <database url> [<silence
// in ms>]`.
const [, , module, databaseUrl, silenceMs] = process.argv;
const { startWorker } = await import(module);
const quiet = () => undefined;
const log = { debug: quiet, info: quiet, warn: quiet, error: console.error };
const tasks = {
  stuck: () => {
    console.log('begun');
    return new Promise(() => setInterval(quiet, 1_000));
  },
};
await startWorker({ databaseUrl, log, tasks, crontab: '', ...(silenceMs && { silenceMs: Number(silenceMs) }) });
