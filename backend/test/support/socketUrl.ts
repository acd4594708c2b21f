import type { TestServer } from './harness.js';

export const socketUrl = ({ url }: Pick<TestServer, 'url'>): string => `${url.replace('http', 'ws')}/graphql`;
