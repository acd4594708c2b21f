// Loaded before the server that the browser tests run against, by `--import`: passwords are hashed as cheaply as bcrypt can.
// The tests make hundreds of accounts, a quarter of a second of a core each; how long a hash takes is no setting of the app.
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
