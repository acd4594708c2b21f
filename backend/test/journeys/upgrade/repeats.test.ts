import { describe, expect, it } from 'vitest';
import { rows } from '../../support/rows.js';
import { recordedBy, releases, startOn } from './release.js';

const recording = releases.filter((release) => recordedBy(release).writes !== undefined);

describe('a write of an earlier release, sent again byte for byte', () => {
  it('is recorded', () => expect(recording).toContain('Migration20261122210000_blanked'));

  it.each(recording)('is answered by this build as %s answered it', async (release) => {
    const recorded = recordedBy(release);
    const { server, clients } = await startOn(release, recorded);
    // a backup holds the receipts of writes, which live for two days
    await rows(server, 'update idempotency set at = now()');
    const revisions = () => rows(server, 'select id, revision from project order by id');
    const before = await revisions();
    for (const { by, operation, method, path, key, body, answer } of recorded.writes ?? []) {
      const response = await fetch(`${server.url}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${clients[by]?.token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(key !== undefined && { 'idempotency-key': key }),
        },
        ...(body !== undefined && { body }),
      });
      const text = await response.text();
      const answered = { operation, status: response.status, body: text === '' ? null : (JSON.parse(text) as unknown) };
      // a later release may answer more
      expect(answered).toMatchObject({ operation, ...answer });
    }
    expect(await revisions()).toEqual(before);
  });
});
