import type { TestServer } from './harness.js';

/** Where a server takes sockets. */
export const socketUrl = ({ url }: Pick<TestServer, 'url'>): string => `${url.replace('http', 'ws')}/graphql`;
