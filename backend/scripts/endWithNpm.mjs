/**
 * Asked to stop, npm passes the signal to the shell between it and this process only, and many shells end without
 * passing it on: the app would live on, unseen. So the disappearance of that shell counts as the signal.
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
