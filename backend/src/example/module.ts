import type { Module } from '../write/module.js';
import { write } from '../request/restRow.js';
import { ExampleResolver } from './example.resolver.js';

export const exampleModule: Module = {
  resolvers: [ExampleResolver],
  routes: [write('post', '/projects/example', 'createExampleProject', 'Create an example project', { status: 201 })],
};
