import { compare, hash } from 'bcryptjs';

/** Work for the pool's threads: bcrypt in plain JavaScript would hold the event loop for a quarter of a second. */
export interface PasswordJob {
  password: string;
  /** What to check against; absent: make a hash. */
  hash?: string;
  cost: number;
}

export default async function run(job: PasswordJob): Promise<string | boolean> {
  return job.hash === undefined ? hash(job.password, job.cost) : compare(job.password, job.hash);
}
