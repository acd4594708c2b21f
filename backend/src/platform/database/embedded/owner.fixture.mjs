// Runs an embedded database from the TypeScript sources in a separate process, which tests kill.
import { registerHooks } from 'node:module';

const isOurs = (url) => url !== undefined && !url.includes('/node_modules/');

registerHooks({
  resolve: (specifier, context, next) =>
    next(
      specifier.startsWith('.') && isOurs(context.parentURL) ? specifier.replace(/\.js$/, '.ts') : specifier,
      context,
    ),
});
const { startEmbedded } = await import('./startEmbedded.ts');
const log = { info: () => {}, warn: () => {}, error: () => {} };
try {
  const { url, ownership } = await startEmbedded({ dataDir: process.argv[2], log, durable: false });
  console.log(JSON.stringify({ url, ownership }));
  setInterval(() => {}, 60_000);
} catch (error) {
  console.log(JSON.stringify({ error: error.message }));
  process.exitCode = 1;
}
