import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second. */
const TICKS = 100;

/** What /proc says of a process after its name; undefined when it is gone. */
function stat(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number);
  } catch {
    return undefined;
  }
}

/** Seconds of the processor that a process has used with all its threads, and those of its children that have ended. */
const used = (fields) => (fields ? (fields[11] + fields[12] + fields[13] + fields[14]) / TICKS : 0);

const children = (parent) =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => stat(pid)?.[1] === parent);

/** Seconds of the processor so far: of a process, and with `family` of its children, too. */
export function cpuSeconds(pid, { family = false } = {}) {
  const pids = family ? [pid, ...children(pid)] : [pid];
  return pids.reduce((sum, each) => sum + used(stat(each)), 0);
}

/** Seconds that all processors of the machine were busy so far, whoever with. */
export function machineSeconds() {
  const [user, nice, system, , , irq, softIrq] = /^cpu +(.*)$/m
    .exec(readFileSync('/proc/stat', 'utf8'))[1]
    .split(' ')
    .map(Number);
  return (user + nice + system + irq + softIrq) / TICKS;
}

/** Megabytes that a process keeps in memory. */
export const residentMb = (pid) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/** Megabytes that each child of a process has to itself, shared memory left out: of PostgreSQL, what a connection costs. */
export function privateMbOfChildren(parent, isMeant) {
  const found = children(parent)
    .filter((pid) => isMeant(readFileSync(`/proc/${pid}/cmdline`, 'utf8')))
    .map((pid) => readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8').matchAll(/^Private_\w+:\s+(\d+)/gm))
    .map((lines) => [...lines].reduce((sum, [, kilobytes]) => sum + Number(kilobytes) / 1024, 0));
  return found.reduce((sum, each) => sum + each, 0) / Math.max(found.length, 1);
}
