/**
 * On a signal, npm stops only the shell between it and this process, and many shells do not pass the signal on: the app would
 * continue unseen. So the end of that shell counts as SIGTERM.
 */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 250);
  watch.unref();
}
