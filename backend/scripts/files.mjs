// Moves the contents of files between the database and the bucket of FILES_S3_URL: `npm run files`.
import { runBuilt } from './runBuilt.mjs';

await runBuilt('cli/files');
