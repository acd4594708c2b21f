import { compare, hash } from 'bcryptjs';

/** A job for a worker thread: bcrypt in plain JavaScript would block the event loop for 250 ms. */
export interface PasswordJob {
  password: string;
  /** The hash to compare with; absent: create a hash. */
  hash?: string;
  cost: number;
}

export default async function run(job: PasswordJob): Promise<string | boolean> {
  return job.hash === undefined ? hash(job.password, job.cost) : compare(job.password, job.hash);
}
