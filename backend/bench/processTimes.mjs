import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second. */
const TICKS = 100;

/** Reads the fields of /proc/PID/stat after the name; undefined if the process has ended. */
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

/** Returns the CPU seconds of a process, and of its ended children. */
const used = (fields) => (fields ? (fields[11] + fields[12] + fields[13] + fields[14]) / TICKS : 0);

export const children = (parent) =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => stat(pid)?.[1] === parent);

/** Returns the CPU seconds of a process so far, with `family` also of its children. */
export function cpuSeconds(pid, { family = false } = {}) {
  const pids = family ? [pid, ...children(pid)] : [pid];
  return pids.reduce((sum, each) => sum + used(stat(each)), 0);
}

/** Returns the CPU milliseconds of all threads of a process so far, exactly; 0 if it has ended. */
export function threadMs(pid) {
  let sum = 0;
  try {
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      sum += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
    }
  } catch {
    // it, or one of its threads, has ended
  }
  return sum / 1e6;
}

/** Returns the CPU seconds of the whole machine so far. */
export function machineSeconds() {
  const [user, nice, system, , , irq, softIrq] = /^cpu +(.*)$/m
    .exec(readFileSync('/proc/stat', 'utf8'))[1]
    .split(' ')
    .map(Number);
  return (user + nice + system + irq + softIrq) / TICKS;
}

/** Returns the resident memory of a process in MB. */
export const residentMb = (pid) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/** Returns the private memory of each child in MB: the cost of a PostgreSQL connection. */
export function privateMbOfChildren(parent, isMeant) {
  const found = children(parent)
    .filter((pid) => isMeant(readFileSync(`/proc/${pid}/cmdline`, 'utf8')))
    .map((pid) => readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8').matchAll(/^Private_\w+:\s+(\d+)/gm))
    .map((lines) => [...lines].reduce((sum, [, kilobytes]) => sum + Number(kilobytes) / 1024, 0));
  return found.reduce((sum, each) => sum + each, 0) / Math.max(found.length, 1);
}
