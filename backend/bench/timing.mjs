// Whether response times reveal if there is an account: sign-in and forgotten password, known and unknown email.
import { CREDENTIALS } from './seed.mjs';
import { median } from './statistics.mjs';

/** The most the two can differ, as a share of the faster one. */
const MARK = 0.1;
const SIGN_INS = 60;
const FORGOTTEN = 400;
const UNKNOWN = 'nobody@tern.example';

async function time(url, body, status) {
  const began = performance.now();
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await response.text();
  if (response.status !== status) throw new Error(`${url} answered ${response.status}`);
  return performance.now() - began;
}

/** Alternates between both, each first equally often, and compares adjacent requests, because noise affects both alike. */
async function compare(name, count, ask) {
  const times = { known: [], unknown: [] };
  for (let i = -4; i < count; i += 1) {
    for (const kind of i % 2 ? ['known', 'unknown'] : ['unknown', 'known']) {
      const taken = await ask(kind === 'known' ? CREDENTIALS.email : UNKNOWN);
      // the first requests warm up
      if (i >= 0) times[kind].push(taken);
    }
  }
  const [known, unknown] = [median(times.known), median(times.unknown)];
  const difference = median(times.known.map((taken, i) => taken - times.unknown[i]));
  return { name, known, unknown, apart: Math.abs(difference) / Math.min(known, unknown) };
}

/** @returns per call the medians in milliseconds, and their difference */
export async function measureTiming({ url }) {
  return [
    await compare('wrong password', SIGN_INS, (email) =>
      time(`${url}/api/auth/login`, { email, password: 'Wrong1password' }, 401),
    ),
    await compare('forgotten password', FORGOTTEN, (email) => time(`${url}/api/auth/forgot-password`, { email }, 200)),
  ];
}

export function printTiming(results) {
  console.log('\nTiming                  known ms  unknown ms  apart');
  for (const { name, known, unknown, apart } of results) {
    console.log(
      name.padEnd(22) +
        known.toFixed(1).padStart(10) +
        unknown.toFixed(1).padStart(12) +
        `${(apart * 100).toFixed(1)}%`.padStart(7) +
        `  ${apart <= MARK ? 'ok' : 'beyond'} (mark ${MARK * 100}%)`,
    );
  }
}
