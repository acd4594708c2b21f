// Whether the time of an answer tells if there is an account: sign-in and forgotten password, known and unknown e-mail.
import { CREDENTIALS } from './seed.mjs';

/** How far the two may be apart, as a share of the faster one. */
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

const median = (times) => times.toSorted((a, b) => a - b)[times.length >> 1];

/**
 * Asks for both by turns, the one first as often as the other, and compares what was asked one right after the other:
 * what slows the machine slows both.
 */
async function compare(name, count, ask) {
  const times = { known: [], unknown: [] };
  for (let i = -4; i < count; i += 1) {
    for (const kind of i % 2 ? ['known', 'unknown'] : ['unknown', 'known']) {
      const taken = await ask(kind === 'known' ? CREDENTIALS.email : UNKNOWN);
      // the first ones warm up
      if (i >= 0) times[kind].push(taken);
    }
  }
  const [known, unknown] = [median(times.known), median(times.unknown)];
  const difference = median(times.known.map((taken, i) => taken - times.unknown[i]));
  return { name, known, unknown, apart: Math.abs(difference) / Math.min(known, unknown) };
}

/** @returns for each call the medians in milliseconds, and how far the two are apart */
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
