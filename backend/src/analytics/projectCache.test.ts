import type { EntityManager } from '@mikro-orm/postgresql';
import { beforeEach, expect, it } from 'vitest';
import { ProjectCache, type ProjectRevision } from './projectCache.js';

interface Weighed extends ProjectRevision {
  weight: number;
}

const em = {} as EntityManager;

/** Caches projects up to a weight of 10 and records which of them were read. */
class TestCache extends ProjectCache<Weighed, Weighed, null> {
  readonly read = (_em: EntityManager, projects: readonly Weighed[]) => {
    this.ids.push(...projects.map(({ id }) => id));
    return Promise.resolve(new Map(projects.map((project) => [project.id, project])));
  };
  readonly ids: string[] = [];

  constructor() {
    super(10);
  }

  protected override isValid = (cached: Weighed, { revision }: Weighed): boolean => cached.revision >= revision;
  protected override keyOf = (id: string): string => id;
  protected override weigh = ({ weight }: Weighed): number => weight;

  async ask(...projects: Weighed[]): Promise<string[]> {
    this.ids.length = 0;
    await this.get(em, projects, null);
    return [...this.ids];
  }
}

let cache: TestCache;
beforeEach(() => {
  cache = new TestCache();
});

it('reads a cached project again only when it has a newer revision', async () => {
  expect(await cache.ask({ id: 'a', revision: 1, weight: 5 })).toEqual(['a']);
  expect(await cache.ask({ id: 'a', revision: 1, weight: 5 })).toEqual([]);
  expect(await cache.ask({ id: 'a', revision: 2, weight: 5 })).toEqual(['a']);
});

it('evicts the least recently used project when it is full', async () => {
  const [a, b, c] = ['a', 'b', 'c'].map((id) => ({ id, revision: 1, weight: 5 })) as [Weighed, Weighed, Weighed];
  await cache.ask(a);
  await cache.ask(b);
  await cache.ask(a);
  await cache.ask(c);
  expect(await cache.ask(a, c)).toEqual([]);
  expect(await cache.ask(b)).toEqual(['b']);
});

it('keeps a single project that is above the maximum size', async () => {
  const large = { id: 'large', revision: 1, weight: 50 };
  await cache.ask(large);
  expect(await cache.ask(large)).toEqual([]);
  await cache.ask({ id: 'small', revision: 1, weight: 1 });
  expect(await cache.ask(large)).toEqual(['large']);
});

it('weighs a cached project again that has grown in place', async () => {
  const grown = { id: 'grown', revision: 1, weight: 1 };
  await cache.ask(grown);
  await cache.ask({ id: 'other', revision: 1, weight: 5 });
  Object.assign(grown, { revision: 2, weight: 9 });
  cache['store'](grown, null);
  expect(await cache.ask(grown)).toEqual([]);
  expect(await cache.ask({ id: 'other', revision: 1, weight: 5 })).toEqual(['other']);
});
