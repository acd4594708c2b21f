import { describe, expect, it } from 'vitest';
import { ProjectQueue } from './projectQueue.js';

/** A command that runs until `end` is called. */
function piece() {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const work = async (): Promise<void> => {
    begin();
    await ended;
  };
  return { work, begun, end };
}

/** Lets everything that could run now run. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('ProjectQueue', () => {
  it('runs the commands of one project one at a time, in order', async () => {
    const queue = new ProjectQueue();
    const order: number[] = [];
    let running = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        queue.run(['tern'], async () => {
          most = Math.max(most, (running += 1));
          await settle();
          order.push(index);
          running -= 1;
        }),
      ),
    );
    expect(most).toBe(1);
    expect(order).toEqual(Array.from({ length: 50 }, (_, index) => index));
  });

  it('runs commands of different projects in parallel', async () => {
    const queue = new ProjectQueue();
    const [one, other] = [piece(), piece()];
    const both = [queue.run(['tern'], one.work), queue.run(['heron'], other.work)];
    await expect(Promise.all([one.begun, other.begun])).resolves.toHaveLength(2);
    one.end();
    other.end();
    await Promise.all(both);
  });

  it('runs a command for several projects only when all of them are free', async () => {
    const queue = new ProjectQueue();
    const [tern, heron] = [piece(), piece()];
    let ran = false;
    const first = queue.run(['tern'], tern.work);
    const second = queue.run(['heron'], heron.work);
    const across = queue.run(['heron', 'tern'], async () => void (ran = true));
    tern.end();
    await first;
    await settle();
    expect(ran).toBe(false);
    heron.end();
    await Promise.all([second, across]);
    expect(ran).toBe(true);
  });

  it('does not deadlock when commands name the same projects in different orders', async () => {
    const queue = new ProjectQueue();
    const done: string[] = [];
    const names = ['tern', 'heron', 'plover'];
    await Promise.all(
      Array.from({ length: 60 }, (_, index) => {
        const ids = [0, 1].map((offset) => names[(index + offset * (1 + (index % 2))) % 3] ?? '');
        return queue.run(ids, async () => {
          await settle();
          done.push(ids.join());
        });
      }),
    );
    expect(done).toHaveLength(60);
  });

  it('accepts a project that is named twice', async () => {
    await expect(new ProjectQueue().run(['tern', 'tern'], async () => 'done')).resolves.toBe('done');
  });

  it('runs the next command after one fails', async () => {
    const queue = new ProjectQueue();
    const failing = queue.run(['tern'], () => Promise.reject(new Error('refused')));
    const next = queue.run(['tern'], async () => 'done');
    await expect(failing).rejects.toThrow('refused');
    await expect(next).resolves.toBe('done');
  });

  it('refuses a command as soon as it has waited too long, while the one before still runs', async () => {
    const queue = new ProjectQueue(undefined, 10);
    const [first, other] = [piece(), piece()];
    const running = [queue.run(['tern'], first.work)];
    let ran = false;
    await expect(queue.run(['tern'], async () => void (ran = true))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    // The first command still runs, so the one that gave up must not let others pass.
    const third = queue.run(['heron', 'tern'], other.work);
    await expect(third).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    first.end();
    await Promise.all(running);
    await settle();
    await expect(queue.run(['tern', 'heron'], async () => 'done')).resolves.toBe('done');
    expect(ran).toBe(false);
  });

  it('answers UNAVAILABLE to the 501st waiting command and accepts new ones once it is empty', async () => {
    const queue = new ProjectQueue();
    const first = piece();
    const waiting = [queue.run(['tern'], first.work)];
    for (let i = 1; i < 500; i += 1) waiting.push(queue.run(['tern'], async () => undefined));
    await expect(queue.run(['tern'], async () => 'late')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(queue.run(['heron'], async () => 'elsewhere')).resolves.toBe('elsewhere');
    first.end();
    await Promise.all(waiting);
    await expect(queue.run(['tern'], async () => 'done')).resolves.toBe('done');
  });
});
