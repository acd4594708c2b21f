import { describe, expect, it } from 'vitest';
import { statementShape, statementSummary } from './statementShape.js';

describe('statementShape and statementSummary', () => {
  it.each([
    [`select * from task where title = 'It''s mine' and n = 42`, 'select * from task where title = ? and n = ?'],
    [`select $1, t1.id from "task2" t1 limit 10`, 'select $1, t1.id from "task2" t1 limit ?'],
    [`select E'a\\'b', 'c\\' , 'd'`, 'select ?, ? , ?'],
    [`where a like'x\\' and b = 'secret'`, 'where a like? and b = ?'],
    [`select $$It's$$, $x$It $$ is$x$ || 'y'`, 'select ?, ? || ?'],
    [`values ('never closed`, 'values (?'],
    [`select 1.5e3, -7,\n  '{1,2}'::int[]`, 'select ?, -?, ?::int[]'],
  ])('statementShape removes the values: %s', (text, shape) => {
    expect(statementShape(text)).toBe(shape);
  });

  it('statementShape cuts a long statement and removes the value at the cut', () => {
    const shape = statementShape(`insert into task values ('${'secret '.repeat(1_000)}')`);
    expect(shape).toBe('insert into task values (?…');
  });

  it.each([
    ['select t.id, t.title from task t where t.id = $1', 'select task'],
    ['insert into "task" ("id") values ($1)', 'insert task'],
    ['update project p set revision = 1', 'update project'],
    ['delete from "session" where id = $1', 'delete session'],
    ['select graphile_worker.add_job($1)', 'select graphile_worker.add_job'],
    ['begin', 'begin'],
    ['commit', 'commit'],
    ['listen cairn_wake_up', 'listen'],
    ['vacuum', 'statement'],
  ])('statementSummary returns verb and table: %s', (text, summary) => {
    expect(statementSummary(text)).toBe(summary);
  });
});
