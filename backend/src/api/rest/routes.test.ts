import { expect, it } from 'vitest';
import { isStreamed } from './routes.js';

it('the bodies that are stored while they arrive are those of files, and may take longer than others', () => {
  const task = '/api/tasks/01a21b0e-aee2-7334-a0b5-4ca3ba9436f7';
  expect(isStreamed({ method: 'POST', path: `${task}/attachments` })).toBe(true);
  for (const [method, path] of [
    ['GET', `${task}/attachments`],
    ['POST', `${task}/attachments/more`],
    ['POST', `${task}/comments`],
    ['PUT', '/api/auth/avatar'],
    ['POST', '/graphql'],
  ] as const) {
    expect(isStreamed({ method, path }), `${method} ${path}`).toBe(false);
  }
});
