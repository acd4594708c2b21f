import { migrate } from './db/migrate.js';
import { resetTwoFactor } from './auth/twoFactor.service.js';
import { EnvError } from './env.js';
import { migrateJobs } from './kernel/jobs/worker.js';
import { live } from './lifecycle.js';
import { databaseBeside } from './databaseBeside.js';
import { createResources } from './resources.js';

const USAGE = 'npm run account -- reset-two-factor EMAIL';

// `npm run account`: what only the operator can do for an account. Also while the app runs.
await live(async (life) => {
  const [act, email, ...more] = process.argv.slice(2);
  if (act !== 'reset-two-factor' || email === undefined || more.length > 0) throw new EnvError(`usage: ${USAGE}`);
  const { env, log, opened, end } = life;
  const url = await databaseBeside(life);
  const resources = await createResources({ env, log, databaseUrl: url });
  opened(resources.close);
  await migrate(resources.orm, url);
  await migrateJobs(url, log);
  const found = await resetTwoFactor(resources, email);
  const said = {
    reset: 'Two-factor sign-in is off for this account; its person is told by mail.',
    off: 'Two-factor sign-in was not on for this account. Nothing was changed.',
    unknown: 'There is no account with this e-mail address. Nothing was changed.',
  };
  if (found === 'unknown') console.error(said[found]);
  else console.log(said[found]);
  end(found === 'unknown' ? 1 : 0);
});
