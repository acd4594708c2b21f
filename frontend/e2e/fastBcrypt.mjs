// Loaded by `--import` before the server of the browser tests: hashes passwords with the lowest cost of bcrypt. The
// tests create hundreds of accounts, and a hash takes a quarter of a second of a core. The app has no setting for this
// cost.
import { registerHooks } from 'node:module';

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.endsWith('/auth/passwordHasher.js')) return loaded;
    const source = Buffer.from(loaded.source ?? '').toString();
    if (!source.includes('BCRYPT_COST = 12')) throw new Error('fastBcrypt.mjs does not find the cost of a hash');
    return { ...loaded, source: source.replace('BCRYPT_COST = 12', 'BCRYPT_COST = 4') };
  },
});
