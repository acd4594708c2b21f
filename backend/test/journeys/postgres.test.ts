import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { createDatabase, templateDatabase } from '../support/postgres.js';

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('test databases', () => {
  it('are apart from each other and can be dropped', async () => {
    const [one, two] = await Promise.all([createDatabase(), createDatabase()]);
    await query(one.url, 'create table only_here ()');
    expect(await query(two.url, `select to_regclass('only_here') as found`)).toEqual([{ found: null }]);
    await Promise.all([one.drop(), two.drop()]);
    await expect(query(one.url, 'select 1')).rejects.toThrow(/does not exist/);
  });

  it('are copied from a template that is prepared once', async () => {
    let prepared = 0;
    const prepare = async (url: string) => {
      prepared += 1;
      await query(url, 'create table kept as select 1 as one');
    };
    const names = await Promise.all([1, 2, 3].map(() => templateDatabase('sample', prepare)));
    expect(new Set(names).size).toBe(1);
    expect(prepared).toBe(1);
    const copies = await Promise.all([createDatabase(names[0]), createDatabase(names[0])]);
    for (const copy of copies) {
      expect(await query(copy.url, 'select one from kept')).toEqual([{ one: 1 }]);
      await copy.drop();
    }
  });

  it('lets a failed preparation be tried again', async () => {
    const refuse = () => Promise.reject(new Error('no'));
    await expect(templateDatabase('second', refuse)).rejects.toThrow('no');
    await expect(templateDatabase('second', () => Promise.resolve())).resolves.toContain('second');
  });
});
