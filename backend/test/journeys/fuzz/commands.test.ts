import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addMember, newPerson, newProject, newTask, type Person } from '../../support/client.js';
import { cases, TEST_TIMEOUT_MS } from '../../support/testDepth.js';
import { expectGapless, type Pair, startPair } from '../../support/serverPair.js';

let pair: Pair;
let mara: Person;
let jon: Person;
beforeAll(async () => {
  pair = await startPair();
  [mara, jon] = [await newPerson(pair.one), await newPerson(pair.one, 'Jon')];
});
afterAll(() => pair.close());

/** Few values of few fields: most writes meet another one, and many change nothing. */
const body = fc.oneof(
  fc.record({ title: fc.constantFrom('A', 'B') }),
  fc.record({ priority: fc.constantFrom('LOW', 'HIGH') }),
  fc.record({ title: fc.constantFrom('A', 'B'), status: fc.constantFrom('TODO', 'DONE') }),
);
const write = fc.record({
  body,
  key: fc.integer({ min: 0, max: 3 }),
  byJon: fc.boolean(),
  server: fc.integer({ min: 0, max: 1 }),
});

it(
  'any writes of two people to two servers, at once and repeated, are done once each or refused, and the log tells all',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(write, { minLength: 1, maxLength: 5 }), { maxLength: 5 }), async (rounds) => {
        const { id: projectId } = await newProject(mara);
        await addMember(mara, projectId, jon);
        const { id } = await newTask(mara, projectId, { title: 'A', priority: 'LOW' });
        const run = randomUUID();
        const send = async ({ body: fields, key, byJon, server }: (typeof rounds)[number][number]) => {
          const client = pair.either(byJon ? jon : mara, server);
          return (await client.rest('put', `/tasks/${id}`, fields, { 'Idempotency-Key': `${run}-${key}` })).status;
        };
        // the first write that succeeded under each key
        const taken = new Map<string, string>();
        const keyOf = ({ key, byJon }: (typeof rounds)[number][number]) => `${byJon}-${key}`;
        for (const round of rounds) {
          const statuses = await Promise.all(round.map(send));
          for (const [index, one] of round.entries()) {
            if (statuses[index] === 200) {
              expect(taken.get(keyOf(one)) ?? JSON.stringify(one.body)).toBe(JSON.stringify(one.body));
              taken.set(keyOf(one), JSON.stringify(one.body));
            } else expect(statuses[index]).toBe(409);
          }
        }
        const revision = await expectGapless(pair, projectId);
        const state = () => pair.rows('select * from task where id = $1', [id]);
        const before = await state();
        for (const one of rounds.flat()) {
          expect(await send(one)).toBe(taken.get(keyOf(one)) === JSON.stringify(one.body) ? 200 : 409);
        }
        expect(await state()).toEqual(before);
        expect(await expectGapless(pair, projectId)).toBe(revision);
        const twice = await pair.rows(
          `select mutation_id from change where project_id = $1 and mutation_id is not null
           group by mutation_id, actor_id having count(distinct revision) > 1`,
          [projectId],
        );
        expect(twice).toEqual([]);
        // nothing is in the log that changed nothing
        const idle = await pair.rows(
          `select 1 from change, jsonb_each(fields) where project_id = $1 and action = 'updated' and value->0 = value->1`,
          [projectId],
        );
        expect(idle).toEqual([]);
      }),
      cases(8),
    );
  },
  TEST_TIMEOUT_MS,
);
