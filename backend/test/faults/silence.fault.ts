import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SeverableProxy } from '../support/severableProxy.js';
import { createDatabase, type TestDatabase } from '../support/postgres.js';
import { App } from './app.js';
import { freezeConnection, freezeDatabase, NOTHING_LOST } from './scenarios.js';

describe(
  'a database that is silent for twenty seconds loses nothing, and no request takes ten',
  { timeout: 180_000 },
  () => {
    let database: TestDatabase;
    let proxy: SeverableProxy;
    let behind: App;
    let own: App;
    beforeAll(async () => {
      database = await createDatabase();
      proxy = new SeverableProxy(database.url);
      await proxy.open();
      behind = await App.make({ DATABASE_URL: proxy.url });
      await behind.start();
      own = await App.make();
      await own.start();
    }, 120_000);
    afterAll(async () => {
      await behind?.remove();
      await own?.remove();
      await proxy?.close();
      await database?.drop();
    });

    for (const round of [1, 2]) {
      it(`when its network connection is silently lost and replaced (${round})`, async () => {
        expect(await freezeConnection(behind, proxy)).toEqual(NOTHING_LOST);
      });
      it(`when its own connection is frozen (${round})`, async () => {
        expect(await freezeDatabase(own, 20_000)).toEqual(NOTHING_LOST);
      });
    }
  },
);
