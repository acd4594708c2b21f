import { migrate } from '../platform/process/migrate.js';
import type { ProcessContext } from '../platform/process/lifecycle.js';
import type { Resources } from '../request/context.js';
import { createResources } from '../resources.js';
import { resolveDatabaseUrl } from './resolveDatabaseUrl.js';

/** Opens the database, whether or not the app runs. */
export async function openResources(context: ProcessContext): Promise<Resources> {
  const { env, log, onClose } = context;
  const url = await resolveDatabaseUrl(context);
  const resources = await createResources({ env, log, databaseUrl: url });
  onClose(resources.close);
  await migrate(resources.orm, url);
  return resources;
}
