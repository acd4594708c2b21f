// Loaded into a measured server: a signal collects its garbage, so that its memory is what it holds.
import { collectGarbage } from '../../dist/backend/src/platform/process/idleMemory.js';

process.on('SIGUSR2', collectGarbage);
